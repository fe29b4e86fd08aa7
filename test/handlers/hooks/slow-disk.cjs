// Preloaded, a disk is slow by the clocks of the hook program and by no other: opening or reading a
// file that SVC_TEST_SLOW matches takes it SVC_TEST_SLOW_MS, and is noted in the file SVC_TEST_READ.
'use strict'
const fs = require('node:fs')

const IMPORT_MS = 1_000
const { SVC_TEST_SLOW = '^$', SVC_TEST_SLOW_MS, SVC_TEST_READ } = process.env
const isSlow = new RegExp(SVC_TEST_SLOW)
let passed = 0

if (process.argv[1]?.endsWith('svc-hook.cjs')) {
  const { openSync, readFileSync, appendFileSync } = fs
  const limits = []
  let isReading = false
  const pass = path => {
    if (isReading || !isSlow.test(String(path))) return
    appendFileSync(SVC_TEST_READ, `${path}\n`)
    passed += Number(SVC_TEST_SLOW_MS)
    for (const { at, end } of limits) if (passed >= at) end.abort()
  }
  fs.openSync = (path, ...given) => (pass(path), openSync(path, ...given))
  // Of some versions of Node it opens the file by the function above.
  fs.readFileSync = (path, ...given) => {
    pass(path)
    isReading = true
    try {
      return readFileSync(path, ...given)
    } finally {
      isReading = false
    }
  }

  const uptime = process.uptime.bind(process)
  process.uptime = () => uptime() + passed / 1_000
  const now = performance.now.bind(performance)
  performance.now = () => now() + passed
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = ms => {
    if (ms !== IMPORT_MS) return timeout(ms)
    const end = new AbortController()
    limits.push({ at: passed + ms, end })
    return end.signal
  }
}
