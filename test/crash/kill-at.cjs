// Preloaded into a worker: kills its process right before its n-th change inside the store.
'use strict'
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const store = process.env.SVC_TEST_KILL_STORE
const at = Number(process.env.SVC_TEST_KILL_AT)
const CHANGES = [
  'renameSync',
  'linkSync',
  'rmSync',
  'unlinkSync',
  'appendFileSync',
  'mkdirSync',
  'openSync',
]
let changes = 0

for (const name of CHANGES) {
  const change = fs[name]
  fs[name] = (...given) => {
    if (isChange(name, given) && ++changes === at) process.kill(process.pid, 'SIGKILL')
    return change(...given)
  }
}
syncBuiltinESMExports()

/** Opening counts where it may make a file: the temporary one of a durable write, a log. */
function isChange(name, [path, flags]) {
  const mayMake = typeof flags === 'number' ? flags & fs.constants.O_CREAT : /^[aw]/.test(flags)
  return (name !== 'openSync' || mayMake) && String(path).startsWith(store)
}
