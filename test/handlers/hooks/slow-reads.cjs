// Preloaded, reading a memory file takes a hook 25 ms, as on a disk that is far away.
'use strict'
const fs = require('node:fs')

const READ_MS = 25
const { readFileSync } = fs
const isHook = process.argv[1]?.endsWith('svc-hook.cjs')

fs.readFileSync = (path, ...given) => {
  if (isHook && String(path).endsWith('.md')) wait(READ_MS)
  return readFileSync(path, ...given)
}

function wait(ms) {
  const end = performance.now() + ms
  while (performance.now() < end);
}
