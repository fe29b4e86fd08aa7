import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as built from '../built.mjs'
import { createLines } from './corpus.mjs'
import { CLEAN, timeProcess } from './processes.mjs'

const at = path => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The built programs as commands. */
export const SVC = [process.execPath, built.SVC]
export const HOOK = [process.execPath, built.HOOK]
const WORKER = [process.execPath, built.WORKER]

/** A session as Claude Code writes it down. */
const CAPTURED = at(
  'test/fixtures/transcripts/captured-claude-code-2.1.328-multi-tool-continue-compact.jsonl',
)

/**
 * An empty home below `work` with a project's directory, and the environment to use them in: PATH,
 * HOME and SVC_DATA_DIR, nothing else.
 */
export function makeHome(work, name) {
  const cwd = join(work, `project-${name}`)
  const home = join(work, `home-${name}`)
  mkdirSync(cwd, { recursive: true })
  mkdirSync(home, { recursive: true })
  return { cwd, env: { ...CLEAN, HOME: home, SVC_DATA_DIR: join(work, `store-${name}`) } }
}

/**
 * A store with `size` memories in one project and its index file, in a home of its own below `work`;
 * with the environment and the project's directory to use it in, and the milliseconds of loading it.
 */
export function makeStore(work, size) {
  const { cwd, env } = makeHome(work, size)
  const input = createLines(size, { type: 'project', id: cwd })
  const loadMs = timeProcess([...SVC, 'load', '-'], { input, env, cwd })
  indexStore({ cwd, env })
  return { env, cwd, loadMs }
}

/** Makes the word of an installation, by which a server knows its host's calls, and answers it. */
export function writeKey({ SVC_DATA_DIR }) {
  const key = `svc-hook-key-${'b'.repeat(32)}`
  mkdirSync(join(SVC_DATA_DIR, 'bin'), { recursive: true })
  writeFileSync(join(SVC_DATA_DIR, 'bin/hook-key'), key)
  return key
}

/** Makes the index files of a store whole, as a session start and the worker after it do. */
export function indexStore({ env, cwd }) {
  const start = { hook_event_name: 'SessionStart', session_id: 'warm', cwd }
  timeProcess(HOOK, { input: JSON.stringify(start), env, cwd })
  // The hook has started a worker too, which may hold the claim of the index file.
  do timeProcess([...WORKER, '[{"task":"index","scopes":["*"]}]'], { env, cwd })
  while (!isIndexed(join(env.SVC_DATA_DIR, 'state/index')))
}

/** Takes the queued turns out of a store: ten of them would start a worker beside what is measured. */
export function emptySpool({ env }) {
  const spool = join(env.SVC_DATA_DIR, 'state/spool')
  for (const path of filesBelow(spool)) rmSync(path)
}

/** A function that takes back what was appended since to the ledgers that are there now. */
export function keepLedgers({ env }) {
  const paths = filesBelow(join(env.SVC_DATA_DIR, 'state/sessions'))
  const sizes = paths.map(path => [path, statSync(path).size])
  return () => sizes.forEach(([path, size]) => truncateSync(path, size))
}

/** Writes a transcript of at least `bytes`: a captured session, again and again. */
export function writeTranscript(path, bytes) {
  const session = readFileSync(CAPTURED)
  const times = Math.max(1, Math.ceil(bytes / session.length))
  writeFileSync(path, Buffer.concat(Array.from({ length: times }, () => session)))
  return path
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
}

function isIndexed(folder) {
  const names = readdirSync(folder)
  return names.some(name => /^project.*\.idx$/.test(name)) && !names.some(isClaim)
}

const isClaim = name => name.endsWith('.claim')
