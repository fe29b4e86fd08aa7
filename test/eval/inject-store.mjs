import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHookContext } from '../../handlers/hooks/context.ts'
import { parseHookCall } from '../../handlers/hooks/protocol.ts'
import { routeHook } from '../../handlers/hooks/routes.ts'
import { createConfig } from '../../src/config.ts'
import { createService } from '../../src/index.ts'
import { Collections } from '../../src/memories/collections.ts'
import { indexFilePath } from '../../src/memories/index-file.ts'
import { refreshIndexFile } from '../../src/memories/index-upkeep.ts'
import { openIndexFile } from '../../store/index/file-index.ts'
import { findScope, toGlobalFolder } from '../../store/projects/projects.ts'
import { openStore } from '../../store/store.ts'
import { splitSections } from './inject-sets.mjs'
import { removeFolder } from '../remove-folder.mjs'

const AGENTS = 'AGENTS.md'
const GLOBAL = { type: 'global', id: null }
const DAY_MS = 86_400_000
/** The day of the sessions; memories are `daysAgo` older. */
const NOW = new Date('2026-11-20T10:00:00.000Z')

/**
 * A project with a store of its own, in a temporary folder: its memories and the global ones loaded,
 * its agent file imported by a session's start, the index files made. `aliases` says whether the
 * memories have theirs, `arrange` the order in which they are loaded, `now` when, `at` the project's
 * directory where it is not to be a new one. Call `close` when done.
 */
export async function openProject(
  { memories, agents },
  global,
  { aliases, arrange = lines => lines, now = NOW, at },
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-inject-')))
  const place = { root, now, project: at ?? join(root, 'project'), dataDir: join(root, 'store') }
  const indexes = []
  const close = () => {
    for (const index of indexes) index.close()
    removeFolder(root)
  }
  try {
    mkdirSync(place.project, { recursive: true })
    mkdirSync(join(root, 'home'))
    if (agents !== undefined) writeFileSync(join(place.project, AGENTS), agents)
    const scope = { type: 'project', id: place.project }
    const lines = [
      ...memories.map(memory => toLine(memory, scope, aliases)),
      ...global.map(memory => toLine(memory, GLOBAL, aliases)),
    ]
    const items = await loadAll(place, arrange(lines))
    const opened = { place, items, scope }
    await startSession(opened)
    indexes.push(...(await makeIndexes(place, scope)))
    const files = agents === undefined ? [] : [{ path: AGENTS, sections: splitSections(agents) }]
    return { ...opened, files, indexes, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Loads the memories as `svc load` does, and answers them with their ids. */
async function loadAll({ root, dataDir, now }, lines) {
  const service = createService({ dataDir }, { home: join(root, 'home'), now: () => now })
  try {
    const { errors } = await service.memories.load(lines[Symbol.iterator]())
    if (errors.length > 0) throw new Error(errors[0].error)
    const items = []
    for await (const item of service.memories.export()) items.push(item)
    return items
  } finally {
    await service.close()
  }
}

function toLine({ daysAgo, aliases, ...memory }, scope, hasAliases) {
  const at = daysAgo === undefined ? undefined : new Date(NOW - daysAgo * DAY_MS).toISOString()
  return JSON.stringify({
    ...memory,
    scope,
    ...(hasAliases && { aliases }),
    ...(at && { createdAt: at, updatedAt: at }),
  })
}

let sessions = 0

/** Starts a session: its name, and what its start gives the model. */
export async function startSession(opened) {
  const session = `inject-${++sessions}`
  const text = await callHook(opened, session, {
    hook_event_name: 'SessionStart',
    source: 'startup',
  })
  return { session, text }
}

/** The text that a prompt of a session is given; '' for nothing. */
export async function askHook(opened, session, prompt) {
  return callHook(opened, session, { hook_event_name: 'UserPromptSubmit', prompt })
}

/** Answers a hook call by the handlers that the hook program has. Throws where it would leave a failure. */
async function callHook({ place }, session_id, fields) {
  const { root, project, dataDir, now } = place
  const call = parseHookCall({ session_id, cwd: project, ...fields }, {})
  const config = createConfig({ given: { dataDir } })
  const note = error => {
    throw error
  }
  const given = { call, config, store: openStore(config.databasePath), home: join(root, 'home') }
  return routeHook(await openHookContext({ ...given, now, later: () => {}, note }))
}

async function makeIndexes({ dataDir }, scope) {
  const store = openStore(join(dataDir, 'svc.json'))
  const folders = [await findScope(store, scope), toGlobalFolder(store)]
  const collections = new Collections(store)
  for (const { scope } of folders) {
    const collection = await collections.find(scope)
    if (collection) await refreshIndexFile(collection, { isForced: true })
  }
  return folders.flatMap(({ localKey }) => openIndexFile(indexFilePath(store, localKey)) ?? [])
}
