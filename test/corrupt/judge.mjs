// What a damaged store answers, compared with what it answered whole.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { callHooks, entriesBelow, load, PROMPTS } from './store.mjs'

/** A hook call takes no more processor time (milliseconds). */
const MOST_MS = 2_000

/** What readers of a store are told. */
export async function ask(stage, session) {
  const { createService } = await load('src/index.js')
  const { dataDir, home, project } = stage
  const scope = { type: 'project', id: project }
  const service = createService({ dataDir }, { home, env: { PATH: process.env.PATH } })
  try {
    const { items } = await service.memories.list({ limit: 1000 })
    const recalled = []
    for (const text of PROMPTS) {
      const { items: found } = await service.memories.context({
        text,
        scopes: [scope, { type: 'global', id: null }],
      })
      recalled.push(found.map(({ id }) => id))
    }
    const once = await askOnce(stage)
    const status = await service.status()
    await service.events()
    const { items: archived } = await service.archive.list()
    const started = process.cpuUsage()
    const hooks = await callHooks(stage, session)
    const { user, system } = process.cpuUsage(started)
    return {
      items,
      recalled,
      once,
      status,
      archived,
      hooks,
      hookMs: (user + system) / 1_000 / hooks.length,
    }
  } finally {
    await service.close()
  }
}

/** What a command is told, which asks one question of a service of its own. */
async function askOnce({ dataDir, home, project }) {
  const { createService } = await load('src/index.js')
  const once = async ask => {
    const service = createService({ dataDir }, { home, env: {} })
    try {
      return await ask(service)
    } finally {
      await service.close()
    }
  }
  const { items } = await once(service => service.memories.list({ limit: 1000 }))
  const shown = []
  for (const { id } of items) shown.push(await once(service => service.memories.get(id)))
  const scopes = [
    { type: 'project', id: project },
    { type: 'global', id: null },
  ]
  const recalled = []
  for (const text of PROMPTS)
    recalled.push(await once(service => service.memories.context({ text, scopes })))
  return { shown, recalled: recalled.map(found => JSON.stringify(found, keepLasting)) }
}

/** Leaves out what differs in a copy of a store: the time of its files, and uses by the hooks called since. */
const keepLasting = (key, value) => (key === 'updatedAt' || key === 'uses' ? undefined : value)

/** What svc doctor says of a store. */
export async function examine({ dataDir, home }, fix) {
  const { createService } = await load('src/index.js')
  const service = createService({ dataDir }, { home })
  try {
    return await service.doctor({ fix })
  } finally {
    await service.close()
  }
}

const told = ({ id, title, content, kind, tags }) =>
  JSON.stringify([id, title, content, kind, tags])

/** What is wrong with what a store answers; `damaged` are paths, `whole` is what it said before. */
export async function judge(stage, damaged, whole, now) {
  const problems = []
  const names = damaged.map(path => relative(stage.dataDir, path))
  const spares = await Promise.all(names.map(name => sparedBy(stage, name, whole)))
  const spared = item => spares.some(one => one(item))
  const saidNow = new Map(now.items.map(item => [item.id, told(item)]))
  for (const item of whole.items) {
    if (spared(item)) continue
    if (saidNow.get(item.id) !== told(item)) problems.push(`${item.title}: not served as it was`)
  }
  const shown = new Map(now.once.shown.map(item => [item.id, told(item)]))
  for (const [id, text] of saidNow)
    if (shown.get(id) !== text) problems.push(`svc show and svc list differ on ${id}`)
  for (const answer of now.hooks) {
    try {
      JSON.parse(answer || '{}')
    } catch {
      problems.push('a hook answered no JSON')
    }
  }
  if (now.hooks.length !== 4) problems.push(`${now.hooks.length} of 4 hook calls answered`)
  if (now.hookMs > MOST_MS) problems.push(`a hook call took ${Math.round(now.hookMs)} ms`)
  if (names.some(name => /^state\/index\//.test(name))) {
    if (JSON.stringify(now.recalled) !== JSON.stringify(whole.recalled))
      problems.push('recall differs')
    const [once, full] = [now, whole].map(one => one.once.recalled.join())
    if (once !== full) problems.push('svc recall differs')
    // Without its index file a start knows no uses, by which it orders what it gives.
    const [start, before] = [now, whole].map(({ hooks }) => hooks[0].split('\\n').sort().join())
    const isSame = start === before && now.hooks.slice(1).join() === whole.hooks.slice(1).join()
    if (!isSame) problems.push(`what hooks give differs: ${tellDifference(now.hooks, whole.hooks)}`)
  }
  const isRead = !names.some(name => /^(?:global|projects)(?:\/|$)/.test(name))
  if (isRead && !now.hooks[1]?.includes('Thursdays')) problems.push('a prompt is given nothing')
  return problems
}

/** Which items a damage may touch: those of the damaged file, and rows of a damaged import. */
async function sparedBy({ dataDir }, name, { items }) {
  if (name.startsWith('state/imports')) return item => item.source.runtime === 'workspace-import'
  if (/^state(?:$|\/paths)/.test(name)) return item => item.source.runtime === 'workspace-import'
  const ids = new Set(items.filter(item => isBelow(dataDir, name, item)).map(({ id }) => id))
  return ({ id, scope, source }) =>
    ids.has(id) ||
    (name === 'projects' && scope.type === 'project') ||
    (source.runtime === 'workspace-import' && name.startsWith('projects'))
}

function isBelow(dataDir, name, { id, scope }) {
  if (name.includes(`--${id}.md`)) return true
  if (/^global(?:\/memories)?$/.test(name)) return scope.type === 'global'
  return /^projects(?:\/[^/]+(?:\/memories)?)?$/.test(name) && scope.type === 'project'
}

/** Where the bytes of a file lie now, below the store; undefined where they are nowhere. */
export function findBytes(dataDir, bytes) {
  return entriesBelow(dataDir).find(({ path, isFolder }) => !isFolder && equals(path, bytes))?.path
}

function equals(path, bytes) {
  try {
    return readFileSync(path).equals(bytes)
  } catch {
    return false
  }
}

/** What a memory file's bytes say, as `told` tells an item; or why they say nothing. */
export async function saidBy(bytes, fileName) {
  const { parseMemoryDocument } = await load('store/document/parse.js')
  const { decodeMemoryFile } = await load('store/document/problems.js')
  const read = decodeMemoryFile(bytes)
  if ('problem' in read) return { problem: read.problem }
  const parsed = await parseMemoryDocument(read.text, {
    fileName,
    modifiedAt: new Date().toISOString(),
  })
  return 'problem' in parsed ? { problem: parsed.problem } : { document: parsed.document }
}

export const tellItem = told
export const pathOf = (stage, name) => join(stage.dataDir, name)

function tellDifference(now, before) {
  const at = now.findIndex((text, at) => text !== before[at])
  const from = [...(now[at] ?? '')].findIndex(
    (character, place) => character !== before[at]?.[place],
  )
  return `${at}: ${now[at]?.slice(from, from + 80)} <> ${before[at]?.slice(from, from + 80)}`
}
