// Stores two memories, asks for one of them the way a plugin does, and shows the file on disk.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService, SvcError } from 'agent-memory-service'

const dataDir = mkdtempSync(join(tmpdir(), 'svc-example-'))
const svc = createService({ dataDir })
const global = { type: 'global', id: null }
const shop = { type: 'project', id: join(dataDir, 'shop') }
try {
  const content = 'Answer in British English, without emoji.'
  await svc.remember({ scope: global, kind: 'preference', title: 'Language', content })
  const rule = await svc.remember({
    scope: shop,
    kind: 'constraint',
    title: 'Never push on Fridays',
    content: 'Releases go out Monday to Thursday.',
    tags: ['git'],
  })

  const [found] = await svc.recall({ scopes: [shop, global], text: 'may I push this on a friday?' })
  assert.equal(found.id, rule.id)

  const [folder] = readdirSync(join(dataDir, 'projects'))
  const memories = join(dataDir, 'projects', folder, 'memories')
  console.log(readFileSync(join(memories, readdirSync(memories)[0]), 'utf8'))

  // Every failure is an SvcError with a code.
  await assert.rejects(svc.memories.get('nosuchid'), error => {
    return error instanceof SvcError && error.code === 'MEMORY_NOT_FOUND'
  })
} finally {
  await svc.close()
  rmSync(dataDir, { recursive: true })
}
