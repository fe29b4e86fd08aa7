import t from 'tap'
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Service } from '../../src/api.js'
import { moveSkills } from '../../src/scopes/move-items.js'
import { listScopes, toGlobalFolder } from '../../store/projects/projects.js'
import { openStore } from '../../store/store.js'
import { temporaryFolder } from '../store/fixture.js'
import { GLOBAL, openService, project } from './fixture.js'

/** The two ways in which editors save. */
const SAVES = {
  'by rename': (path: string, text: string) => {
    writeFileSync(`${path}~`, text)
    renameSync(`${path}~`, path)
  },
  'in place': (path: string, text: string) => writeFileSync(path, text),
}

type Call = (path: string, to: string) => unknown

/** The file that a call of the file system is about to replace or remove. */
const MOMENTS: Record<string, { calls: string[]; fileOf: (...paths: [string, string]) => string }> =
  {
    'before the check': {
      calls: ['openSync'],
      fileOf: path => join(dirname(path), /^\.(.+\.md)\..+\.tmp$/.exec(basename(path))?.[1] ?? '.'),
    },
    'between check and rename': { calls: ['renameSync'], fileOf: (_, to) => to },
    'between check and removal': { calls: ['renameSync', 'unlinkSync'], fileOf: path => path },
  }

/**
 * Lets a person save once, right before svc's next call about a file of the folder, while `action`
 * runs. Answers the file.
 */
async function savingAt(
  { folder, moment, save }: { folder: string; moment: string; save: keyof typeof SAVES },
  action: () => Promise<unknown>,
): Promise<string | undefined> {
  const { calls, fileOf } = MOMENTS[moment]!
  const originals = Object.fromEntries(calls.map(call => [call, Reflect.get(fs, call) as Call]))
  const put = (wrap: (original: Call) => Call) => {
    for (const call of calls) Reflect.set(fs, call, wrap(originals[call]!))
    syncBuiltinESMExports()
  }
  let saved: string | undefined
  put(original => (path, to, ...more: unknown[]) => {
    const file = fileOf(String(path), String(to))
    if (dirname(file) === folder && file.endsWith('.md') && existsSync(file)) {
      put(same => same)
      saved = file
      SAVES[save](file, readFileSync(file, 'utf8').replace('Fridays', 'Mondays'))
    }
    return (original as (...all: unknown[]) => unknown)(path, to, ...more)
  })
  await action().finally(() => put(same => same))
  return saved
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md') && fs.statSync(join(folder, path)).isFile())
    .map(path => readFileSync(join(folder, path), 'utf8'))
}

const SAID = 'Deploy with make release, never by hand on Fridays.'
const ACTS: Record<string, (service: Service, id: string, folder: string) => Promise<unknown>> = {
  edit: (service, id) => service.memories.edit(id, { content: 'edited' }),
  forget: (service, id) => service.memories.forget(id),
  consolidate: service => service.consolidate(GLOBAL),
  move: (service, id, folder) => service.memories.move(id, project(folder)),
}

/** No call tells of a save by rename between the check and the rename of a write: both are in one tick. */
const CASES: [string, string, (keyof typeof SAVES)[]][] = [
  ['edit', 'before the check', ['by rename', 'in place']],
  ['edit', 'between check and rename', ['in place']],
  ['forget', 'between check and removal', ['by rename', 'in place']],
  ['consolidate', 'before the check', ['by rename', 'in place']],
  ['consolidate', 'between check and rename', ['in place']],
  ['move', 'between check and removal', ['by rename', 'in place']],
]

for (const [act, moment, saves] of CASES)
  for (const save of saves)
    t.test(`${act}: what a person saves ${save} ${moment} is not lost`, async t => {
      const { service, dataDir, memories } = openService(t)
      await service.remember({ scope: GLOBAL, title: 'How to deploy', content: SAID })
      const { id } = await service.remember({ scope: GLOBAL, title: 'Deploying', content: SAID })
      const folder = temporaryFolder(t)
      const saved = await savingAt({ folder: memories, moment, save }, () =>
        ACTS[act]!(service, id, folder),
      )
      t.ok(saved, 'it came to that')
      t.ok(textsBelow(dataDir).some(text => text.includes('Mondays')))
      t.match(await service.doctor(), { ok: true })
    })

for (const save of ['by rename', 'in place'] as const)
  t.test(`a skill that a person saves ${save} while it is moved is not lost`, async t => {
    const { service, dataDir } = openService(t)
    const scope = project(temporaryFolder(t))
    await service.remember({ scope, title: 'T', content: 'x' })
    const store = openStore(join(dataDir, 'svc.json'))
    const own = listScopes(store).find(({ key }) => key !== 'global')!
    const folder = join(own.path, 'skills', 'release')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'SKILL.md'), SAID)
    const moment = 'between check and removal'
    const saved = await savingAt({ folder, moment, save }, () =>
      moveSkills(store, own, toGlobalFolder(store)),
    )
    t.ok(saved)
    t.ok(textsBelow(dataDir).some(text => text.includes('Mondays')))
  })
