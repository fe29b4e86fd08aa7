import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { search } from '../../../src/search/search.js'
import { openBase, type BaseIndex } from '../../../store/index/base.js'
import { encodeInSteps, encodeIndex } from '../../../store/index/encode.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { hashTerm } from '../../../store/index/format.js'
import { LayeredIndex } from '../../../store/index/layered.js'
import { createScopeIndex, type MemoryIndex } from '../../../store/index/memory-index.js'
import { overlayIndex } from '../../../store/index/overlay.js'
import type { SearchIndex } from '../../../store/index/types.js'
import { assertEqual, createRandom, makeDocument, makeText } from './sample.js'

const folder = mkdtempSync(join(tmpdir(), 'svc-layered-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

function finish<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function writeBase(bytes: Uint8Array): BaseIndex {
  const path = join(folder, `${files++}.idx`)
  writeFileSync(path, bytes)
  return finish(openBase(openIndexFile(path, { isKept: true })!))
}

type Index = MemoryIndex | LayeredIndex

const inTerms = (index: SearchIndex) => (term: string) =>
  Array.from(index.postings(term), posting => {
    return [index.entry(Math.floor(posting / 256)).id, posting % 256] as const
  }).sort()

/** What an index says of its documents, whatever their numbers. */
function describe(index: Index) {
  const idAt = (document: number) => (document < 0 ? '-' : index.entry(document).id)
  const documents = Array.from(index.documents(), document => ({
    ...index.entry(document),
    row: [index.lengths(document), index.idHash(document), ...index.words(document)],
    neighbours: index.place(document).neighbours.map(idAt),
  }))
  const passages = Array.from(index.passages(), ([document, id]) => [idAt(document), id])
  const isHad = (term: string) => index.frequency(term) > 0
  return {
    documents: documents.sort((a, b) => a.row[1]! - b.row[1]!),
    entries: index.entries(0, Infinity),
    counts: { size: index.size, ...index.totals },
    passages: passages.sort(),
    begun: [...index.termsFrom('de')].filter(isHad).sort(),
    terms: [...index.terms()].filter(isHad).sort(),
  }
}

function assertSame(t: Test, layered: LayeredIndex, memory: MemoryIndex, told: string): void {
  const [is, should] = [describe(layered), describe(memory)]
  assertEqual(t, is, should, told)
  assertEqual(t, should.terms.map(inTerms(layered)), should.terms.map(inTerms(memory)), told)
  for (const words of [1, 3, 8]) {
    const text = makeText(createRandom(words), words)
    assertEqual(
      t,
      search([layered], text, { limit: 30 }),
      search([memory], text, { limit: 30 }),
      `${told}: ${text}`,
    )
  }
  const encoded = (index: Index) => encodeIndex(index, { directoryStamp: told })
  t.ok(encoded(layered).equals(encoded(memory)), `${told}: byte by byte in the file`)
}

t.test('an index in layers is the index in memory, whatever was done to it', async t => {
  for (const seed of [1, 2, 3, 4]) {
    const random = createRandom(seed)
    const layered = new LayeredIndex()
    const memory = createScopeIndex()
    const change = () => {
      const number = Math.floor(random() * 70)
      const { session: _s, turn: _t, ...made } = makeDocument(random, number)
      const turn = number % 5 === 0 ? { turn: number % 9 } : {}
      const session = number % 3 === 0 ? { session: `s${number % 4}` } : {}
      const part = { passage: Math.floor(random() * 3), heading: '', loadedAs: ['a.md'] }
      const row = number % 8 === 0 && part
      const document = { ...made, ...turn, ...session, ...row, imported: row !== false }
      const { content: _, tags: __, aliases: ___, ...entry } = document
      const at = random()
      for (const index of [layered, memory]) {
        if (at < 0.7) index.put(document)
        else if (at < 0.85) index.remove(document.id)
        else index.putEntry(entry)
      }
    }
    for (let round = 0; round < 6; round++) {
      for (let step = 0; step < 25; step++) change()
      assertSame(t, layered, memory, `${seed}.${round} changed`)
      const frozen = layered.freeze()
      const { bytes, numbers } = finish(encodeInSteps(frozen, { directoryStamp: '' }))
      for (let step = 0; step < 12; step++) change()
      assertSame(t, layered, memory, `${seed}.${round} changed while it was written`)
      t.ok(encodeIndex(frozen, { directoryStamp: '' }).equals(bytes), 'what is frozen stays')
      if (round === 2) continue
      layered.rebase(writeBase(bytes), numbers)
      assertSame(t, layered, memory, `${seed}.${round} begins with the file`)
    }
  }
})

t.test('of the terms that begin as a word only its forms are read', async t => {
  const memory = createScopeIndex()
  const random = createRandom(5)
  const made = (id: string, title: string) => ({ ...makeDocument(random, 3), id, title })
  for (let at = 0; at < 300; at++) memory.put(made(`m${at}`, `rechnq${at.toString(36)}q`))
  memory.put(made('wanted', 'Rechnung'))
  memory.put(made('gone', 'Rechnungs'))
  memory.put(made('gone too', 'Mahnung'))
  const base = writeBase(encodeIndex(memory, { directoryStamp: 'x' }))
  const reads = new Set<string>()
  const postings = base.postings.bind(base)
  base.postings = term => {
    reads.add(term)
    return postings(term)
  }
  const layered = new LayeredIndex(base)
  for (const id of ['gone', 'gone too']) layered.remove(id)
  const hidden = new Set(['gone', 'gone too'])
  for (const index of [layered, overlayIndex(base, { hidden, added: createScopeIndex() })]) {
    reads.clear()
    const idsOf = (text: string) => search([index], text, { limit: 5 }).map(hit => hit.entry.id)
    t.same(idsOf('Rechnungen'), ['wanted'])
    t.same(idsOf('Mahnungen'), [], 'no form is left')
    t.ok(reads.size < 12, `${reads.size} terms are read`)
  }
})

/** Two sessions that an index file cannot tell apart by their hash. */
function findTwins(): [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; ; number++) {
    const session = `s${number}`
    const hash = hashTerm(`session ${session}`) >>> 2
    const twin = seen.get(hash)
    if (twin !== undefined) return [twin, session]
    seen.set(hash, session)
  }
}

t.test('sessions of one hash keep their own members', async t => {
  const memory = createScopeIndex()
  const random = createRandom(3)
  const twins = findTwins()
  for (let number = 0; number < 8; number++) {
    const session = twins[number % 2]!
    memory.put({ ...makeDocument(random, number), imported: false, session, turn: number })
  }
  const base = writeBase(encodeIndex(memory, { directoryStamp: 'x' }))
  for (const [at, session] of twins.entries()) {
    const turns = base.membersOf(`session ${session}`).map(number => base.entry(number).turn)
    t.same(
      turns,
      [0, 2, 4, 6].map(turn => turn + at),
      session,
    )
  }
})

t.test('a file that is damaged anywhere is no base, or one that never throws', async t => {
  const memory = createScopeIndex()
  const random = createRandom(9)
  for (let number = 0; number < 30; number++) memory.put(makeDocument(random, number))
  const bytes = encodeIndex(memory, { directoryStamp: 'x' })
  let refused = 0
  for (let at = 0; at < bytes.length; at += 13) {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 0x55
    const path = join(folder, `damaged-${at}.idx`)
    writeFileSync(path, damaged)
    const file = openIndexFile(path, { isKept: true })
    try {
      const base = file && finish(openBase(file))
      if (base === undefined) refused++
      else t.doesNotThrow(() => search([new LayeredIndex(base)], makeText(random, 6), { limit: 9 }))
    } catch {
      refused++
    }
  }
  t.ok(refused > 20)
})

t.test('the uses of a file are those of the moment', async t => {
  const layered = new LayeredIndex()
  const random = createRandom(4)
  for (let number = 0; number < 40; number++) layered.put(makeDocument(random, number))
  const usesOf = (id: string) => id.charCodeAt(7) % 5
  const write = () => encodeIndex(layered, { directoryStamp: '', usesOf })
  const first = write()
  layered.rebase(
    writeBase(first),
    finish(encodeInSteps(layered.freeze(), { directoryStamp: '', usesOf })).numbers,
  )
  const entries = layered.entries(0, 40)
  t.ok(entries.every(({ id, uses }) => uses === usesOf(id)))
  t.ok(write().equals(first), 'and put the documents into the order of recall')
})
