import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { encodeIndex } from '../../../store/index/encode.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { createScopeIndex, type MemoryIndex } from '../../../store/index/memory-index.js'
import { overlayIndex } from '../../../store/index/overlay.js'
import type { IndexDocument, SearchIndex } from '../../../store/index/types.js'
import { search } from '../../../src/search/search.js'
import { removeFolder } from '../../remove-folder.mjs'

const folder = mkdtempSync(join(tmpdir(), 'svc-languages-'))
t.teardown(() => removeFolder(folder))

function makeItem(title: string, content = ''): IndexDocument {
  const times = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '', undated: true as const }
  const flags = { kind: 'fact', pinned: false, imported: false, uses: 0, tags: [], aliases: [] }
  return { id: title, title, content, ...times, ...flags, locator: title, stamp: '' }
}

function indexOf(items: readonly IndexDocument[]): MemoryIndex {
  const index = createScopeIndex()
  for (const item of items) index.put(item)
  return index
}

function writeFile(index: MemoryIndex, name: string) {
  const path = join(folder, name)
  writeFileSync(path, encodeIndex(index, { directoryStamp: '' }))
  return openIndexFile(path)!
}

interface LanguageSet {
  projects: { name: string; memories: { title: string; content: string }[] }[]
  prompts: { project: string; text: string; want: string[] }[]
}

const { projects, prompts } = JSON.parse(
  readFileSync(new URL('../../eval/sets/languages/languages.json', import.meta.url), 'utf8'),
) as LanguageSet

/** The texts that the prompts of a project are given, of these memories. */
function countGiven(index: SearchIndex, name: string) {
  const counts = { want: 0, first: 0, given: 0, idle: 0, disturbed: 0 }
  for (const { text, want } of prompts.filter(({ project }) => project === name)) {
    const hits = search([index], text, { limit: 24 })
    const given = hits.filter(({ degree }) => degree === 'full').map(({ entry }) => entry.title)
    const [wanted] = want
    if (wanted === undefined) {
      counts.idle++
      counts.disturbed += Number(given.length > 0)
    } else {
      counts.want++
      counts.first += Number(hits[0]?.entry.title === wanted)
      counts.given += Number(given.includes(wanted))
    }
  }
  return counts
}

/** Wanted ones that may be missed, and idle ones that may be disturbed, in each language. */
const MOST_MISSED: Readonly<Record<string, number>> = { de: 3 }
const MOST_DISTURBED: Readonly<Record<string, number>> = { de: 2, es: 1 }

t.test('prompts of six kinds of languages are given what they want', async t => {
  for (const { name, memories } of projects) {
    const index = indexOf(memories.map(({ title, content }) => makeItem(title, content)))
    const { want, first, given, idle, disturbed } = countGiven(index, name)
    t.ok(want >= 8 && idle >= 8, `${name}: ${want} want something, ${idle} nothing`)
    const least = want - (MOST_MISSED[name] ?? 0)
    t.ok(first >= least && given >= least, `${name}: ${first} come first, ${given} are given`)
    t.ok(disturbed <= (MOST_DISTURBED[name] ?? 0), `${name}: ${disturbed} disturbed`)
  }
})

t.test('the same is found in memory, in a file and in what lies over one', async t => {
  const items = projects.flatMap(({ memories }) => {
    return memories.map(({ title, content }) => makeItem(title, content))
  })
  const [first, second] = [items.filter((_, at) => at % 2 === 0), items.filter((_, at) => at % 2)]
  const gone = [
    makeItem('Gone', 'Lieferscheinposition Zollanmeldeformular Datenbanksicherungen'),
    makeItem('Gone as well', 'Kundennummernkreis Buchhaltungsanderung'),
  ]
  const whole = indexOf(items)
  const hidden = new Set(gone.map(({ id }) => id))
  const file = writeFile(whole, 'whole.idx')
  const base = writeFile(indexOf([...first, ...gone]), 'first.idx')
  const kept = openIndexFile(base.source.path, { isKept: true })!
  const laid = [base, kept].map(index => overlayIndex(index, { hidden, added: indexOf(second) }))
  for (const { text } of prompts) {
    const told = (...indexes: SearchIndex[]) =>
      search(indexes, text, { limit: 24 }).map(({ entry, score, terms, degree, evidence }) => {
        return [entry.id, score, terms, degree, evidence?.probability]
      })
    const should = told(whole)
    for (const index of [file, ...laid]) t.same(told(index), should, text)
    t.same(told(indexOf(first), indexOf(second)), should, text)
  }
  for (const index of [file, base, kept]) index.close()
})

const OTHERS = Array.from({ length: 12 }, (_, at) =>
  makeItem(`Note ${at}`, `The gateway of region ${at} is a machine with a name and a date.`),
)

/** Asserts that a text finds a memory of these words, first of all. */
function assertFound(t: Test, memory: string, text: string): void {
  const [hit] = search([indexOf([...OTHERS, makeItem(memory)])], text, { limit: 1 })
  t.equal(hit?.entry.id, memory, text)
}

t.test('a compound is found by its parts, and by its first part', async t => {
  assertFound(t, 'Lieferscheinnummer', 'Nummern der Lieferscheine')
  assertFound(t, 'Nummern der Lieferscheine', 'Lieferscheinnummer')
  assertFound(t, 'Rechnungsnummer', 'alle Rechnungen')
  assertFound(t, 'Kundennummern', 'Nummer des Kunden')
  assertFound(t, 'Verbindung zur Datenbank', 'Datenbankverbindung')
  assertFound(t, 'Kündigungsfrist der Verträge', 'Vertragskündigungsfrist')
})

t.test('a word is found by its other forms and spellings', async t => {
  const forms = [
    ['Mahnung', 'Mahnungen'],
    ['Straße', 'Strassen'],
    ['Überweisungen', 'Ueberweisung'],
    ['Ueberweisung', 'Überweisungen'],
    ['Größe', 'groesse'],
    ['Vertrag', 'Verträge'],
    ['Dokument', 'Dokumentes'],
    ['réponse', 'reponses'],
    ["l'accès", 'acces'],
    ['œuvre', 'oeuvres'],
    ['contraseñas', 'contrasena'],
  ] as const
  for (const [one, other] of forms) {
    assertFound(t, one, other)
    assertFound(t, other, one)
  }
})

t.test('a word that is known, or only looks alike, stays as it is', async t => {
  const find = (memory: string, text: string) =>
    search([indexOf([...OTHERS, makeItem(memory)])], text, { limit: 24 })
  t.same(find('cents', 'center'), [])
  t.same(find('queue', 'quiet'), [])
  for (const [memory, text] of [
    ['plan', 'how many planes are there'],
    ['hard', 'what should we do to harden it'],
    ['stat', 'which states does it have'],
  ] as const)
    t.same(find(memory, text), [], text)
  for (const [memory, text] of [
    ['list', 'which port does it listen on'],
    ['list', 'is there a listener for that'],
    ['short', 'can we shorten it'],
  ] as const) {
    const [hit] = find(memory, text)
    t.ok(hit!.evidence!.signals.title < 1, `${text}: not the word itself`)
  }
  t.equal(find('Liste', 'Welche Listen gibt es?')[0]?.entry.id, 'Liste')
  t.equal(find('Liste', 'Was heißt "end of the list" bei den Listen?')[0]?.entry.id, 'Liste')
  t.equal(find('Rechnung', 'where are the Rechnungen?')[0]?.entry.id, 'Rechnung')
  t.same(find('Rechnungsnummer, Rechnung', 'Rechnung')[0]?.terms, ['rechnung'])
  t.same(
    find('Lieferscheinnummer', 'Nummern der Lieferscheine')[0]?.terms.sort(),
    ['lieferscheine', 'nummern'],
    'both words are said to have matched',
  )
})
