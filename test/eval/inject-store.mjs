import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIST, HOOK } from '../built.mjs'
import { splitSections } from './inject-sets.mjs'
import { removeFolder } from '../remove-folder.mjs'

const AGENTS = 'AGENTS.md'
const GLOBAL = { type: 'global', id: null }
const INDEX_MS = 60_000

/**
 * A project with a store of its own, in a temporary folder: its memories and the global ones
 * remembered, its agent file imported and the index files made by a session start through the hook
 * program. `aliases` says whether the memories have theirs. Call `close` when done.
 */
export async function openProject({ memories, agents }, global, { aliases }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-inject-')))
  const place = { root, project: join(root, 'project'), dataDir: join(root, 'store') }
  const indexes = []
  const close = () => {
    for (const index of indexes) index.close()
    removeFolder(root)
  }
  try {
    mkdirSync(place.project)
    mkdirSync(join(root, 'home'))
    if (agents !== undefined) writeFileSync(join(place.project, AGENTS), agents)
    const scope = { type: 'project', id: place.project }
    const lists = [
      [scope, memories],
      [GLOBAL, global],
    ]
    const items = await rememberAll(place, lists, aliases)
    await callHook(place, { hook_event_name: 'SessionStart', source: 'startup' })
    indexes.push(...(await openIndexes(place, scope)))
    const files = agents === undefined ? [] : [{ path: AGENTS, sections: splitSections(agents) }]
    return { place, scope, items, files, indexes, close }
  } catch (error) {
    close()
    throw error
  }
}

async function rememberAll({ root, dataDir }, lists, aliases) {
  const { createService } = await import(`${DIST}/src/index.js`)
  const service = createService({ dataDir }, { home: join(root, 'home') })
  try {
    const items = []
    for (const [scope, memories] of lists)
      for (const memory of memories)
        items.push(await rememberOne(service, scope, memory, aliases ? (memory.aliases ?? []) : []))
    return items
  } finally {
    await service.close()
  }
}

/** Where memories have no aliases of their own the words stand at the end of the content. */
async function rememberOne(service, scope, { kind, title, content, tags = [] }, aliases) {
  const input = { scope, kind, title, content, tags, ...(aliases.length > 0 && { aliases }) }
  const { memory, outcome } = await service.memories.save('eval', input)
  if (outcome !== 'created') throw new Error(`“${title}” is there twice`)
  if (aliases.length === 0 || memory.aliases !== undefined) return memory
  return service.memories.edit(memory.id, { content: `${content}\n\n${aliases.join('; ')}` })
}

/** What the hook program injects for a prompt of a fresh session; '' for nothing. */
export async function askHook({ place }, prompt) {
  const answer = await callHook(place, { hook_event_name: 'UserPromptSubmit', prompt })
  return answer.hookSpecificOutput?.additionalContext ?? ''
}

/** Answers prompts as `askHook` does, by the package's memories.context in this process. */
export async function openInProcess({ place, scope }) {
  const { createService } = await import(`${DIST}/src/index.js`)
  const { root, dataDir } = place
  const service = createService({ dataDir }, { home: join(root, 'home') })
  const ask = async text => {
    const query = { scopes: [scope, GLOBAL], text }
    return (await service.memories.context(query)).text
  }
  return { ask, close: () => service.close() }
}

let session = 0

/** Runs the hook program as a host does. Throws where it fails, be it that the host saw nothing of it. */
async function callHook({ root, project, dataDir }, fields) {
  const { PATH, NODE_OPTIONS } = process.env
  const env = { PATH, HOME: join(root, 'home'), SVC_DATA_DIR: dataDir }
  const child = spawn(process.execPath, [HOOK], {
    cwd: project,
    env: NODE_OPTIONS ? { ...env, NODE_OPTIONS } : env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const payload = { session_id: `inject-${++session}`, cwd: project, ...fields }
  child.stdin.end(JSON.stringify(payload))
  const printed = await readAnswer(child)
  const failures = readFailures(dataDir)
  if (failures !== '') throw new Error(`a hook call failed: ${failures}`)
  return JSON.parse(printed || '{}')
}

function readAnswer(child) {
  return new Promise((resolve, reject) => {
    const chunks = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stdin.on('error', reject)
    child.once('error', reject)
    child.once('close', code => {
      if (code === 0) resolve(Buffer.concat(chunks).toString())
      else reject(new Error(`svc-hook ended with ${code}`))
    })
  })
}

/** A hook that fails answers nothing and leaves the reason for `svc doctor`. */
function readFailures(dataDir) {
  try {
    return readFileSync(join(dataDir, 'state/hook-failures.jsonl'), 'utf8').trim()
  } catch {
    return ''
  }
}

/** The index files of project and global, once the process that the session start left made them. */
async function openIndexes({ dataDir }, scope) {
  const { openStore } = await import(`${DIST}/store/store.js`)
  const { findScope, toGlobalFolder } = await import(`${DIST}/store/projects/projects.js`)
  const { indexFilePath, isIndexFileClaimed, isIndexFileRight } = await import(
    `${DIST}/src/memories/index-file.js`
  )
  const { openIndexFile } = await import(`${DIST}/store/index/file-index.js`)
  const store = openStore(join(dataDir, 'svc.json'))
  const folders = [await findScope(store, scope), toGlobalFolder(store)]
  const isReady = folder =>
    isIndexFileRight(store, folder) && !isIndexFileClaimed(store, folder.localKey)
  for (const end = Date.now() + INDEX_MS; !folders.every(isReady); await pause())
    if (Date.now() > end) throw new Error('the index files were not made')
  return folders.map(({ localKey }) => openIndexFile(indexFilePath(store, localKey)))
}

function pause() {
  return new Promise(resolve => setTimeout(resolve, 10))
}
