import t from 'tap'
import type { LedgerLine } from '../../../src/activity/sessions.js'
import { idsGiven, idsGivenUntil, readFeedback } from '../../../src/reflect/feedback.js'
import { processorMs } from '../../processor-time.js'

const STAGING = {
  id: 'stag2ing',
  title: 'Staging listens on port 8080',
  content: 'The staging server is behind `deploy/staging/compose.yaml`; Traefik routes to 8080.',
}
const RUNNER = { id: 'runner23', title: 'Test runner', content: 'Specs run in Jest with ts-jest.' }
const RELEASE = {
  id: 'release2',
  title: 'Release',
  content: 'Tag it:\n\n```sh\n$ pnpm  release:cut --minor\nnpm test\n```\nSee docs/release.md.',
}
const GIVEN = [STAGING, RUNNER, RELEASE]
const rare = () => true
const read = (prompt: string, reply: string, isRare = rare) =>
  readFeedback(GIVEN, { prompt, reply }, isRare)

const NOTHING = { used: [], corrected: [] }

t.test('a memory is used where the reply has what only it can have told', async t => {
  const cases: [name: string, prompt: string, reply: string, used: string[]][] = [
    ['its id', 'why?', 'As memory stag2ing says, so it is.', ['stag2ing']],
    ['its title', 'where is it?', 'Staging listens on port 8080 here.', ['stag2ing']],
    ['two rare words', 'it is not reachable', 'Traefik must route it to 8080.', ['stag2ing']],
    ['a path', 'which file?', 'I changed deploy/staging/compose.yaml.', ['stag2ing']],
    ['a command', 'cut it', 'Ran `pnpm release:cut --minor`.', ['release2']],
    ['a path at the end of a sentence', 'where?', 'It stands in docs/release.md', ['release2']],
    ['two of them', 'x', 'stag2ing and runner23.', ['stag2ing', 'runner23']],
  ]
  for (const [name, prompt, reply, used] of cases) {
    t.same(read(prompt, reply), { used, corrected: [] }, name)
  }
})

t.test('where that is in doubt it is not used', async t => {
  const cases: [name: string, prompt: string, reply: string][] = [
    ['nothing of it', 'hello', 'Hi there.'],
    [
      'what the prompt said already',
      'staging listens on port 8080?',
      'Staging listens on port 8080.',
    ],
    [
      'a path that the prompt named',
      'fix deploy/staging/compose.yaml',
      'Fixed deploy/staging/compose.yaml.',
    ],
    ['one rare word', 'why?', 'Because of Traefik.'],
    ['everyday words', 'what now?', 'I ran the test, and it is behind.'],
    ['words that any developer uses', 'what now?', 'The server and the specs are there.'],
    ['a command that any project has', 'run them', 'npm test passes.'],
    ['a part of another word', 'x', 'stag2ingx, docs/release.md.bak, docs/release.mdx'],
    ['no reply', 'x', ''],
  ]
  for (const [name, prompt, reply] of cases) t.same(read(prompt, reply), NOTHING, name)
  const common = read('it is not reachable', 'Traefik must route it to 8080.', () => false)
  t.same(common, NOTHING, 'words that many memories have')
})

t.test('an id that is a word counts only where it is written as an id', async t => {
  const given = [{ id: 'constructor', title: 'A', content: 'B' }]
  const used = (reply: string) => readFeedback(given, { prompt: '', reply }, rare).used
  t.same(used('I added a constructor.'), [])
  t.same(used('See memory constructor.'), ['constructor'])
  t.same(used('`constructor` says so'), ['constructor'])
})

t.test('a prompt corrects the memory that it speaks of', async t => {
  const cases: [prompt: string, corrected: string[]][] = [
    ["That's outdated, staging is on 9090 now", ['stag2ing']],
    ["That's wrong. Staging listens on 9090.", ['stag2ing']],
    ["We don't use Jest any more", ['runner23']],
    ["We don't use Jest anymore. Please cut a release, see docs.", ['runner23']],
    ['Jest is no longer used, take vitest', ['runner23']],
    ['No, the memory is wrong: specs run in vitest, not Jest', ['runner23']],
    ['Das stimmt nicht, staging läuft auf 9090', ['stag2ing']],
    ['Wir benutzen Jest nicht mehr', ['runner23']],
    ["On n'utilise plus Jest", ['runner23']],
    ['Ya no usamos Jest', ['runner23']],
  ]
  for (const [prompt, corrected] of cases) {
    t.same(read(prompt, 'So be it.'), { used: [], corrected }, prompt)
  }
})

t.test('where that is in doubt nothing is corrected', async t => {
  const prompts = [
    "That's outdated.",
    'That is wrong, try again.',
    'the staging server no longer starts',
    'Traefik does not answer any more on 8080',
    'the total on staging is wrong',
    'Die Summe auf staging stimmt nicht',
    'We no longer get mails from staging',
    'is Jest outdated?',
    'remove Jest, we use vitest',
  ]
  for (const prompt of prompts) t.same(read(prompt, ''), NOTHING, prompt)
  t.same(
    read("We don't use Jest any more", '', () => false),
    NOTHING,
    'a word of many memories',
  )
  const twins = [RUNNER, { ...RUNNER, id: 'another2', title: 'Snapshots' }]
  const said = { prompt: "We don't use Jest any more", reply: '' }
  t.same(readFeedback(twins, said, rare), NOTHING, 'two that it could mean')
})

t.test('what is corrected in a turn is not used in it', async t => {
  const reply = 'You are right: memory runner23 is old.'
  t.same(read("We don't use Jest any more", reply), { used: [], corrected: ['runner23'] })
})

t.test('what was given up to a moment counts, whole and in part', async t => {
  const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
  const lines: LedgerLine[] = [
    { type: 'given', at: at(0), event: 'start', ids: ['a'] },
    { type: 'prompt', at: at(1), text: 'x' },
    { type: 'given', at: at(2), event: 'prompt', ids: ['b', 'c#~part', 'a#Deploy'] },
    { type: 'reset', at: at(4) },
    { type: 'given', at: at(5), event: 'start', ids: ['d'] },
    { type: 'given', at: at(6), event: 'prompt' } as unknown as LedgerLine,
  ]
  t.same([...idsGivenUntil(lines, at(1))], ['a'])
  t.same([...idsGivenUntil(lines, at(3))], ['a', 'b', 'c'])
  t.same([...idsGivenUntil(lines, at(6))], ['d'], 'what was cleared is not in the context')
  t.same([...idsGiven(lines)], ['a', 'b', 'c', 'd'])
  t.same([...idsGivenUntil([], at(1))], [])
})

t.test('a memory of any text is looked through in no time', async t => {
  // With quadratic patterns each of these takes minutes.
  for (const part of ['a', '/', '.', '~a', '`', '```\n']) {
    const content = part.repeat(300_000)
    const memory = { id: 'long2345', title: 'Long', content }
    const took = await processorMs(() => readFeedback([memory], { prompt: 'x', reply: 'y' }, rare))
    t.ok(took < 3_000, `${JSON.stringify(part)}: ${took} ms of processor time`)
  }
})
