// Whoever writes in a store. A writer has a name and
//   prepare(stage)            what is there before
//   run(stage, how)           one run of it: `how.wrap` puts a program in front, `how.killAfter` ends it
//   judge(run)                what is wrong with how it ended where a call failed: [] where nothing is
//   isDone(run)               whether a run in peace did what it should
//   hasAnswers                whether one run acknowledges several things: none of its runs is left out
//   mends                     whether it makes whole what was not before it
//   check(stage, seen)        what is wrong with what it left: right after, and once it is `isDone`
import commands from './commands.mjs'
import gitWriters from './git.mjs'
import hooks from './hooks.mjs'
import past from './past.mjs'
import service from './service.mjs'
import worker from './worker.mjs'

export const WRITERS = [...service, ...commands, ...hooks, ...worker, ...past, ...gitWriters]
