// A disk that is full: every kind of write goes on until there is no room, and again once there is.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAnswer } from './invariants.mjs'
import {
  closeStage,
  createStage,
  HOOK,
  runProgram,
  svc,
  untilAlone,
  withService,
} from './stage.mjs'
import { judgeCommand } from './writers/commands.mjs'

const SIZE = '8m'
const BALLAST = 6 * 1024 * 1024
const LONG = 'A sentence that takes some room on the disk. '.repeat(1_000).trim()

/** Rows for the table of the run; [] with a line that says why where no disk can be mounted. */
export async function runFullDisk() {
  const stage = await createStage()
  mkdirSync(stage.store, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', stage.store])
  if (mounted.status !== 0) {
    closeStage(stage)
    console.log('full-disk: not run, no disk can be mounted here (it needs root)')
    return []
  }
  try {
    return [await fill(stage)]
  } finally {
    await untilAlone(stage.root)
    spawnSync('umount', ['-l', stage.store])
    closeStage(stage)
  }
}

async function fill(stage) {
  const row = { name: 'full-disk', calls: 0, kills: 0, faults: 0, others: 0, missed: 0, bad: 0 }
  const note = problems => {
    row.others++
    if (problems.length === 0) return
    row.bad++
    console.log(`full-disk: ${problems.join('; ')}`)
  }
  // What somebody else takes up, and frees later; the last kilobytes too.
  const ballast = ['ballast', 'crumbs'].map(name => join(stage.store, name))
  writeFileSync(ballast[0], Buffer.alloc(BALLAST))
  const acked = await rememberUntilFull(stage, note)
  spawnSync('dd', ['if=/dev/zero', `of=${ballast[1]}`, 'bs=1k'])
  for (const [name, argv, options] of kindsOf(stage))
    note(await tryFull(stage, name, argv, options))
  note(await lookAt(stage, acked))
  for (const path of ballast) rmSync(path)
  for (const [name, argv, options] of kindsOf(stage)) {
    const run = await runProgram(stage, argv, options)
    note(run.code === 0 ? [] : [`${name} with room again: ${run.stderr}`])
  }
  note(await lookAt(stage, acked))
  const told = await withService(stage, service => service.past.read('s'))
  note(told.length === 0 ? [] : ['a session that was forgotten is there'])
  return row
}

async function rememberUntilFull(stage, note) {
  const acked = []
  for (let n = 0; n < 200; n++) {
    const run = await runProgram(stage, svc('remember', '--title', `Item ${n}`, LONG))
    if (run.code === 0) acked.push(`Item ${n}`)
    else {
      note([...judgeCommand(run), ...(/disk is full/.test(run.stderr) ? [] : [run.stderr])])
      return acked
    }
  }
  note(['the disk never became full'])
  return acked
}

function kindsOf(stage) {
  const payload = (event, fields) =>
    JSON.stringify({ hook_event_name: event, session_id: 's', cwd: stage.shop, ...fields })
  const lines = join(stage.live, 'lines.jsonl')
  writeFileSync(
    lines,
    [1, 2, 3]
      .map(n =>
        JSON.stringify({
          scope: stage.scope,
          title: `Line ${n}`,
          content: LONG,
          createdAt: '2026-01-01T00:00:00Z',
        }),
      )
      .join('\n'),
  )
  writeFileSync(join(stage.shop, 'AGENTS.md'), '# Rule\n\nDo it.\n')
  const hook = [process.execPath, HOOK]
  const turn = { turn_id: 't', prompt: 'Which item?', last_assistant_message: LONG }
  return [
    ['remember', svc('remember', '--title', 'Late', LONG)],
    ['load', svc('load', lines)],
    ['import', svc('import', '--force')],
    ['consolidate', svc('consolidate', '--scope', 'project')],
    ['SessionStart', hook, { input: payload('SessionStart', { source: 'startup' }) }],
    ['UserPromptSubmit', hook, { input: payload('UserPromptSubmit', { prompt: 'Which item?' }) }],
    ['Stop', hook, { input: payload('Stop', turn) }],
    ['reflect', svc('reflect')],
    ['search', svc('search', 'item')],
    ['forget', svc('forget', '--session', 's')],
    ['git init', svc('git', 'init')],
    ['git commit', svc('git', 'commit')],
  ]
}

/** On a full disk a command may fail, with one line; a hook answers. */
async function tryFull(stage, name, argv, options) {
  const run = await runProgram(stage, argv, options)
  const isHook = argv[1] === HOOK
  if (isHook) return isAnswer(run) ? [] : [`${name}: ${run.code} ${run.stdout}`]
  // What git says of a full disk is git's.
  const problems = name.startsWith('git') ? [] : judgeCommand(run)
  return problems.map(problem => `${name}: ${problem}`)
}

async function lookAt(stage, acked) {
  return withService(stage, async service => {
    const { items } = await service.memories.list({ limit: 1000 })
    const whole = new Set(
      items.filter(({ content }) => content.trim() === LONG).map(({ title }) => title),
    )
    const lost = acked.filter(title => !whole.has(title))
    const torn = items.filter(
      ({ title, content }) => /^(?:Item|Line|Late)/.test(title) && content.trim() !== LONG,
    )
    return [
      ...lost.map(title => `${title} is lost`),
      ...torn.map(({ title }) => `${title} is torn`),
    ]
  })
}
