#!/usr/bin/env node
// What git makes of a store of 1,000 memories: npm run bench:git
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { closeBase, ENV, mergeSeed, openBase, WAYS, withService } from './two-clones.mjs'

const RUNS = 20
const EDITS = 20
const base = await openBase(1_000)
try {
  console.log('1,000 memories; two branches, 20 new and 10 edited memories each, 20 runs\n')
  await printConflicts()
  await printCommits()
} finally {
  closeBase(base)
}

async function printConflicts() {
  const rows = []
  for (let seed = 1; seed <= RUNS; seed++) rows.push(...(await mergeSeed(base, seed)))
  for (const way of WAYS) {
    const own = rows.filter(row => row.way === way)
    const files = own.reduce((sum, { unmerged }) => sum + unmerged, 0)
    const clean = own.filter(({ stopped }) => stopped === 0).length
    const lost = own.reduce((sum, { problems }) => sum + problems.length, 0)
    const told = `${(files / RUNS).toFixed(2)} files a run, ${clean} of ${RUNS} clean`
    console.log(`${way.padEnd(8)} ${told}, ${lost} problems`)
  }
}

/** One edit of one line, committed: what a reviewer reads, and what the repository grows by. */
async function printCommits() {
  const dataDir = join(base.folder, 'base')
  const git = (...args) => execFileSync('git', args, { cwd: dataDir, env: ENV, encoding: 'utf8' })
  const sizes = []
  const lines = []
  await withService(dataDir, async service => {
    const { items } = await service.memories.list({ limit: EDITS })
    for (const { id, content } of items) {
      const before = looseBytes(dataDir)
      const [, ...rest] = content.split('\n')
      await service.memories.edit(id, {
        content: ['- One line is another now.', ...rest].join('\n'),
      })
      git('commit', '-qam', 'edit')
      lines.push(git('show', '--numstat', '--format=', 'HEAD').trim())
      sizes.push(looseBytes(dataDir) - before)
    }
  })
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1024
  const isOneLine = lines.every(line => /^1\t1\t[^\n]+$/.test(line))
  console.log(
    `\none edited line: ${isOneLine ? '1 file, 1 line added, 1 removed' : lines.join('; ')}`,
  )
  console.log(`${kilobytes.toFixed(1)} KB a commit, before git packs`)
}

function looseBytes(dataDir) {
  const objects = join(dataDir, '.git', 'objects')
  const names = readdirSync(objects, { recursive: true }).map(name => join(objects, String(name)))
  return names
    .map(path => statSync(path))
    .reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0)
}
