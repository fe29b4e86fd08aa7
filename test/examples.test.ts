import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import './built.mjs'
import { ROOT } from './root.js'
import { removeFolder } from './remove-folder.mjs'

/** All but the file by which the linter finds its configuration. */
const examples = readdirSync(join(ROOT, 'examples')).filter(name => name !== 'eslint.config.mjs')

/** What each example prints, so that one which checks nothing any more is noticed. */
const PRINTS: Record<string, RegExp> = {
  'fetch-handler.mjs': /code: 'UNAUTHORIZED'/,
  'git-review.mjs': /^-Staging runs on port 8080\.\n\+Staging runs on port 9090\.$/m,
  'hook.mjs': /- \[constraint\] AGENTS\.md \(file .*\)\n {2}Use pnpm, never npm\./,
  'remember-and-recall.mjs': /^title: Never push on Fridays$/m,
}

/** Run by test/runtimes/, on the runtimes and with the frameworks that they are for. */
const RUN_THERE = ['ai-sdk.mjs', 'deno.mjs', 'langgraph-store.mjs', 'node-server.mjs', 'serve.mjs']

t.same(examples.sort(), [...Object.keys(PRINTS), ...RUN_THERE].sort(), 'every example is run')

for (const name of Object.keys(PRINTS)) {
  t.test(`examples/${name} holds what it asserts and leaves nothing behind`, async t => {
    const home = mkdtempSync(join(tmpdir(), 'svc-examples-'))
    t.teardown(() => removeFolder(home))
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'examples', name)],
      { cwd: home, env: { PATH: process.env.PATH, HOME: home, TMPDIR: home } },
    )
    t.match(stdout, PRINTS[name] ?? /./)
    t.equal(stderr, '')
    // A hook leaves the making of an index to a process of its own, which may come later.
    if (name !== 'hook.mjs') t.same(readdirSync(home), [])
    t.ok(readFileSync(join(ROOT, 'examples', name), 'utf8').split('\n').length <= 41)
  })
}
