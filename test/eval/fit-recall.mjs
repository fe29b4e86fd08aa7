#!/usr/bin/env node
// Fits what recall decides by and writes src/search/coefficients.ts:
//   npm run fit:recall [-- --check|--ablate]
//
// 1. intent: sets/prompts/*.jsonl, and the prompts of FITTED: do they ask for something of a project?
// 2. wanted: the prompts of FITTED with the memories that they want, without and with aliases, and
//    those of sets/idle/dev.json, which want none; the intent of a prompt was fitted without those of
//    its store.
// It never reads sets/held-out and sets/idle/held-out.json: these are for measuring (npm run eval:inject).
// Prints how well each store is judged by what the other stores teach. With --check it only compares
// what it would write with what is there, and exits 1 where they differ. With --ablate it writes
// nothing and prints, as a table, how well they are judged without each group of features: the area
// under the curve of the best memory's probability by whether a prompt wants any, and the share of
// prompts that get what they want where 5 % of those that want nothing get something.
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
const FITTED = ['dev', 'north', 'south', 'east', 'west']
const TARGET = join(here, '../../src/search/coefficients.ts')
const PENALTY = 3
/** Weight of a prompt over a store that was made of others, beside one as it was written. */
const VARIED_WEIGHT = 0.08
/** … and over one that holds nothing for it: rare in these sets, common in life. */
const TAKEN_WEIGHT = 0.05
const INTENT = { least: 5, penalty: 3, rounds: 300 }

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

const promptFiles = readdirSync(join(here, 'sets/prompts'))
  .sort()
  .map(name => name.replace('.jsonl', ''))
const prompts = promptFiles.flatMap(file =>
  readPrompts(file).map(row => ({ ...row, file, from: file })),
)

const toTenths = weights =>
  new Map(
    Array.from(weights, ([term, weight]) => [term, Math.round(weight * 10)]).filter(
      ([, weight]) => Math.abs(weight) >= 2,
    ),
  )
const rateTerms = (tenths, terms) =>
  terms.reduce((sum, term) => sum + (tenths.get(term) ?? 0) / 10, 0)

/** Tells how well the prompts of each file are told apart by weights that were fitted without it. */
function crossCheckIntent() {
  return promptFiles.map(name => {
    const tenths = toTenths(
      fitTerms(
        prompts.filter(({ file }) => file !== name),
        INTENT,
      ),
    )
    const own = prompts.filter(({ file }) => file === name)
    return `  ${name}: ${tellJudged(own.map(({ wanted, terms }) => [rateTerms(tenths, terms), wanted]))}`
  })
}

function tellJudged(judged) {
  const right =
    judged.filter(([value, wanted]) => value > 0 === (wanted === 1)).length / judged.length
  return `${percent(right)} right, area under the curve ${areaUnderCurve(judged).toFixed(3)}`
}

// --- wanted -------------------------------------------------------------------------------------

function loadStores() {
  const stores = FITTED.flatMap(name => {
    const { projects, global, prompts: all } = readJson(`inject/inject.${name}.json`)
    // No memory answers those that a section of an agent file answers.
    const asked = all.filter(({ want }) => !want.some(one => one.startsWith('section:')))
    return projects.map(project => ({
      set: `inject.${name}`,
      name: project.name,
      units: [project.memories, global],
      prompts: asked.filter(prompt => prompt.project === project.name),
      weight: 1,
    }))
  })
  return spreadIdle([...stores, loadCodemem()])
}

/** Each store gets its part of the prompts that want nothing of any. */
function spreadIdle(stores) {
  const idle = Object.values(readJson('idle/dev.json')).flat()
  return stores.map((store, at) => {
    const own = idle.filter((_, place) => place % stores.length === at)
    return { ...store, prompts: [...store.prompts, ...own.map(text => ({ text, want: [] }))] }
  })
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

/** The hits of search for each prompt of a store, as features and as they should be rated. */
function toRows(store, hasAliases, intentOf) {
  const shared = store.units.map((memories, unit) => toIndex(memories, unit, hasAliases))
  return store.prompts.map(({ text, want, also = [], memories }) => {
    const indexes = memories === undefined ? shared : [toIndex(memories, 0, hasAliases)]
    const hits = source.search(indexes, text, { limit: 24 }).filter(({ evidence }) => evidence)
    return {
      set: store.set,
      store: store.name,
      hasAliases,
      wants: want.length > 0 ? 1 : 0,
      weight: store.weight,
      isVaried: store.isVaried === true,
      items: hits.map(({ entry: { title }, evidence: { prompt, signals } }) => ({
        wanted: want.includes(title) ? 1 : also.includes(title) ? 0.5 : 0,
        features: source.wantedFeatures({ ...prompt, intent: intentOf(store, text) }, signals),
      })),
    }
  })
}

function fitDecision(rows) {
  const items = rows.flatMap(row =>
    row.items.map(({ features, wanted }) => ({ x: features, y: wanted, weight: row.weight })),
  )
  return fitLogistic(items, PENALTY)
}

/** Each store as it is judged by what the others teach. */
function crossCheck(rows, stores) {
  return stores.flatMap(({ name }) => {
    const { coefficients } = fitDecision(rows.filter(({ store }) => store !== name))
    return rows
      .filter(({ store, isVaried }) => store === name && !isVaried)
      .map(row => ({
        ...row,
        items: row.items.map(({ wanted, features }) => ({
          wanted,
          probability: rate(coefficients, features),
        })),
      }))
  })
}

// --- figures ------------------------------------------------------------------------------------

const percent = share => `${(100 * share).toFixed(1)} %`
const share = (list, test) => percent(list.filter(test).length / list.length)

function printFigures(judged) {
  for (const [name, rows] of groupBySet(judged)) {
    const [asking, idle] = [rows.filter(({ wants }) => wants), rows.filter(({ wants }) => !wants)]
    const isIn = depth => row => row.items.slice(0, depth).some(({ wanted }) => wanted === 1)
    const given = rows.map(row =>
      row.items.filter((_, at) => source.grade(row.items)[at] === 'full'),
    )
    const all = given.flat()
    const gets = new Map(rows.map((row, at) => [row, given[at]]))
    console.log(
      [
        `${name}: among the first 5 ${share(asking, isIn(5))}, 8 ${share(asking, isIn(8))}`,
        `given ${share(asking, row => gets.get(row).some(({ wanted }) => wanted === 1))}`,
        `wanted or welcome ${share(all, ({ wanted }) => wanted > 0)}`,
        `idle disturbed ${share(idle, row => gets.get(row).length > 0)}`,
      ].join('; '),
    )
  }
}

/** The figures of each set by a fit without each group of features, as a Markdown table. */
function formatAblation(rows, stores) {
  const lines = [[], ...GROUPS].map(left => {
    const groups = groupBySet(crossCheck(leaveOut(rows, left, source.WANTED_FEATURES), stores))
    const figures = Array.from(groups, ([name, judged]) => [name, measure(judged)])
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
async function formatCoefficients({ coefficients }, intent) {
  const rounded = values => values.map(value => Number(value.toFixed(3)))
  const byTerm = Array.from(intent).sort(([a], [b]) => (a < b ? -1 : 1))
  const isAscii = ([term]) => /^[ -~]*$/.test(term)
  const toLine = terms =>
    JSON.stringify(terms.map(([term, weight]) => `${term}:${weight}`).join(' '))
  return format(
    `// Written by npm run fit:recall: do not edit. What each number means stands where it is used.

    /** Coefficients of a memory being wanted by a prompt, the constant first (wantedFeatures). */
    export const WANTED = ${JSON.stringify(rounded(coefficients))}

    /** Hashes of the stems of stop words (wordHash), ascending, packed. */
    export const STOP_HASHES = ${JSON.stringify(toHashes(source.STOP_WORDS))}
    /** Hashes of the stems of everyday words, as STOP_HASHES. */
    export const EVERYDAY_HASHES = ${JSON.stringify(toHashes(source.TIERS.map(([, words]) => words).join(' ')))}

    /** Terms of a prompt's own words (intentTerms) and weights in tenths of log odds, for its intent. */
    export const INTENT = ${toLine(byTerm.filter(isAscii))}
    /** Those terms that are not ASCII: apart, because one such letter doubles what a string takes. */
    export const INTENT_BEYOND_ASCII = ${toLine(byTerm.filter(one => !isAscii(one)))}
    `,
    { ...(await resolveConfig(TARGET)), parser: 'typescript' },
  )
}

// --- all of it ----------------------------------------------------------------------------------

const stores = loadStores()
const storePrompts = stores.flatMap(({ name, prompts: asked }) =>
  asked.map(({ text, want }) => ({
    name,
    from: name,
    wanted: want.length > 0 ? 1 : 0,
    terms: termsOf(text),
  })),
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

function printAll(intent, { standard }) {
  const count = prompts.length + storePrompts.length
  console.log(`intent: ${count} prompts, ${intent.size} terms; each file by the others:`)
  console.log(crossCheckIntent().join('\n'))
  printFigures(crossCheck(rows, stores))
  const listed = source.WANTED_FEATURES.map((name, at) => `${name} ${standard[at].toFixed(2)}`)
  console.log(`wanted, standardised: ${listed.join(', ')}`)
}

if (options.ablate) console.log(formatAblation(rows, stores))
else await writeCoefficients()
