// Preloaded into the hook program: counts by kind what it asks of the file system, and the bytes that
// it reads of its own program and of the rest, and writes them and each call (`statSync /path`) as
// JSON into the file that SVC_TEST_CALLS names. A call that Node makes within another one is not
// counted, and what goes over standard streams neither; nor is the look at an open file, which
// readFileSync takes too.
'use strict'
const fs = require('node:fs')
const { basename, dirname } = require('node:path')

const KINDS = {
  open: ['openSync', 'readFileSync', 'writeFileSync', 'appendFileSync'],
  read: ['readSync', 'readFileSync', 'readvSync'],
  stat: ['statSync', 'lstatSync', 'existsSync', 'accessSync'],
  realpath: ['realpathSync', 'readlinkSync'],
  readdir: ['readdirSync', 'opendirSync'],
  mkdir: ['mkdirSync', 'mkdtempSync'],
  write: ['writeSync', 'writeFileSync', 'appendFileSync', 'writevSync', 'ftruncateSync'],
  sync: ['fsyncSync', 'fdatasyncSync'],
  place: ['renameSync', 'linkSync', 'symlinkSync', 'copyFileSync', 'truncateSync'],
  remove: ['unlinkSync', 'rmSync', 'rmdirSync'],
  mark: ['utimesSync', 'futimesSync', 'lutimesSync', 'chmodSync', 'fchmodSync', 'chownSync'],
}

if (/^svc-hook(\.cjs)?$/.test(basename(process.argv[1] ?? ''))) count(dirname(process.argv[1]))

function count(own) {
  const { writeFileSync } = fs
  const counts = { programBytes: 0, otherBytes: 0 }
  for (const kind of Object.keys(KINDS)) counts[kind] = 0
  const calls = []
  const opened = new Map()
  let depth = 0
  const isSeen = path => depth === 0 && (typeof path !== 'number' || opened.has(path))
  const note = (name, path, answer) => {
    const at = typeof path === 'number' ? opened.get(path) : String(path)
    // How Node finds and reads the first file differs from version to version.
    if (at === process.argv[1] || at === '/dev/stdin') return
    calls.push(`${name} ${at}`)
    for (const [kind, names] of Object.entries(KINDS)) if (names.includes(name)) counts[kind]++
    const bytes = name === 'readSync' ? answer : name === 'readFileSync' ? answer.length : 0
    counts[at.startsWith(own) ? 'programBytes' : 'otherBytes'] += bytes
  }
  const watch = (owner, name) => {
    const call = owner[name]
    owner[name] = Object.assign((path, ...given) => {
      const isOuter = isSeen(path)
      depth++
      let answer
      try {
        answer = call.call(fs, path, ...given)
      } finally {
        depth--
        if (isOuter) note(name, path, answer ?? '')
      }
      if (name === 'openSync') opened.set(answer, String(path))
      return answer
    }, call)
  }
  for (const name of new Set(Object.values(KINDS).flat())) watch(fs, name)
  watch(fs.realpathSync, 'native')
  process.on('exit', () => {
    const { programBytes, otherBytes, ...kinds } = counts
    const bytes = { programKB: Math.ceil(programBytes / 1e3), otherKB: Math.ceil(otherBytes / 1e3) }
    const told = JSON.stringify({ counts: { ...bytes, ...kinds }, calls })
    writeFileSync(process.env.SVC_TEST_CALLS, told)
  })
}
