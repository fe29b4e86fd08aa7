import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { noteLearned, type LearnedLine } from '../../../../src/activity/learned.js'
import { appendToLedger } from '../../../../src/activity/sessions.js'
import { keepTurns, toPastTurn } from '../../../../src/past/keep.js'
import { refreshPast } from '../../../../src/past/segments.js'
import { createService } from '../../../../src/service/service.js'
import type { Service } from '../../../../src/api.js'
import { findFolderKey } from '../../../../store/projects/projects.js'
import { openStore, type Store } from '../../../../store/store.js'
import { GLOBAL_SCOPE, type Memory, type Scope } from '../../../../store/types.js'

/** A service on real files with a few known things in it. */
export interface Seed {
  service: Service
  dataDir: string
  /** Two projects of one base name, and a directory that was never used. */
  one: string
  two: string
  fresh: string
  tabs: Memory
  fridays: Memory
  deploy: Memory
  spare: Memory
  /** The import row of `AGENTS.md` in project one. */
  row: Memory
  remove(): Promise<void>
}

export const SKILL_TEXT =
  '---\nname: ship-it\ndescription: Use when a release goes out\n---\n\nRun the zeppelin script.\n'

/** Makes the temporary folders, the service and what is in it. */
export async function openSeed(): Promise<Seed> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-contract-')))
  const [one, two, fresh] = ['x/app', 'y/app', 'fresh'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ]
  writeFile(join(one, 'AGENTS.md'), 'Run the linter before every commit.\n')
  writeFile(join(one, '.claude/skills/ship-it/SKILL.md'), SKILL_TEXT)
  mkdirSync(two, { recursive: true })
  writeFile(join(fresh, 'TOOLA.md'), 'The build needs Node 20.\n')
  const dataDir = join(root, 'store')
  const service = createService({ dataDir }, { home: join(root, 'home') })
  const seeded = await fill(service, one, two)
  await talk(dataDir, one, seeded.fridays)
  const remove = async (): Promise<void> => {
    await service.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { service, dataDir, one, two, fresh, ...seeded, remove }
}

/** The scope of a project directory. */
export function project(id: string): Scope {
  return { type: 'project', id }
}

async function fill(service: Service, one: string, two: string) {
  const put = (scope: Scope, title: string, content: string, kind: string, tags: string[]) =>
    service.remember({ scope, title, content, kind, tags })
  const tabs = await put(GLOBAL_SCOPE, 'Indent with tabs', 'Not blanks.', 'preference', ['style'])
  const fridays = await put(
    project(one),
    'Never push on Fridays',
    'Releases go out Monday to Thursday.',
    'constraint',
    ['git', 'Release'],
  )
  const deploy = await put(
    project(one),
    'How to deploy',
    'Run the zeppelin script, then watch the dashboards.',
    'procedure',
    ['release'],
  )
  const spare = await put(project(two), 'Spare fact', 'Only project two knows.', 'fact', [])
  await service.importWorkspace(one)
  const { items } = await service.memories.list({ scope: project(one) })
  const row = items.find(item => item.source.runtime === 'workspace-import')
  if (row === undefined) throw new Error('the seed has no import row')
  return { tabs, fridays, deploy, spare, row }
}

/** The id of the seed's session, as its host calls it. */
export const SESSION = 'talk/1 of two'

/** A session of project one, in which a memory was given, and one learned that is gone since. */
async function talk(dataDir: string, one: string, { id }: Memory): Promise<void> {
  const store = openStore(join(dataDir, 'svc.json'))
  const now = new Date()
  const at = now.toISOString()
  const place = { scope: project(one), host: 'codex' }
  appendToLedger(store, SESSION, { type: 'prompt', at, text: 'May I push today?' }, place)
  appendToLedger(store, SESSION, { type: 'given', at, event: 'prompt', ids: ['x', id] })
  const learned: LearnedLine = {
    ...{ at, key: 'global', id: 'gonegone', title: 'Push on Mondays', change: 'added' },
    ...{ session: SESSION, turn: 1, said: 'No, push on Mondays.', wrote: '' },
  }
  await noteLearned(store, [learned], now)
  await keepPast(store, project(one), now)
}

/** The id of a session that no hook saw. */
export const UNSEEN = 'old'

/** Turns word for word: that of the session, and one of a session that is known by its transcript alone. */
async function keepPast(store: Store, scope: Scope, now: Date): Promise<void> {
  const asked = { turn: 1, at: now.toISOString(), asked: 'May I push today?', answered: 'Yes.' }
  const failed = { command: 'npm run walrus', isFailed: true, output: 'Error: no walrus' }
  const did = [failed, { file: 'src/walrus.ts' }, { command: 'npm run walrus', isFailed: false }]
  const old = { ...asked, asked: 'Why does the walrus fail?', answered: 'It was asleep.', did }
  const turns = [
    toPastTurn(SESSION, 'codex', undefined, { ...asked, did: [] }),
    toPastTurn(UNSEEN, 'codex', undefined, old),
  ]
  const bounds = { pastMegabytes: 500, pastDays: 730, pastLeaveOut: '', now }
  keepTurns(store, findFolderKey(store, scope)!, turns, bounds)
  await refreshPast(store)
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
