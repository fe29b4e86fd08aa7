import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createHandler } from '../../handlers/http/fetch.js'
import { createService } from '../../src/service/service.js'
import { HookDesk } from '../handlers/hooks/desk.js'
import { HOSTILE } from './hostile.js'
import { judge } from './judge.js'

const SHORT = HOSTILE.filter(text => text.length < 2_000)
const nameOf = (text: string) => JSON.stringify(text.slice(0, 40)).replace(/[^ -~]/g, '?')

t.test('POST /svc/recall answers a context that nothing leaves', async t => {
  const desk = new HookDesk(t)
  const service = createService({ dataDir: desk.store }, { home: desk.home })
  t.teardown(() => service.close())
  const scope = { type: 'project', id: desk.project } as const
  for (const [at, text] of SHORT.entries())
    await service.remember({
      ...{ scope, title: `Pelican ${at} ${text}`.slice(0, 190), content: `Pelicans. ${text}` },
      ...{ tags: ['t'], source: { runtime: text.slice(0, 60), note: text } },
    })
  const handle = createHandler(service, { log: () => undefined })
  let given = 0
  for (const at of SHORT.keys()) {
    if (at % 2 > 0) continue
    const body = JSON.stringify({ scopes: [scope], text: `What about pelican ${at}?` })
    const request = new Request('http://127.0.0.1:4747/svc/recall', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answer = (await (await handle(request)).json()) as { text?: string }
    if (answer.text === undefined || answer.text === '') continue
    given++
    const { sources, complaints } = judge(answer.text)
    t.same(complaints, [], nameOf(SHORT[at]!))
    for (const source of sources)
      t.match(source, /^(?:project memory )?[0-9a-z]{8}(?:, \d{4}-\d\d-\d\d)?$/)
  }
  t.ok(given > 30, `${given} contexts`)
})

t.test(
  'headings and text of imported files, and kinds and tags by hand, stay in the frame',
  async t => {
    const desk = new HookDesk(t)
    const write = (path: string, text: string) => {
      mkdirSync(join(desk.project, path, '..'), { recursive: true })
      writeFileSync(join(desk.project, path), text)
    }
    for (const [at, text] of SHORT.entries())
      if (at % 3 === 0)
        write(
          `.cursor/rules/r${at}.md`,
          `---\ndescription: ${JSON.stringify(text)}\n---\n# Pelican ${at} ${text}\n\n## ${text}\n\n${text}\n`,
        )
    write(
      'AGENTS.md',
      SHORT.slice(0, 60)
        .map(text => `# ${text}\n\n${text}\n`)
        .join('\n'),
    )
    const start = await desk.start()
    const { sources, complaints } = judge(start)
    t.same(complaints, [])
    const file = /^file (?:AGENTS|\.cursor\/rules\/r\d+)\.md$/
    for (const source of sources) t.match(source, file)
    await desk.remember({ scope: { type: 'global', id: null }, title: 'Heron', content: 'Herons.' })
    const folder = join(desk.store, 'global', 'memories')
    for (const [at, text] of SHORT.entries())
      writeFileSync(
        join(folder, `k${at}.md`),
        `---\ntitle: Heron ${at}\nkind: ${JSON.stringify(text.slice(0, 200))}\ntags: [${JSON.stringify(text.slice(0, 100))}]\nsource:\n  runtime: ${JSON.stringify(text.slice(0, 100))}\n---\nHerons ${at}.\n`,
      )
    t.ok(readdirSync(folder).length > SHORT.length)
    // With an index its prompts need not read everything anew.
    await desk.event('SessionStart', { session_id: 'indexing' })
    await desk.untilQuiet()
    for (const at of SHORT.keys()) {
      const said = await desk.prompt(`What about heron ${at}?`, { session_id: `k-${at}` })
      if (said !== '') t.same(judge(said).complaints, [], nameOf(SHORT[at]!))
    }
  },
)
