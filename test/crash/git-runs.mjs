// The runs of git that a program starts, each behind a strace of its own: a fault in one of them is
// git's, and no pipe between git and its parent is in the way.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { harming, listing, readPoints } from './tracing.mjs'

const GIT = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()
/** Stands before git in PATH: counts its runs and puts strace in front of all, or of one. */
const SCRIPT = `#!/bin/sh
n=1
while ! mkdir "$SVC_TEST_RUNS/$n" 2>/dev/null; do n=$((n + 1)); done
case "$SVC_TEST_RUN" in
  all | "$n") exec $SVC_TEST_STRACE -o "$SVC_TEST_RUNS/$n/log" ${GIT} "$@" ;;
  *) exec ${GIT} "$@" ;;
esac
`

/** Lists what each run of git asks for, from now on. */
export function listGitRuns(stage) {
  watch(stage, 'all', listing('')([]))
}

/** Harms one run of git, from now on. */
export function harmGitRun(stage, { gitRun, ...harm }) {
  watch(stage, gitRun, harming('', harm)([]))
}

/** Lets git run as it is. */
export function leaveGitAlone(stage) {
  delete stage.env
}

export const logOfGitRun = ({ root }, run) => join(root, 'git-runs', String(run), 'log')

/** The calls at which each listed run of git can be harmed. */
export function readGitPoints(stage) {
  return readdirSync(join(stage.root, 'git-runs')).flatMap(run =>
    readPoints(logOfGitRun(stage, run), stage.live).map(point => ({
      ...point,
      gitRun: Number(run),
    })),
  )
}

function watch(stage, run, strace) {
  const [bin, runs] = ['git-bin', 'git-runs'].map(name => join(stage.root, name))
  rmSync(runs, { recursive: true, force: true })
  for (const folder of [bin, runs]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(bin, 'git'), SCRIPT)
  chmodSync(join(bin, 'git'), 0o755)
  stage.env = {
    PATH: `${bin}:${process.env.PATH}`,
    SVC_TEST_RUNS: runs,
    SVC_TEST_RUN: String(run),
    SVC_TEST_STRACE: strace
      .filter((word, at) => word !== '-o' && strace[at - 1] !== '-o')
      .join(' '),
  }
}
