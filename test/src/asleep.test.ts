import t, { type Test } from 'tap'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLearned, type LearnedLine } from '../../src/activity/learned.js'
import { appendToLedger, listLedgers } from '../../src/activity/sessions.js'
import { Usage } from '../../src/activity/usage.js'
import type { Service } from '../../src/api.js'
import { addTurns, listParts, packBefore, readPart } from '../../src/past/parts.js'
import { readSpend } from '../../src/provider/budget.js'
import { readRecords } from '../../src/reflect/batches.js'
import { statMemoryFile } from '../../store/memories/files.js'
import { readRevisions } from '../../store/memories/history.js'
import { idOfFileName } from '../../store/names.js'
import { batchFolder, openStore, revisionLog, statePath, type Store } from '../../store/store.js'
import { outputOf, runProcess, startProcess } from '../process.js'
import { untilThere } from '../store/fixture.js'
import { GLOBAL, openService, project } from './fixture.js'

// Most of their time is waiting for a lock to become stale.
t.jobs = 8

/** Stops itself once, as a computer that falls asleep does, right before it renames, or opens, a file of that kind. */
const STOPS = `const { createRequire, syncBuiltinESMExports } = await import('node:module')
  const fs = createRequire(args[0] + '/')('node:fs')
  const call = args[6]
  const before = fs[call]
  let hasStopped = false
  fs[call] = (path, ...more) => {
    if (!hasStopped && (call === 'openSync' ? path : more[0]).includes(args[2])) {
      hasStopped = true
      fs.writeFileSync(args[3], '')
      process.kill(process.pid, 'SIGSTOP')
    }
    return before(path, ...more)
  }
  syncBuiltinESMExports()`

const OPEN = `const [dataDir, who, target, mark, id, place] = args
  const { openStore } = await load('store/store.js')
  const store = openStore(dataDir + '/svc.json')
  const now = new Date('2026-11-20T10:00:00.000Z')
  const scope = { type: 'global', id: null }
  const openService = async () => {
    const { createService } = await load('src/service/service.js')
    return createService({ dataDir })
  }`

interface Desk {
  t: Test
  store: Store
  service: Service
  /** Of a global memory. */
  id: string
  /** A folder of a project. */
  place: string
}

interface Row {
  name: string
  /** Part of the path at whose renaming the process stops. */
  target: string
  /** The call at which it stops; `renameSync` where not given. */
  stops?: 'openSync'
  prepare?: (desk: Desk) => unknown
  /** What the process does that stops, \`who\` is 'late', and another one meanwhile. */
  act: string
  /** What is done meanwhile, where that is something else. */
  meanwhile?: string
  holds: (desk: Desk) => unknown
}

const read = (desk: Desk, name: 'skills.json' | 'feedback.json' | 'reviewed.json' | 'usage.json') =>
  readFileSync(statePath(desk.store, name), 'utf8')

const learnedIds = ({ store }: Desk) =>
  readLearned(store, new Date('2026-11-20T11:00:00.000Z')).lines.map(({ id }: LearnedLine) => id)

const NOTE_LEARNED = `const { noteLearned } = await load('src/activity/learned.js')
  const line = { key: 'global', title: 'T', change: 'added', session: 's', turn: 1, wrote: 'x' }
  await noteLearned(store, [{ ...line, at: now.toISOString(), id: who }], now)`

const EDIT = `const service = await openService()
  await service.memories.edit(id, { tags: ['late'] }).catch(error => {
    if (error.code !== 'MEMORY_NOT_FOUND') throw error
  })
  await service.close()`

const turnOf = (turn: number) => {
  const at = '2026-11-20T10:00:00.000Z'
  return { session: 's', turn, at, asked: `Question ${turn}`, answered: 'x'.repeat(200), did: [] }
}

/** A packed part with the first turn, an open one with the second. */
const keepTwo = ({ store }: Desk) => {
  addTurns(store, 'global', [turnOf(1)])
  packBefore(store, 'global', '2026-11-21')
  addTurns(store, 'global', [turnOf(2)])
}

const keptTurns = ({ store }: Desk) =>
  listParts(store, 'global').flatMap(part => readPart(part).map(({ turn }) => turn))

/** Work on past sessions under the work lock, which whoever slept has lost. */
const onPast = (work: string) => `const { withWorkLock } = await load('store/locks.js')
  const parts = await load('src/past/parts.js')
  const { listParts, addTurns, packBefore, rewritePart } = parts
  const turn = ${JSON.stringify(turnOf(3))}
  await withWorkLock({ store, folder: { key: 'global' } }, async lock => {
    const fence = () => lock.assertHeld()
    ${work}
  }).catch(error => {
    if (who !== 'late' || error.code !== 'STORE_LOCKED') throw error
  })`

const REWRITE = `const [part] = listParts(store, 'global')
    rewritePart(part, turn => ({ ...turn, answered: who }), fence)`

const ROWS: Row[] = [
  {
    name: 'a day that is packed while somebody adds to it',
    target: '.jsonl.gz.',
    stops: 'openSync',
    prepare: keepTwo,
    act: onPast(`packBefore(store, 'global', '2026-11-21', fence)`),
    meanwhile: onPast(`addTurns(store, 'global', [turn], fence)`),
    holds: desk => desk.t.same(keptTurns(desk), [1, 2, 3]),
  },
  {
    name: 'a turn that two add, and one packs',
    target: '2026-11-20.jsonl',
    stops: 'openSync',
    prepare: keepTwo,
    act: onPast(`addTurns(store, 'global', [turn], fence)`),
    meanwhile: onPast(`addTurns(store, 'global', [turn], fence)
    packBefore(store, 'global', '2026-11-21', fence)`),
    holds: desk => desk.t.same(keptTurns(desk), [1, 2, 3]),
  },
  {
    name: 'a part that two write anew',
    target: '.jsonl.gz.',
    stops: 'openSync',
    prepare: keepTwo,
    act: onPast(REWRITE),
    holds: ({ t, store }) =>
      t.match(readPart(listParts(store, 'global')[0]!), [{ answered: 'meanwhile' }]),
  },
  {
    name: 'a part that somebody takes a session out of, and another adds to',
    target: '2026-11-20.jsonl',
    stops: 'openSync',
    prepare: ({ store }) => addTurns(store, 'global', [turnOf(1)]),
    act: onPast(`for (const part of listParts(store, 'global'))
      rewritePart(part, () => undefined, fence)`),
    meanwhile: onPast(`addTurns(store, 'global', [{ ...turn, session: 'other' }], fence)`),
    holds: desk => desk.t.same(keptTurns(desk), [1, 3]),
  },
  {
    name: 'what a call costs',
    target: 'spend.json',
    act: `const { addSpend } = await load('src/provider/budget.js')
      await addSpend(store, { inputTokens: 10, outputTokens: 5 }, now)`,
    holds: ({ t, store }) =>
      t.equal(readSpend(store, new Date('2026-11-20T11:00:00.000Z')).inputTokens, 20),
  },
  {
    name: 'feedback',
    target: 'feedback.json',
    act: `const { countFeedback } = await load('src/activity/feedback.js')
      await countFeedback(store, who, { used: ['a'], corrected: [] }, () => true)`,
    holds: desk =>
      desk.t.match(JSON.parse(read(desk, 'feedback.json')), { counts: { a: { used: 2 } } }),
  },
  {
    name: 'uses of skills',
    target: 'skills.json',
    act: `const { countSkillUses } = await load('src/skills/usage.js')
      const transcriptPath = dataDir + '-' + who
      const content = [{ type: 'tool_use', name: 'Skill', input: { skill: 'deploy' } }]
      const line = { type: 'assistant', message: { role: 'assistant', content } }
      const { writeFileSync } = await import('node:fs')
      writeFileSync(transcriptPath, JSON.stringify(line) + '\\n')
      const skills = [{ name: 'deploy', scope, path: '/none/deploy/SKILL.md' }]
      await countSkillUses(store, skills, { session: who, transcriptPath }, now)`,
    holds: desk =>
      desk.t.match(JSON.parse(read(desk, 'skills.json')), {
        uses: { 'global deploy': { count: 2 } },
      }),
  },
  {
    name: 'where uses count',
    target: 'usage.json',
    act: `const { transferUses } = await load('src/activity/usage.js')
      await transferUses(store, new Map([[who, 'x']]))`,
    holds: desk =>
      desk.t.match(JSON.parse(read(desk, 'usage.json')), { merged: { late: 'x', meanwhile: 'x' } }),
  },
  {
    name: 'the folding of sessions',
    target: 'usage.json',
    prepare: ({ store }) => {
      const at = '2026-11-18T10:00:00.000Z'
      appendToLedger(store, 's', { type: 'given', at, event: 'prompt', ids: ['aaaaaaaa'] })
      const time = Date.now() / 1000 - 2 * 24 * 60 * 60
      for (const { path } of listLedgers(store)) utimesSync(path, time, time)
    },
    act: `const { foldUsage } = await load('src/activity/usage.js')
      await foldUsage(store)`,
    holds: ({ t, store }) => {
      t.same(listLedgers(store), [])
      t.equal(new Usage(store).refresh().get('aaaaaaaa'), 1)
    },
  },
  {
    name: 'what was learned',
    target: 'learned.jsonl',
    act: NOTE_LEARNED,
    holds: desk => desk.t.same(learnedIds(desk).sort(), ['late', 'meanwhile']),
  },
  {
    name: 'how much waits for a look',
    target: 'waiting.json',
    act: NOTE_LEARNED,
    holds: ({ t, store }) =>
      t.same(JSON.parse(readFileSync(statePath(store, 'waiting.json'), 'utf8')), {
        waiting: { global: 2 },
      }),
  },
  {
    name: 'what was looked at',
    target: 'reviewed.json',
    act: `const { noteReviewed } = await load('src/activity/learned.js')
      await noteReviewed(store, [{ key: 'global', id: who, until: now.toISOString() }], now)`,
    holds: desk => {
      desk.t.match(read(desk, 'reviewed.json'), 'global late')
      desk.t.match(read(desk, 'reviewed.json'), 'global meanwhile')
    },
  },
  {
    name: 'a skill',
    target: 'SKILL.md',
    prepare: ({ store }) => {
      const folder = join(store.root, 'global/skills/notes')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'SKILL.md'), '---\nname: notes\ndescription: d\n---\n\nfirst\n')
    },
    act: `const { writeSkillCandidates } = await load('src/skills/write.js')
      const { toGlobalFolder } = await load('store/projects/projects.js')
      const folder = toGlobalFolder(store)
      const path = folder.path + '/skills/notes/SKILL.md'
      const skill = { name: 'notes', description: 'd', body: 'of ' + who, scope: 'global' }
      await writeSkillCandidates(store, folder, [skill], [{ name: 'notes', path, scope }])`,
    holds: ({ t, store }) => {
      const standing = readFileSync(join(store.root, 'global/skills/notes/SKILL.md'), 'utf8')
      const folder = statePath(store, 'history', 'global', 'skills', 'notes', 'SKILL.md')
      const kept = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
      t.match([...kept, standing].join('\n'), 'of meanwhile')
      t.match(standing, 'of late', 'it was decided anew')
    },
  },
  {
    name: 'the record of a batch',
    target: '/batches/',
    prepare: ({ store }) => {
      mkdirSync(batchFolder(store, 'global'), { recursive: true })
      const at = '2026-11-20T10:00:00.000Z'
      const record = {
        format: 1,
        id: 'b',
        session: 's',
        turns: ['t'],
        lastTurn: 1,
        failures: 0,
        at,
      }
      writeFileSync(join(batchFolder(store, 'global'), 'b.json'), JSON.stringify(record))
    },
    act: `const { readRecords, writeRecord } = await load('src/reflect/batches.js')
      const { withWorkLock } = await load('store/locks.js')
      const { toGlobalFolder } = await load('store/projects/projects.js')
      const folder = toGlobalFolder(store)
      await withWorkLock({ store, folder }, async lock => {
        const [record] = readRecords(store, 'global')
        const meant = { ...record.meant, [who]: [] }
        writeRecord(store, 'global', { ...record, meant }, () => lock.assertHeld())
      }).catch(error => {
        if (who !== 'late' || error.code !== 'STORE_LOCKED') throw error
      })`,
    holds: ({ t, store }) => t.match(readRecords(store, 'global'), [{ meant: { meanwhile: [] } }]),
  },
  {
    name: 'the log of changes',
    target: '/revisions/',
    prepare: ({ store, id }) => {
      const line = JSON.stringify({ id, at: '2026-11-20T10:00:00.000Z', stamp: 'old' }) + '\n'
      writeFileSync(revisionLog(store, 'global'), line.repeat(2_000))
    },
    act: EDIT,
    meanwhile: `const service = await openService()
      await service.remember({ scope, title: 'Meanwhile', content: 'x' })
      await service.close()`,
    holds: ({ t, store }) => {
      const folder = join(store.root, 'global/memories')
      const name = readdirSync(folder).find(one => one.startsWith('meanwhile--'))!
      const revision = readRevisions(store, 'global').get(idOfFileName(name)!)
      t.equal(revision?.stamp, statMemoryFile(folder, name)!.stamp)
    },
  },
  {
    name: 'a memory that is moved meanwhile',
    target: '/memories/',
    act: EDIT,
    meanwhile: `const service = await openService()
      await service.memories.move(id, { type: 'project', id: place })
      await service.close()`,
    holds: async ({ t, service, id, place }) => {
      const { items } = await service.memories.list()
      const held = items.filter(one => one.id === id).map(({ scope }) => scope)
      t.same(held, [project(place)], 'it lies in one place')
    },
  },
  {
    name: 'a memory that git merges meanwhile',
    target: '/memories/',
    act: EDIT,
    meanwhile: `const { withScopeLocks } = await load('store/locks.js')
      const { readdirSync, readFileSync, writeFileSync, renameSync } = await import('node:fs')
      const folder = dataDir + '/global/memories/'
      await withScopeLocks(store, ['global'], async () => {
        const name = readdirSync(folder).find(one => one.endsWith(id + '.md'))
        const text = readFileSync(folder + name, 'utf8').replace('original', 'merged')
        writeFileSync(folder + '.new', text)
        renameSync(folder + '.new', folder + name)
      })`,
    holds: async ({ t, service, id }) =>
      t.match(await service.memories.get(id), { content: 'merged', tags: ['late'] }),
  },
  {
    name: 'a memory that is settled meanwhile',
    target: '/memories/',
    act: EDIT,
    meanwhile: `const { withFolder } = await load('src/merge/folder.js')
      await withFolder(store, { key: 'global', path: 'global/memories' }, async files => {
        const [name] = files.names()
        const seen = files.read(name)
        files.write(name, seen.text.replace('original', 'settled'), seen)
      })`,
    holds: async ({ t, service, id }) =>
      t.match(await service.memories.get(id), { content: 'settled', tags: ['late'] }),
  },
]

for (const { name, target, stops, prepare, act, meanwhile = act, holds } of ROWS) {
  t.test(
    `${name}: a writer that slept right before ${stops ? 'it opens a file' : 'its rename'} overwrites nothing`,
    async t => {
      const { service, dataDir } = openService(t)
      const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'original' })
      const place = join(dataDir, '..', 'shop')
      const desk = { t, store: openStore(join(dataDir, 'svc.json')), service, id, place }
      await prepare?.(desk)
      const mark = join(dataDir, 'state', 'sleeps')
      const given = (who: string) => [dataDir, who, target, mark, id, place]
      const late = [...given('late'), stops ?? 'renameSync']
      const sleeper = startProcess(t, `${STOPS}\n${OPEN}\n${act}`, ...late)
      const output = outputOf(sleeper)
      await untilThere(mark)
      await runProcess(t, `${OPEN}\n${meanwhile}`, ...given('meanwhile'))
      sleeper.kill('SIGCONT')
      await output
      await holds(desk)
    },
  )
}
