import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Memory } from '../../../../store/types.js'
import { chatReply, sendJson, startServer } from '../../provider/fixture.js'
import { Shell } from '../shell.js'

t.test('svc aliases fills in what is missing, here and globally', async t => {
  const shell = new Shell(t)
  const here = await shell.ask<Memory>(['remember', '--title', 'Rotate the key', 'Run rotate.sh.'])
  const global = ['remember', '--scope', 'global', '--title', 'Tabs', 'Never spaces.']
  const { id } = await shell.ask<Memory>(global)
  let isDown = false
  const { url, seen } = await startServer(t, (_, response) => {
    const aliases = { [here.id]: ['renew a secret', '401'], [id]: ['indentation'] }
    if (isDown) sendJson(response, {}, 400)
    else sendJson(response, chatReply(JSON.stringify({ aliases })))
  })
  const env = { SVC_PROVIDER: 'openai-compatible', SVC_PROVIDER_URL: url }
  const plan = await shell.run(['aliases', '--dry-run'], { env })
  t.match(plan.stdout, /^would ask about 2 memories in 2 requests, about \d+ tokens; nothing was/)
  t.equal(plan.stderr, '')
  t.equal(seen.length, 0)
  isDown = true
  const failed = await shell.runBuilt(['aliases'], { env })
  t.equal(failed.code, 1)
  t.match(failed.stderr, /^svc: .*400.*; 2 memories without aliases left, svc aliases goes on\n$/)
  isDown = false
  const limited = await shell.run(['aliases', '--limit', '1', '--json'], { env })
  const title = 'Rotate the key'
  const items = [{ id: here.id, title, aliases: ['renew a secret', '401'] }]
  t.same(JSON.parse(limited.stdout), { asked: 1, filled: 1, left: 1, items })
  t.same(await shell.run(['aliases'], { env }), {
    ...{ code: 0, stderr: '' },
    stdout: `${id}  Tabs  indentation\n`,
  })
  t.same((await shell.ask<Memory>(['show', here.id])).aliases, ['renew a secret', '401'])
  t.match((await shell.run(['aliases'], { env })).stdout, /^no memory of .* lacks aliases\n$/)
})

t.test('without a model svc aliases takes phrases of the text itself', async t => {
  const shell = new Shell(t)
  const title = ['remember', '--title', 'Rotate the key']
  const { id } = await shell.ask<Memory>([...title, 'Run rotate.sh.'])
  t.equal(
    await shell.say(['aliases']),
    'no heading or code name to make aliases of; a model set with SVC_PROVIDER finds others\n',
  )
  await shell.say(['edit', '--content', 'The vaultRotator does it.', id])
  const aliased = await shell.ask<Memory>(['show', id])
  t.same(aliased.aliases, ['vault rotator'])
  const path = join(shell.home, 'lines.jsonl')
  writeFileSync(path, JSON.stringify({ ...aliased, aliases: [] }))
  await shell.say(['load', path])
  t.match(await shell.say(['aliases', '--dry-run']), /^would give 1 memory aliases of their own/)
  t.match(await shell.run(['aliases']), {
    ...{ code: 0, stderr: 'gave 1 memory aliases of their own text\n' },
    stdout: `${id}  Rotate the key  vault rotator\n`,
  })
  t.match(await shell.say(['show', id]), /aliases +vault rotator/)
  await shell.say(['edit', '--aliases', '', id])
  t.match(await shell.say(['aliases']), /^no memory of .* lacks aliases\n$/)
})
