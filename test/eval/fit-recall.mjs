#!/usr/bin/env node
// Fits what recall decides by and writes src/search/coefficients.ts:
//   npm run fit:recall [-- --check|--ablate]
//
// 1. intent: sets/prompts/*.jsonl but UNFITTED, and the prompts of FITTED: do they ask for something of
//    a project?
// 2. need and item: the prompts of FITTED with the memories that they want, without and with aliases;
//    the intent of a prompt was fitted without those of its store.
// Every other set in sets/inject is for measuring (npm run eval:inject) and never read here.
// Prints how well each store is judged by what the other stores teach. With --check it only compares
// what it would write with what is there, and exits 1 where they differ. With --ablate it writes
// nothing and prints, as a table, how well they are judged without each group of features: the area
// under the curve of need, and the share of prompts that get what they want where 5 % of those that
// want nothing get something.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { groupBySet, GROUPS, leaveOut, measure, renderAblation } from './ablation.mjs'
import { importSource } from './bundle.mjs'
import { toDocument } from './evaluate.mjs'
import { areaUnderCurve, fitLogistic, fitTerms, rate } from './logistic.mjs'

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
  },
})
const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const FITTED = ['dev', 'north']
/** Prompts by which intent is only measured: German, Romance, other languages, long, hard to tell. */
const UNFITTED = ['nine', 'ten', 'eleven', 'twelve', 'thirteen']
const TARGET = join(here, '../../src/search/coefficients.ts')
const NEED_PENALTY = 3
/** What a prompt counts over a store that was made of others, beside one as it was written. */
const VARIED_WEIGHT = 0.3
/** … and over one that holds nothing for it: rare in these sets, common in life. */
const TAKEN_WEIGHT = 0.05
const INTENT = { least: 3, penalty: 2, rounds: 300 }

const readText = path => readFileSync(join(here, 'sets', path), 'utf8')
const readJson = path => JSON.parse(readText(path))
const source = await importSource([
  'src/search/search.ts',
  'src/search/decide.ts',
  'src/search/intent.ts',
  'src/search/query.ts',
  'store/index/memory-index.ts',
  'store/index/analyse.ts',
  'store/index/format.ts',
])
const termsByText = new Map()
const termsOf = text => {
  const known = termsByText.get(text)
  if (known !== undefined) return known
  const terms = [...source.intentTerms(source.parseQuery(text))]
  termsByText.set(text, terms)
  return terms
}

// --- intent -------------------------------------------------------------------------------------

const readPrompts = name =>
  readText(`prompts/${name}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
    .map(({ label, text }) => ({ wanted: label === 'p' ? 1 : 0, terms: termsOf(text) }))

const prompts = readdirSync(join(here, 'sets/prompts'))
  .sort()
  .map(name => name.replace('.jsonl', ''))
  .filter(name => !UNFITTED.includes(name))
  .flatMap(readPrompts)

const toTenths = weights =>
  new Map(
    Array.from(weights, ([term, weight]) => [term, Math.round(weight * 10)]).filter(
      ([, weight]) => Math.abs(weight) >= 2,
    ),
  )
const rateTerms = (tenths, terms) =>
  terms.reduce((sum, term) => sum + (tenths.get(term) ?? 0) / 10, 0)

/** How well prompts are told apart by weights that were fitted without them. */
function crossCheckIntent(folds = 5) {
  const judged = Array.from({ length: folds }, (_, fold) => {
    const tenths = toTenths(
      fitTerms(
        prompts.filter((_, at) => at % folds !== fold),
        INTENT,
      ),
    )
    return prompts
      .filter((_, at) => at % folds === fold)
      .map(({ wanted, terms }) => [rateTerms(tenths, terms), wanted])
  }).flat()
  return tellJudged(judged)
}

function tellJudged(judged) {
  const right =
    judged.filter(([value, wanted]) => value > 0 === (wanted === 1)).length / judged.length
  return `${percent(right)} right, area under the curve ${areaUnderCurve(judged).toFixed(3)}`
}

// --- need and item ------------------------------------------------------------------------------

function loadStores() {
  const stores = FITTED.flatMap(name => {
    const { projects, global, prompts: all } = readJson(`inject/inject.${name}.json`)
    const sections = new Set(
      readJson(`inject/inject.${name}.sections.json`).map(({ prompt }) => prompt),
    )
    const asked = all.filter((_, at) => !sections.has(at))
    return projects.map(project => ({
      set: `inject.${name}`,
      name: project.name,
      units: [project.memories, global],
      prompts: asked.filter(prompt => prompt.project === project.name),
      weight: 1,
    }))
  })
  return [...stores, loadCodemem()]
}

function loadCodemem() {
  const { corpus, queries } = readJson('codemem.dev.json')
  const aliases = readJson('codemem.dev.aliases.json')
  const titles = new Map(corpus.map(({ id, title }) => [id, title]))
  const asked = queries.map(({ text, relevant }) => ({
    text,
    want: relevant.map(id => titles.get(id)),
  }))
  const idle = Object.values(readJson('negatives.json'))
    .flat()
    .map(text => ({ text, want: [] }))
  const memories = corpus.map(item => ({ ...item, aliases: aliases[item.id] ?? [] }))
  return {
    set: 'codemem',
    name: 'codemem',
    units: [memories],
    prompts: [...asked, ...idle],
    weight: 0.5,
  }
}

/**
 * The same prompts over fewer and over more memories, so that the decision holds for any store: cut
 * down to a few that hold what is wanted, and all projects of a set in one.
 */
function varyStores(stores) {
  const few = stores.flatMap((store, seed) => [4, 12].map(size => cutDown(store, size, seed)))
  const together = FITTED.map(name => {
    const parts = stores.filter(({ set }) => set === `inject.${name}`)
    const units = [parts.flatMap(({ units: [own] }) => own), parts[0].units[1]]
    return parts.map(part => ({ ...part, units, weight: VARIED_WEIGHT, isVaried: true }))
  })
  return [...few, ...together.flat(), ...stores.map(askForTitles), ...stores.map(takeAway)]
}

/** The prompts over a store in which what they want is not: then nothing should come. */
function takeAway(store) {
  const all = store.units.flat()
  const prompts = store.prompts
    .filter(({ want }) => want.length > 0)
    .map(({ text, want, also = [] }) => {
      const isLeft = ({ title }) => !want.includes(title) && !also.includes(title)
      return { text, want: [], memories: all.filter(isLeft) }
    })
  return { ...store, prompts, weight: TAKEN_WEIGHT, isVaried: true }
}

/** A store of its own for each prompt: what it wants, and others that come by turns. */
function cutDown(store, size, seed) {
  const all = store.units.flat()
  const prompts = store.prompts.map((prompt, at) => {
    const wanted = all.filter(({ title }) => prompt.want.includes(title))
    const others = all.filter((_, place) => (place * 7 + at * 3 + seed) % all.length < size)
    return { ...prompt, memories: [...new Set([...wanted, ...others])].slice(0, size) }
  })
  return { ...store, prompts, weight: VARIED_WEIGHT, isVaried: true }
}

/** Titles as they are, and the rare words of titles alone: what somebody types who looks for it. */
function askForTitles(store) {
  const all = store.units.flat()
  const wordsOf = title => [...new Set(title.toLowerCase().match(/[\p{L}\d.-]{3,}/gu) ?? [])]
  const titles = all
    .filter((_, at) => at % 3 === 0)
    .map(({ title }) => ({ text: title, want: [title] }))
  const words = all
    .filter((_, at) => at % 5 === 0)
    .map(({ title }) => wordsOf(title).sort((x, y) => y.length - x.length)[0])
    .filter(word => word !== undefined)
    .map(word => ({
      text: word,
      want: all.filter(({ title }) => wordsOf(title).includes(word)).map(({ title }) => title),
    }))
  return { ...store, prompts: [...titles, ...words], weight: VARIED_WEIGHT, isVaried: true }
}

function toIndex(memories, unit, hasAliases) {
  const index = source.createScopeIndex()
  memories.forEach((memory, at) => {
    const aliases = hasAliases ? memory.aliases : []
    index.put({ ...toDocument({ ...memory, id: `m${unit}x${at}` }), kind: memory.kind, aliases })
  })
  return index
}

/** What search finds for each prompt of a store, as features and what they should be rated. */
function toRows(store, hasAliases, intentOf) {
  const shared = store.units.map((memories, unit) => toIndex(memories, unit, hasAliases))
  return store.prompts.map(({ text, want, also = [], memories }) => {
    const indexes = memories === undefined ? shared : [toIndex(memories, 0, hasAliases)]
    const hits = source.search(indexes, text, { limit: 24 }).filter(({ evidence }) => evidence)
    const signals = hits.map(({ evidence }) => evidence.signals)
    const prompt = hits[0] && { ...hits[0].evidence.prompt, intent: intentOf(store, text) }
    return {
      ...{
        set: store.set,
        store: store.name,
        hasAliases,
        wants: want.length > 0 ? 1 : 0,
        weight: store.weight,
        isVaried: store.isVaried === true,
      },
      need: prompt && source.needFeatures(prompt, signals),
      items: hits.map(({ entry: { title } }, at) => ({
        wanted: want.includes(title) ? 1 : also.includes(title) ? 0.5 : 0,
        features: source.itemFeatures(signals[at]),
      })),
    }
  })
}

function fitDecision(rows) {
  const needs = rows
    .filter(({ need }) => need)
    .map(({ need, wants, weight }) => ({ x: need, y: wants, weight }))
  const items = rows
    .filter(({ wants }) => wants)
    .flatMap(row =>
      row.items.map(({ features, wanted }) => ({ x: features, y: wanted, weight: row.weight })),
    )
  return { need: fitLogistic(needs, NEED_PENALTY), item: fitLogistic(items, NEED_PENALTY) }
}

/** Each store as it is judged by what the others teach. */
function crossCheck(rows, stores) {
  return stores.flatMap(({ name }) => {
    const { need, item } = fitDecision(rows.filter(({ store }) => store !== name))
    return rows
      .filter(({ store, isVaried }) => store === name && !isVaried)
      .map(row => {
        const probability = row.need ? rate(need.coefficients, row.need) : 0
        const items = row.items.map(({ wanted, features }) => ({
          wanted,
          probability: probability * rate(item.coefficients, features),
        }))
        return { ...row, probability, items }
      })
  })
}

// --- figures ------------------------------------------------------------------------------------

const percent = share => `${(100 * share).toFixed(1)} %`
const share = (list, test) => percent(list.filter(test).length / list.length)

function printFigures(judged) {
  for (const [name, rows] of groupBySet(judged)) {
    const [asking, idle] = [rows.filter(({ wants }) => wants), rows.filter(({ wants }) => !wants)]
    const isIn = depth => row => row.items.slice(0, depth).some(({ wanted }) => wanted === 1)
    console.log(
      `${name}: among the first 5 ${share(asking, isIn(5))}, 8 ${share(asking, isIn(8))}; need, area under the curve ${areaUnderCurve(rows.map(({ probability, wants }) => [probability, wants])).toFixed(3)}`,
    )
    for (const least of [0.4, 0.5, 0.6, 0.7, 0.8]) {
      const given = row =>
        source.grade(
          row.items.map(item => ({ need: row.probability, probability: item.probability })),
          { least },
        )
      const arrives = share(asking, row =>
        given(row).some((degree, at) => degree !== 'below' && row.items[at].wanted === 1),
      )
      const disturbed = share(idle, row => given(row).some(degree => degree !== 'below'))
      const full = rows.flatMap(row => row.items.filter((_, at) => given(row)[at] === 'full'))
      const inFull = share(asking, row =>
        given(row).some((degree, at) => degree === 'full' && row.items[at].wanted === 1),
      )
      console.log(
        `  need ${least}: arrives ${arrives}, in full ${inFull}; idle disturbed ${disturbed}; in full and wanted ${share(full, ({ wanted }) => wanted === 1)}, or welcome ${share(full, ({ wanted }) => wanted > 0)}`,
      )
    }
  }
}

/** The figures of each set by a fit without each group of features, as a Markdown table. */
function formatAblation(rows, stores) {
  const names = { need: source.NEED_FEATURES, item: source.ITEM_FEATURES }
  const grade = items => source.grade(items, { least: 0 })
  const lines = [[], ...GROUPS].map(left => {
    const groups = groupBySet(crossCheck(leaveOut(rows, left, names), stores))
    const figures = Array.from(groups, ([name, judged]) => [name, measure(judged, grade)])
    return [left.join(', ') || 'nothing', new Map(figures)]
  })
  return renderAblation(lines)
}

/** The hashes of the stems of words, ascending, as base64. */
function toHashes(words) {
  const hashes = new Set(words.split(/\s+/).map(word => source.wordHash(source.stem(word))))
  const ascending = Int32Array.from(hashes).sort()
  const bytes = Buffer.alloc(ascending.length * 4)
  ascending.forEach((hash, at) => bytes.writeInt32LE(hash, at * 4))
  return bytes.toString('base64')
}

/** The source of the coefficients, as it stands in the repository. */
async function formatCoefficients({ need, item }, intent) {
  const rounded = values => values.map(value => Number(value.toFixed(3)))
  const byTerm = Array.from(intent).sort(([a], [b]) => (a < b ? -1 : 1))
  return format(
    `// Written by npm run fit:recall: do not edit. What each number means stands where it is used.

    /** Coefficients of the need of a prompt, the constant first (needFeatures). */
    export const NEED = ${JSON.stringify(rounded(need.coefficients))}

    /** Coefficients of a memory being wanted by a prompt that needs something (itemFeatures). */
    export const ITEM = ${JSON.stringify(rounded(item.coefficients))}

    /** Hashes of the stems of stop words (wordHash), ascending, packed. */
    export const STOP_HASHES = ${JSON.stringify(toHashes(source.STOP_WORDS))}
    /** Hashes of the stems of everyday words, as STOP_HASHES. */
    export const EVERYDAY_HASHES = ${JSON.stringify(toHashes(source.TIERS.map(([, words]) => words).join(' ')))}

    /** Terms of a prompt's own words (intentTerms) and weights in tenths of log odds, for its need. */
    export const INTENT = ${JSON.stringify(byTerm.map(([term, weight]) => `${term}:${weight}`).join(' '))}
    `,
    { ...(await resolveConfig(TARGET)), parser: 'typescript' },
  )
}

// --- all of it ----------------------------------------------------------------------------------

const stores = loadStores()
const storePrompts = stores.flatMap(({ name, prompts: asked }) =>
  asked.map(({ text, want }) => ({ name, wanted: want.length > 0 ? 1 : 0, terms: termsOf(text) })),
)
/** The weights that the labelled prompts and those of all stores but one give. */
const fitIntent = without =>
  toTenths(fitTerms([...prompts, ...storePrompts.filter(({ name }) => name !== without)], INTENT))
const intentByStore = new Map(stores.map(({ name }) => [name, fitIntent(name)]))
const intentOf = (store, text) => rateTerms(intentByStore.get(store.name), termsOf(text))
const rows = [false, true].flatMap(hasAliases =>
  [...stores, ...varyStores(stores)].flatMap(store => toRows(store, hasAliases, intentOf)),
)

async function writeCoefficients() {
  const intent = fitIntent()
  const decision = fitDecision(rows)
  const text = await formatCoefficients(decision, intent)
  if (!options.check) {
    printAll(intent, decision)
    writeFileSync(TARGET, text)
  } else if (readFileSync(TARGET, 'utf8') !== text) {
    console.error(
      'src/search/coefficients.ts is not what these sets give: npm run fit:recall writes it',
    )
    process.exitCode = 1
  }
}

function printAll(intent, { need, item }) {
  console.log(
    `intent: ${prompts.length + storePrompts.length} prompts, ${intent.size} terms; labelled ones, each fifth by the others: ${crossCheckIntent()}`,
  )
  for (const name of UNFITTED) {
    const judged = readPrompts(name).map(({ wanted, terms }) => [rateTerms(intent, terms), wanted])
    console.log(`  ${name}: ${tellJudged(judged)}`)
  }
  printFigures(crossCheck(rows, stores))
  const listed = (names, weights) =>
    names.map((name, at) => `${name} ${weights[at].toFixed(2)}`).join(', ')
  console.log(`need, standardised: ${listed(source.NEED_FEATURES, need.standard)}`)
  console.log(`item, standardised: ${listed(source.ITEM_FEATURES, item.standard)}`)
}

if (options.ablate) console.log(formatAblation(rows, stores))
else await writeCoefficients()
