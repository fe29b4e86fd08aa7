// What holds of every store, whatever happened to whoever wrote in it.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram, svc, withService } from './stage.mjs'

const OWN =
  /^(?:(?:global|projects\/[^/]+)\/(?:memories\/[^/.][^/]*\.md|skills\/[^/.][^/]*\/SKILL\.md)|projects\/[^/]+\/scope\.json|svc\.json|config\.json|\.gitignore|\.gitattributes)$/

/** The living own items, and what is wrong with them or the folders: [] where all is well. */
export async function examine(stage, { isSettled = false } = {}) {
  const next = await runProgram(stage, svc('list', '--json', '--limit', '1'))
  if (next.code !== 0) throw new Error(`svc list ends with ${next.code}: ${next.stderr}`)
  const { items, doctor } = await withService(stage, async service => {
    const { items } = await service.memories.list({ limit: 1000 })
    return { items, doctor: isSettled ? await service.doctor() : { ok: true } }
  })
  const own = items.filter(({ source }) => source.runtime !== 'workspace-import')
  const problems = [
    ...twice(own.map(({ id }) => id)).map(id => `the id ${id} twice`),
    ...twice(own.map(({ scope, title }) => `${scope.id} ${title}`)).map(key => `${key} twice`),
    ...twice(idsOnDisk(stage.store)).map(id => `two files of ${id}`),
    ...foreign(stage.store).map(path => `git shows ${path}`),
  ]
  if (!doctor.ok)
    problems.push(
      `the doctor: ${doctor.findings.map(f => f.message ?? JSON.stringify(f)).join('; ')}`,
    )
  return { items: own, rows: items.filter(item => !own.includes(item)), problems }
}

/**
 * Compares items with what may stand under each title: a list of contents; with `null` among them it
 * may be missing. Any other title is wrong.
 */
export function compare(items, allowed) {
  const problems = []
  for (const { title, content } of items) {
    if (allowed[title] === undefined) problems.push(`${title} is there`)
    else if (!allowed[title].includes(content.trim()))
      problems.push(`${title} says ${JSON.stringify(content.slice(0, 60))}`)
  }
  for (const [title, contents] of Object.entries(allowed)) {
    const isLost = !contents.includes(null) && !items.some(item => item.title === title)
    if (isLost) problems.push(`${title} is lost`)
  }
  return problems
}

function twice(values) {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))]
}

function idsOnDisk(store) {
  return listFiles(store)
    .filter(path => /\/memories\/[^/.][^/]*\.md$/.test(path))
    .map(path => /^id: (\S+)$/m.exec(readFileSync(path, 'utf8'))?.[1])
    .filter(id => id !== undefined)
}

/** What git would take up and is none of the store's own files. */
function foreign(store) {
  const args = ['-C', store, '-c', 'core.quotePath=false', 'status', '--porcelain', '-uall', '-z']
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) return []
  const paths = stdout
    .split('\0')
    .filter(Boolean)
    .map(line => line.slice(3))
  return paths.filter(path => !OWN.test(path))
}

export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

/** Whether a hook has ended as its host expects: with code 0, and JSON or nothing. */
export function isAnswer({ code, stdout }) {
  if (code !== 0) return false
  try {
    JSON.parse(stdout || '{}')
    return true
  } catch {
    return false
  }
}
