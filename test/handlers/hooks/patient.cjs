// Preloaded into the hook program and `svc mcp`: what they give themselves in milliseconds becomes a minute, so that a
// machine under load shows what the hook answers. Tests of the limits themselves go without it.
'use strict'
const { basename } = require('node:path')

const DEADLINES_MS = [1_800, 2_000]
const IMPORT_MS = 1_000
const PATIENT_MS = 60_000

if (/^svc(?:-hook)?(?:\.c?js)?$/.test(basename(process.argv[1] ?? ''))) {
  const { setTimeout } = globalThis
  globalThis.setTimeout = Object.assign(
    (action, ms, ...given) =>
      setTimeout(action, DEADLINES_MS.includes(ms) ? PATIENT_MS : ms, ...given),
    setTimeout,
  )
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = ms => timeout(ms === IMPORT_MS ? PATIENT_MS : ms)
}
