#!/usr/bin/env node
// Fits what recall decides by and writes src/search/coefficients.ts: npm run fit:recall [-- --check]
//
// 1. intent: sets/prompts/*.jsonl and the prompts of FITTED: do they ask for something of a project?
// 2. need and item: the prompts of FITTED with the memories that they want, without and with aliases;
//    the intent of a prompt was fitted without those of its store.
// Every other set in sets/inject is for measuring (npm run eval:inject) and never read here.
// Prints how well each store is judged by what the other stores teach. With --check it only compares
// what it would write with what is there, and exits 1 where they differ.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { importSource } from './bundle.mjs'
import { toDocument } from './evaluate.mjs'
import { areaUnderCurve, fitLogistic, fitTerms, rate } from './logistic.mjs'

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const FITTED = ['dev', 'north']
const TARGET = join(here, '../../src/search/coefficients.ts')
const NEED_PENALTY = 3
const INTENT = { least: 3, penalty: 2, rounds: 300 }

const readText = path => readFileSync(join(here, 'sets', path), 'utf8')
const readJson = path => JSON.parse(readText(path))
const source = await importSource([
  'src/search/search.ts',
  'src/search/decide.ts',
  'src/search/intent.ts',
  'src/search/query.ts',
  'store/index/memory-index.ts',
])
const termsOf = text => [...source.intentTerms(source.parseQuery(text))]

// --- intent -------------------------------------------------------------------------------------

const prompts = readdirSync(join(here, 'sets/prompts'))
  .sort()
  .flatMap(name => readText(`prompts/${name}`).split('\n').filter(Boolean))
  .map(line => JSON.parse(line))
  .map(({ label, text }) => ({ wanted: label === 'p' ? 1 : 0, terms: termsOf(text) }))

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
  return { set: 'codemem', name: 'codemem', units: [memories], prompts: [...asked, ...idle] }
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
  const indexes = store.units.map((memories, unit) => toIndex(memories, unit, hasAliases))
  return store.prompts.map(({ text, want, also = [] }) => {
    const hits = source.search(indexes, text, { limit: 24 }).filter(({ evidence }) => evidence)
    const signals = hits.map(({ evidence }) => evidence.signals)
    const prompt = hits[0] && { ...hits[0].evidence.prompt, intent: intentOf(store, text) }
    return {
      ...{ set: store.set, store: store.name, hasAliases, wants: want.length > 0 ? 1 : 0, text },
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
    .map(({ need, wants, set }) => ({ x: need, y: wants, weight: set === 'codemem' ? 0.5 : 1 }))
  const items = rows
    .filter(({ wants }) => wants)
    .flatMap(row =>
      row.items.map(({ features, wanted }) => ({ x: features, y: wanted, weight: 1 })),
    )
  return { need: fitLogistic(needs, NEED_PENALTY), item: fitLogistic(items, NEED_PENALTY) }
}

/** Each store as it is judged by what the others teach. */
function crossCheck(rows, stores) {
  return stores.flatMap(({ name }) => {
    const { need, item } = fitDecision(rows.filter(({ store }) => store !== name))
    return rows
      .filter(({ store }) => store === name)
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
  const parts = new Map()
  for (const row of judged) {
    const key = `${row.set}${row.hasAliases ? ' with aliases' : ''}`
    parts.set(key, [...(parts.get(key) ?? []), row])
  }
  for (const [name, rows] of parts) {
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

// --- all of it ----------------------------------------------------------------------------------

const stores = loadStores()
const storePrompts = stores.flatMap(({ name, prompts: asked }) =>
  asked.map(({ text, want }) => ({ name, wanted: want.length > 0 ? 1 : 0, terms: termsOf(text) })),
)
/** The weights that the labelled prompts and those of all stores but one give. */
const fitIntent = without =>
  toTenths(fitTerms([...prompts, ...storePrompts.filter(({ name }) => name !== without)], INTENT))
const intent = fitIntent()
console.log(
  `intent: ${prompts.length + storePrompts.length} prompts, ${intent.size} terms; labelled ones, each fifth by the others: ${crossCheckIntent()}`,
)
const intentByStore = new Map(stores.map(({ name }) => [name, fitIntent(name)]))
const intentOf = (store, text) => rateTerms(intentByStore.get(store.name), termsOf(text))
const rows = [false, true].flatMap(hasAliases =>
  stores.flatMap(store => toRows(store, hasAliases, intentOf)),
)
printFigures(crossCheck(rows, stores))
const { need, item } = fitDecision(rows)
const listed = (names, weights) =>
  names.map((name, at) => `${name} ${weights[at].toFixed(2)}`).join(', ')
console.log(`need, standardised: ${listed(source.NEED_FEATURES, need.standard)}`)
console.log(`item, standardised: ${listed(source.ITEM_FEATURES, item.standard)}`)

const rounded = values => values.map(value => Number(value.toFixed(3)))
const byWeight = Array.from(intent).sort(
  ([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || (a < b ? -1 : 1),
)
const text = await format(
  `// Written by npm run fit:recall: do not edit. What each number means stands where it is used.

  /** Coefficients of the need of a prompt, the constant first (needFeatures). */
  export const NEED = ${JSON.stringify(rounded(need.coefficients))}

  /** Coefficients of a memory being wanted by a prompt that needs something (itemFeatures). */
  export const ITEM = ${JSON.stringify(rounded(item.coefficients))}

  /** What a prompt asks for by its words alone: term and weight in tenths of log odds (intentTerms). */
  export const INTENT = ${JSON.stringify(byWeight.map(([term, weight]) => `${term}:${weight}`).join(' '))}
  `,
  { ...(await resolveConfig(TARGET)), parser: 'typescript' },
)
if (!process.argv.includes('--check')) writeFileSync(TARGET, text)
else if (readFileSync(TARGET, 'utf8') !== text) {
  console.error(
    'src/search/coefficients.ts is not what these sets give: npm run fit:recall writes it',
  )
  process.exitCode = 1
}
