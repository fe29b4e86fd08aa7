// Preloaded, the look into folders of the workspace never ends, and nothing but the hook's own limit ends the wait.
'use strict'
const fs = require('node:fs')

if (process.argv[1]?.endsWith('svc-hook.cjs')) {
  fs.readdir = () => setTimeout(() => undefined, 60_000)
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = ms => timeout(ms === 1_000 ? 60_000 : ms)
}
