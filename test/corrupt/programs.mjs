// What the programs make of a damaged store.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { HOOK, SVC } from '../built.mjs'

export { SVC }
let copies = 0

/** Real processes: one line where something is wrong, no trace, and a hook that ends with 0. */
export function tryPrograms({ folder, home, project, dataDir: from }) {
  // What they start goes on behind them: not in the store that is put back.
  const dataDir = join(folder, `copy-${(copies += 1)}`)
  spawnSync('cp', ['-a', from, dataDir])
  const env = { PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: dataDir }
  const run = (args, input) =>
    spawnSync(
      'env',
      [
        '-i',
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        process.execPath,
        ...args,
      ],
      { cwd: project, encoding: 'utf8', input, timeout: 60_000 },
    )
  const problems = []
  for (const command of [
    ['list'],
    ['status'],
    ['remember', '--title', 'New', 'text'],
    ['doctor'],
  ]) {
    const { stderr, status } = run([SVC, ...command])
    const isTold =
      stderr.trim().split('\n').length <= 2 &&
      !/\n\s+at /.test(stderr) &&
      !/\bE[A-Z]+:/.test(stderr)
    if (!isTold || ![0, 1].includes(status))
      problems.push(`svc ${command[0]} ended with ${status}: ${stderr}`)
  }
  const payload = {
    hook_event_name: 'UserPromptSubmit',
    session_id: 'p',
    cwd: project,
    prompt: 'when do releases leave?',
  }
  const { status, stdout, stderr } = run([HOOK], JSON.stringify(payload))
  if (status !== 0 || stderr !== '') problems.push(`svc-hook ended with ${status}: ${stderr}`)
  JSON.parse(stdout)
  return problems
}
