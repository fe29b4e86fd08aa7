import t from 'tap'
import { redactText, refuseSecretPath } from '../../../src/redact/index.js'
import { createLeaks, KINDS_OF_TEXT, readEveryday, type Part } from './leaks.js'
import { isLeft } from './made.js'

/** What is missed of the fitted part is named; of the unseen part it is only counted. */
const LEAST: Readonly<Record<Part, number>> = { fitted: 0.98, unseen: 0.85 }
const PARTS: readonly Part[] = ['fitted', 'unseen']

t.test('secrets are found in all the ways in which they are written down', async t => {
  for (const part of PARTS) {
    const lines = [1, 2, 3].flatMap(seed => createLeaks(part, seed))
    const missed = lines.filter(({ line, secret }) => isLeft(redactText(line), secret))
    const found = lines.length - missed.length
    t.ok(found >= lines.length * LEAST[part], `${part}: ${found} of ${lines.length} found`, {
      missed: part === 'fitted' ? missed.map(({ kind }) => kind) : [],
    })
    const unsteady = lines.filter(({ line }) => redactText(redactText(line)) !== redactText(line))
    t.same(unsteady, [], 'a second time changes nothing')
  }
})

t.test('no word, URL, path or hash of everyday text is taken for a secret', async t => {
  const things = PARTS.flatMap(part => readEveryday(part))
  for (const kind of KINDS_OF_TEXT)
    t.equal(things.filter(thing => thing.kind === kind).length, 300, `${kind} that are tried`)
  const isAltered = (line: string) => redactText(line) !== line
  const sentences = readEveryday('unseen').filter(({ kind }) => kind === 'sentences')
  const wrong = things.filter(thing => !sentences.some(({ lines }) => lines[0] === thing.lines[0]))
  t.same(
    wrong.flatMap(({ lines }) => lines.filter(isAltered)),
    [],
  )
  // Sentences about passwords are harder; those that were put apart are counted, not named.
  const altered = sentences.filter(({ lines }) => lines.some(isAltered)).length
  t.ok(altered <= 2, `${altered} of ${sentences.length} unseen sentences altered`)
})

t.test('a folder is refused for an unmistakable token alone, and never one that is known', t => {
  const hash = '3f1c8e0d5a7b9462c1e8f03d7a5b964e'
  const uuid = '3f1c8e0d-5a7b-4462-91e8-f03d7a5b964e'
  const harmless = [`api-${uuid}`, `sdk-${uuid}`, `cache-key-${hash}`, `key-${hash}`, `sk-${hash}`]
  for (const name of harmless)
    t.doesNotThrow(() => refuseSecretPath(`/srv/${name}`, () => false), name)
  const path = `/srv/${'gh'}p_${'kR4tW9xB2mN5vC8jL1pD6sF3gH0aQyUeZq7'}1`
  t.throws(() => refuseSecretPath(path, () => false), { code: 'INVALID_REQUEST' })
  t.doesNotThrow(() => refuseSecretPath(path, () => true))
  t.end()
})
