// One trial: a writer is harmed on a fresh stage; what it left is looked at; it runs again in peace.
import { join } from 'node:path'
import { existsSync, rmSync } from 'node:fs'
import { examine } from './invariants.mjs'
import { harming, listing, readHarmed, readPoints } from './tracing.mjs'
import { restoreStage, runProgram } from './stage.mjs'

const RECOVERY_MS = 10_000

/** A run in peace: how long it takes, and the calls at which it can be harmed. */
export async function rehearse(stage, writer) {
  await restoreStage(stage)
  const plain = await runWriter(stage, writer, {})
  await restoreStage(stage)
  const log = join(stage.root, 'calls')
  const run = await runWriter(stage, writer, { wrap: listing(log) })
  const points = readPoints(log, stage.live)
  const problems = await judgeDone(stage, writer, run)
  if (problems.length > 0) throw new Error(`${writer.name} fails in peace: ${problems.join('; ')}`)
  return { ms: plain.ms, points }
}

/**
 * Harms the writer: `{call, at, error?}` by strace, or `{after}` milliseconds with SIGKILL. Undefined
 * where it came to its end unharmed, else what is wrong: [] where all is well.
 */
export async function tryHarm(stage, writer, harm, { keepsLocks = false } = {}) {
  await restoreStage(stage)
  const log = join(stage.root, 'harm')
  const run = await runWriter(stage, writer, howTo(harm, log))
  const where = whereHarmed(stage, harm, run, log)
  if (where === undefined) return undefined
  const problems = harm.error ? writer.judge(run) : []
  keepsLocks ||= writer.keepsLocks === true
  if (!keepsLocks) rmSync(join(stage.store, 'state', 'locks'), { recursive: true, force: true })
  problems.push(...(await judge(stage, writer, run)))
  const again = await runWriter(stage, writer, {})
  if (again.ms > RECOVERY_MS + 5_000) problems.push(`the next one took ${Math.round(again.ms)} ms`)
  problems.push(...(await judgeDone(stage, writer, again, run)))
  return problems.map(problem => `${problem} [${where}]`)
}

function howTo(harm, log) {
  if (harm.after !== undefined) return { killAfter: harm.after }
  return { wrap: harming(log, harm) }
}

function whereHarmed({ live }, harm, run, log) {
  if (!harm.error) return run.isKilled ? JSON.stringify(harm) : undefined
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
    return [...problems, ...(await writer.check(stage, { items, rows, run, isDone: false }))]
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
