import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findTouched } from '../../../src/reflect/touched.js'
import { toSentences } from '../../../src/provider/builtin/sentences.js'
import { ROOT } from '../../root.js'

const toKnown = (content: string, at = 0) => ({
  document: {
    id: `m${at}`,
    kind: 'fact',
    title: content.replace(/[.。]$/, ''),
    content,
    tags: [],
    aliases: [],
    pinned: false,
    source: {},
    extra: {},
    createdAt: '2026-11-01T00:00:00.000Z',
  },
})

const find = (message: string, known: readonly string[]) => {
  const memories = known.map(toKnown)
  const sentences = toSentences(message, 0).map(({ text }) => text)
  const found = sentences.flatMap(said => findTouched(said, message, memories) ?? [])
  return found.find(({ isSure }) => isSure) ?? found[0]
}

t.test('a change in passing is found by what it names', async t => {
  const known = ['Staging listens on port 4100.', 'Marisol signs off schema migrations.']
  const moved = find('deploy it to staging and curl it, staging is on 4180 now', known)
  t.match(moved, { relation: 'replaces', memory: { document: { id: 'm0' } } })
  const over = find("the parser is slow, and we don't need changelog entries any more", [
    'Every pull request needs a changelog entry.',
    'Pull requests are squashed.',
  ])
  t.match(over, { relation: 'gone', memory: { document: { id: 'm0' } } })
})

t.test('a task that only mentions what is known changes nothing', async t => {
  const known = ['Staging listens on port 4100.', 'The fax gateway runs in hall 4.']
  for (const message of [
    'restart staging please',
    'what does the fax gateway log at night?',
    'add gzip to the api responses',
  ])
    t.equal(find(message, known), undefined, message)
  t.equal(find('minio is gone', []), undefined, 'where nothing is known')
})

/** Blocks that nothing was trained by: those of the batches that 5 divides. */
const blocks = ['en05', 'en10'].flatMap(name =>
  readFileSync(join(ROOT, `test/fixtures/distill/pairs/${name}.txt`), 'utf8')
    .trim()
    .split(/\n\s*\n/)
    .map(block => {
      const [message = '', ...lines] = block.split('\n')
      return { message: message.slice(2), lines }
    }),
)

t.test('of pairs that were held out most of what is found is right', async t => {
  let [right, found, wanted] = [0, 0, 0]
  for (const { message, lines } of blocks) {
    const known = lines.map(line => line.slice(2).replace(/ => .*$/, ''))
    const meant = lines.flatMap((line, at) => (/^[ng]/.test(line) ? [`m${at}`] : []))
    const touched = find(message, known)
    if (meant.length > 0) wanted++
    if (touched?.isSure !== true) continue
    found++
    if (meant.includes(touched.memory.document.id)) right++
  }
  t.ok(blocks.length > 200, `${blocks.length} blocks`)
  t.ok(right >= 0.75 * found, `${right} of ${found} that were found are right`)
  t.ok(right >= 0.37 * wanted, `${right} of ${wanted} that were wanted are found`)
})
