// The HTTP API without a server: Request in, Response out, on any runtime that has these classes.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from 'agent-memory-service'
import { createHandler } from 'agent-memory-service/handlers'

const dataDir = mkdtempSync(join(tmpdir(), 'svc-example-'))
const service = createService({ dataDir })
const handle = createHandler(service, { host: 'memory.example', token: 'open-sesame' })
const ask = (path, init) =>
  handle(
    new Request(`https://memory.example/svc${path}`, {
      headers: { authorization: 'Bearer open-sesame' },
      ...init,
    }),
  )
try {
  const scope = { type: 'global', id: null }
  const body = JSON.stringify({ scope, title: 'Package manager', content: 'Use pnpm, never npm.' })
  const created = await ask('/memories', { method: 'POST', body })
  assert.equal(created.status, 201)
  const { id } = await created.json()

  const found = await (await ask('/memories?text=packages')).json()
  assert.deepEqual(
    found.items.map(item => item.id),
    [id],
  )

  const stranger = await ask('/status', { headers: {} })
  assert.equal(stranger.status, 401)
  console.log(await stranger.json())
} finally {
  await service.close()
  rmSync(dataDir, { recursive: true })
}
