import { readFileSync } from 'node:fs'
import t from 'tap'
import { processorMs } from '../../processor-time.js'
import { HookDesk } from './desk.js'
import { HookHost, listTree } from './host.js'

const KEY = 'sk-ant-api03-' + 'Xk3vQ9tLm2'.repeat(9) + '-aB3dE5gH_QAA'
const QUESTION = 'When do releases leave?'
const GLOBAL = { type: 'global', id: null } as const

async function newDesk(t: ConstructorParameters<typeof HookDesk>[0]): Promise<HookDesk> {
  const desk = new HookDesk(t)
  await desk.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  await desk.remember({ title: 'Database', content: 'Postgres 16 listens on port 6543.' })
  await desk.remember({ title: 'Editor', content: 'Tabs are two blanks wide.', scope: GLOBAL })
  return desk
}

const promptsOf = (desk: HookDesk) => desk.ledger().filter(({ type }) => type === 'prompt')

t.test('a prompt gets the memories that it needs and no others', async t => {
  const desk = await newDesk(t)
  const releases = await desk.prompt(QUESTION)
  t.match(releases, 'Thursdays')
  t.notMatch(releases, /Postgres|Tabs/)
  const port = await desk.prompt('Which port does postgres listen on?')
  t.match(port, '6543')
  t.notMatch(port, 'Thursdays')
  t.match(await desk.prompt('How wide are tabs here?'), 'two blanks', 'a global one')
})

t.test('a prompt that nothing is about gets nothing', async t => {
  const desk = await newDesk(t)
  const prompts = ['hello', 'thanks, go on', 'What is the capital of Peru?', '👍', '42', '   ', '']
  for (const prompt of prompts) t.equal(await desk.prompt(prompt), '', prompt)
})

t.test('what a session was given is not given again; another session gets it', async t => {
  const desk = await newDesk(t)
  t.match(await desk.prompt(QUESTION), 'Thursdays')
  t.equal(await desk.prompt(QUESTION), '')
  t.equal(await desk.prompt('Again: when do the releases leave, please?'), '')
  t.match(await desk.prompt(QUESTION, { session_id: 'session-2' }), 'Thursdays')
  t.match(await desk.prompt('Which port does postgres listen on?'), '6543', 'what is new comes')
})

t.test('without a session nothing can be remembered of it', async t => {
  const desk = await newDesk(t)
  const fields = { session_id: undefined }
  t.match(await desk.prompt(QUESTION, fields), 'Thursdays')
  t.match(await desk.prompt(QUESTION, fields), 'Thursdays')
  await desk.start({ ...fields, source: 'clear' })
  t.same(desk.ledger(), [])
})

t.test('the ledger gets the prompt without secrets and what was marked private', async t => {
  const desk = await newDesk(t)
  await desk.prompt(`Deploy with ${KEY} <private>for Mrs Smith</private> on Monday`)
  const text = String(promptsOf(desk)[0]?.text)
  t.match(text, /^Deploy with \[redacted:[^\]]+\]\s+on Monday$/)
  for (const path of listTree(desk.store)) {
    const stored = readFileSync(path, 'utf8')
    t.notMatch(stored, /sk-ant|Xk3vQ9tLm2|Smith/, path)
  }
})

t.test('a secret that a cut goes through leaves nothing of itself', async t => {
  const desk = await newDesk(t)
  for (let before = 19_900; before <= 20_000; before += 10) {
    const prompt = `${'word '.repeat(before / 5)}${KEY} and so on`
    await desk.prompt(prompt, {}, { turnUserChars: 100_000 })
    await desk.stop({ prompt, session_id: `s-${before}` }, { turnUserChars: 100_000 })
  }
  t.equal(promptsOf(desk).length, 11)
  for (const path of [...listTree(desk.store)]) {
    t.notMatch(readFileSync(path, 'utf8'), /sk-ant|Xk3vQ/, path)
  }
})

t.test('SVC_HOOK_REFLECT=0 records no prompt, and recalls', async t => {
  const desk = await newDesk(t)
  t.match(await desk.prompt(QUESTION, {}, { reflect: false }), 'Thursdays')
  t.same(promptsOf(desk), [])
})

t.test('a prompt is recorded whole, up to 20,000 characters with its end', async t => {
  const desk = await newDesk(t)
  const prompts = [`${QUESTION} ${'filler '.repeat(1000)}end`, `${'filler '.repeat(5000)}the end`]
  for (const [at, prompt] of prompts.entries()) await desk.prompt(prompt, { turn_id: `${at}` })
  const [whole, long] = promptsOf(desk).map(({ text }) => String(text))
  t.equal(whole, prompts[0])
  t.equal(long?.length, 20_000)
  t.match(long, /filler the end$/)
})

t.test('a ledger that holds much has later prompts clipped', async t => {
  const desk = await newDesk(t)
  for (let at = 0; at < 14; at++) await desk.prompt(`${at} ${'filler '.repeat(2_800)}end`)
  const lengths = promptsOf(desk).map(({ text }) => String(text).length)
  t.equal(lengths.length, 14)
  t.ok(lengths.reduce((sum, length) => sum + length, 0) < 215_000)
  t.same(lengths.slice(-3), [4_000, 4_000, 4_000])
})

t.test('blocks that hosts and svc put in are no part of a prompt', async t => {
  const desk = await newDesk(t)
  const context = await desk.start()
  const wrappers = ['hook_context', 'system-reminder', 'system_reminder', 'svc-memory']
  for (const [at, name] of [...wrappers, 'qwen:session-start-context'].entries()) {
    const block = `<${name}>\nPostgres port 6543 ${context}\n</${name}>\n\n`
    const text = await desk.prompt(block + QUESTION, { session_id: `s-${at}` })
    t.match(text, 'Thursdays', name)
    t.notMatch(text, '6543', name)
  }
  t.same([...new Set(promptsOf(desk).map(({ text }) => text))], [QUESTION])
})

t.test('a long block before the prompt does not hide it', async t => {
  const desk = await newDesk(t)
  const block = `<hook_context>${'text of another hook '.repeat(3000)}</hook_context>\n\n`
  t.match(await desk.prompt(block + QUESTION), 'Thursdays')
  await desk.stop({ prompt: block + QUESTION })
  t.equal(desk.queued()[0]?.prompt, QUESTION)
})

t.test('a prompt of two megabytes is answered in time', async t => {
  const host = new HookHost(t)
  await host.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  const texts = [
    'word '.repeat(400_000),
    '<'.repeat(2_000_000),
    '<system-reminder>'.repeat(120_000),
  ]
  for (const [at, long] of [...texts, '字'.repeat(700_000), 'a'.repeat(2_000_000)].entries()) {
    const fields = { session_id: `s-${at}`, prompt: `${QUESTION} ${long}` }
    let said = ''
    const spent = await processorMs(async () => (said = await host.run('UserPromptSubmit', fields)))
    t.doesNotThrow(() => void JSON.parse(said || '{}'))
    t.not(said, '')
    t.ok(spent < 20_000, `${Math.round(spent)} ms: what is quadratic takes minutes`)
  }
  const { code, stdout } = await host.event('UserPromptSubmit', { prompt: QUESTION + texts[0] })
  t.equal(code, 0)
  t.match(stdout, 'Thursdays')
  const sizes = listTree(host.store).map(path => readFileSync(path).length)
  t.ok(Math.max(...sizes) < 65_000, 'nothing large is kept')
})
