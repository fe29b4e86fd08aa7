// The store in git: each change of a memory is a change of its lines in its own file.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from 'agent-memory-service'

const dataDir = mkdtempSync(join(tmpdir(), 'svc-example-'))
const svc = createService({ dataDir })
const author = ['-c', 'user.name=example', '-c', 'user.email=example@example.com']
const git = (...args) =>
  execFileSync('git', [...author, ...args], { cwd: dataDir, encoding: 'utf8' })
const commit = message => git('commit', '--quiet', '--all', '--message', message)
try {
  git('init', '--quiet')
  const scope = { type: 'project', id: '/work/shop' }
  const content = 'Staging runs on port 8080.\nProduction needs two reviewers.'
  const { id } = await svc.remember({ scope, title: 'Deployment', content })
  git('add', '.')
  commit('Remember how we deploy')

  await svc.memories.edit(id, { content: content.replace('8080', '9090') })
  assert.match(git('diff', '--shortstat'), /1 file changed, 1 insertion\(\+\), 1 deletion\(-\)/)
  console.log(git('diff', '--unified=0'))

  // Recalling changes no tracked file, so a pull never meets local changes.
  commit('Staging has moved')
  await svc.memories.context({ scopes: [scope], text: 'where does staging run?' })
  assert.equal(git('status', '--porcelain'), '')

  // What git changes is what the service answers: here it goes back to the first version.
  git('revert', '--no-edit', 'HEAD')
  assert.equal((await svc.memories.get(id)).content, content)
} finally {
  await svc.close()
  rmSync(dataDir, { recursive: true })
}
