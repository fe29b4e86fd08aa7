// One trial: a writer is harmed on a fresh stage; what it left is looked at; it runs again in peace.
import { join } from 'node:path'
import { existsSync, rmSync } from 'node:fs'
import { examine } from './invariants.mjs'
import { harming, isKilled, listing, readHarmed, readPoints } from './tracing.mjs'
import { harmGitRun, leaveGitAlone, listGitRuns, logOfGitRun, readGitPoints } from './git-runs.mjs'
import { restoreStage, runProgram } from './stage.mjs'

/** So long may the locks of whoever was killed hold up the next one (milliseconds). */
const RECOVERY_MS = 10_000

/** A run in peace: how long it takes, and the calls at which it can be harmed. */
export async function rehearse(stage, writer) {
  await restoreStage(stage)
  const plain = await runWriter(stage, writer, {})
  const points = [
    ...(await listPoints(stage, writer, false)),
    ...(await listPoints(stage, writer, true)),
    ...(await listGitPoints(stage, writer)),
  ]
  return { ms: plain.ms, points }
}

async function listPoints(stage, writer, isAlone) {
  await restoreStage(stage)
  const log = join(stage.root, 'calls')
  const run = await runWriter(stage, writer, { wrap: listing(log, isAlone) })
  await expectPeace(stage, writer, run)
  return readPoints(log, stage.live).map(point => ({ ...point, isAlone }))
}

async function listGitPoints(stage, writer) {
  await restoreStage(stage)
  listGitRuns(stage)
  const run = await runWriter(stage, writer, { wrap: argv => argv })
  leaveGitAlone(stage)
  await expectPeace(stage, writer, run)
  return readGitPoints(stage)
}

async function expectPeace(stage, writer, run) {
  const problems = await judgeDone(stage, writer, run)
  const { code, signal, ms } = run
  const how = `ended with ${signal ?? code} after ${Math.round(ms)} ms`
  if (problems.length > 0)
    throw new Error(`${writer.name} fails in peace, ${how}: ${problems.join('; ')}`)
}

/**
 * Harms the writer: at a call by strace, `{call, at, error?}`, in all that it starts, in its own
 * thread (`isAlone`) or in a run of git (`gitRun`); or with SIGKILL `{after}` milliseconds. The next
 * one is killed too after `killNextAfter` milliseconds. Undefined where it came to its end unharmed,
 * else what is wrong: [] where all is well.
 */
export async function tryHarm(stage, writer, harm, { keepsLocks = false, killNextAfter } = {}) {
  await restoreStage(stage)
  const log = harm.gitRun ? logOfGitRun(stage, harm.gitRun) : join(stage.root, 'harm')
  rmSync(log, { force: true })
  const run = await runWriter(stage, writer, howTo(stage, harm, log))
  leaveGitAlone(stage)
  stage.harmed++
  const where = whereHarmed(stage, harm, run, log)
  if (where === undefined) return undefined
  const problems = run.isKilled ? [] : writer.judge(run)
  keepsLocks ||= writer.keepsLocks === true
  if (!keepsLocks) rmSync(join(stage.store, 'state', 'locks'), { recursive: true, force: true })
  problems.push(...(await judge(stage, writer, run)))
  if (killNextAfter !== undefined && !writer.hasAnswers) {
    await runWriter(stage, writer, { killAfter: killNextAfter })
    stage.harmed++
  }
  const again = await runWriter(stage, writer, {})
  if (again.ms > RECOVERY_MS) problems.push(`the next one took ${Math.round(again.ms)} ms`)
  problems.push(...(await judgeDone(stage, writer, again, run)))
  return problems.map(problem => `${problem} [${where}]`)
}

function howTo(stage, harm, log) {
  if (harm.after !== undefined) return { killAfter: harm.after }
  if (harm.gitRun === undefined) return { wrap: harming(log, harm) }
  harmGitRun(stage, harm)
  return { wrap: argv => argv }
}

function whereHarmed({ live }, harm, run, log) {
  if (!harm.error) {
    // Of all that the writer starts it may be another program that was hit.
    const isHit = harm.after === undefined ? isKilled(log) : run.isKilled
    return isHit ? JSON.stringify(harm) : undefined
  }
  const { inside, outside } = readHarmed(log, live)
  // A fault among the files of Node or git themselves is not ours to survive.
  return inside.length === 0 || outside > 0 ? undefined : inside[0].replaceAll(live, '')
}

async function runWriter(stage, writer, how) {
  const run = await writer.run(stage, how)
  return { ...run, isKilled: run.signal === 'SIGKILL' || run.killed === true }
}

/** Right after the harm: what is there is whole, what was acknowledged is there. */
async function judge(stage, writer, run) {
  if (!existsSync(stage.store)) return []
  try {
    const { items, rows, problems } = await examine(stage)
    const found = writer.mends === true ? [] : problems
    return [...found, ...(await writer.check(stage, { items, rows, run, isDone: false }))]
  } catch (error) {
    return [`the store does not open: ${error.message}`]
  }
}

/** After a run in peace everything is as if nothing had happened. */
async function judgeDone(stage, writer, run, before) {
  const failed = writer.isDone(run, before)
    ? []
    : [`the next one failed: ${(run.stderr || run.stdout || run.error || '').trim().slice(-300)}`]
  const { items, rows, problems } = await examine(stage, { isSettled: true })
  const found = await writer.check(stage, { items, rows, run, before, isDone: true })
  return [...failed, ...problems, ...found].map(problem => `afterwards: ${problem}`)
}

/** The run of a writer that is one program. */
export async function runOnce(stage, argv, { wrap, killAfter, ...options }) {
  const kill = argv => ['timeout', '-s', 'KILL', `${(killAfter / 1000).toFixed(4)}`, ...argv]
  return runProgram(stage, argv, { ...options, wrap: killAfter === undefined ? wrap : kill })
}
