import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLines, createPrompt } from './corpus.mjs'
import { timeProcess } from './processes.mjs'
import { makeHome, SVC } from './store.mjs'

/** The row of importing `count` agent files. */
export function measureImport(work, count) {
  const { cwd, env } = makeHome(work, 'import')
  mkdirSync(join(cwd, '.claude/commands'), { recursive: true })
  for (let n = 0; n < count; n++) {
    writeFileSync(join(cwd, `.claude/commands/c${n}.md`), `# ${n}\n\n${createPrompt(120, n)}\n`)
  }
  const ms = timeProcess([...SVC, 'import', cwd, '--force'], { env, cwd })
  return { name: 'import of files', size: count, value: ms / 1_000, unit: 's' }
}

/** Rows of consolidating `count` memories: where a scope may keep them all, and where only 200. */
export function* measureConsolidation(work, count) {
  for (const [name, capacity] of [
    ['svc consolidate, all kept', count],
    ['svc consolidate, 200 kept', 200],
  ]) {
    const { cwd, env } = makeHome(work, `consolidate-${capacity}`)
    const scope = { type: 'project', id: cwd }
    timeProcess([...SVC, 'load', '-'], { input: createLines(count, scope), env, cwd })
    const command = [...SVC, 'consolidate', '--scope', 'project']
    const ms = timeProcess(command, { env: { ...env, SVC_CAPACITY: String(capacity) }, cwd })
    yield { name, size: count, value: ms / 1_000, unit: 's' }
  }
}
