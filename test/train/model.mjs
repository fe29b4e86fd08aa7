// Makes a model of labelled conversations: rows of features, a regression for each head, int8.
import { deflateRawSync } from 'node:zlib'
import { importSource } from '../eval/bundle.mjs'
import { fitSparse } from './regression.mjs'
import { tellsDecisions, toMessages } from './sentences.mjs'

const { analyse, featuresOf, toHash, placeOf, readModel } = await importSource([
  'src/provider/builtin/model/analyse.ts',
  'src/provider/builtin/model/surroundings.ts',
  'src/provider/builtin/model/score.ts',
])

const SEEN_BITS = 20
const BITS = {
  ...{ keep: 18, c: 15, p: 15, f: 15, r: 15 },
  ...{ global: 14, more: 14, retract: 14, decides: 16, settles: 16 },
  ...{ touches: 15, ends: 14 },
}
/** In how many rows a feature must be to count. */
const LEAST = 6
const GIVES_REASON = /because|since|otherwise|so that|weil|sonst|parce|sinon|porque|因为|ので|から/

/**
 * A row for each segment, and of a marked one for the statement and for what stands around it:
 * `{batch, label, features, segment, isWhole}`; a label is a kind, `+`, `-` or `0`.
 */
export function toRows(conversations) {
  return conversations.flatMap(conversation => {
    const said = toMessages(conversation)
    const messages = said.map(({ who, segments }) => ({
      who,
      sentences: segments.map(({ text }) => analyse(text)),
    }))
    return said.flatMap(({ segments }, index) =>
      segments.flatMap((segment, at) => rowsOf(segment, messages, index, at, conversation)),
    )
  })
}

function rowsOf(segment, messages, index, at, { batch, language }) {
  const place = placeOf(messages, index, at)
  const previous = at > 0
  const toRow = (own, label, isWhole) => ({
    batch,
    language,
    label,
    segment,
    isWhole,
    hasBefore: previous,
    isAnswer: index > 0,
    features: Uint32Array.from(new Set(Array.from(featuresOf(own, place), toHash))),
  })
  const label = labelOf(segment)
  const rows = [toRow(messages[index].sentences[at], label, true)]
  if (!segment.span) return rows
  const [from, to] = segment.span
  const rests = [segment.text.slice(0, from), segment.text.slice(to)]
  if (rests.join('').trim().length < 6) return rows
  rows.push(toRow(analyse(segment.text.slice(from, to)), segment.kind ?? '+', false))
  for (const rest of rests.filter(isTelling)) rows.push(toRow(analyse(trim(rest)), '0', false))
  return rows
}

function labelOf({ isRetraction, decides, settles, goesOn, kind }) {
  if (isRetraction) return '-'
  if (decides) return 'd'
  if (settles) return 's'
  return goesOn ? '+' : (kind ?? '0')
}

const trim = text => text.replace(/^[\s,，、;:：.。-]+|[\s,，、;:：-]+$/g, '')
const isTelling = rest =>
  ((rest.match(/\p{L}+/gu) ?? []).length >= 4 || /[\u3040-\u9fff]{6}/.test(rest)) &&
  !GIVES_REASON.test(rest)
const isKept = ({ label }) => 'cpfr'.includes(label)
/** Kinds are told apart by the first batches: those on decisions and reports have few, at their edges. */
const tellsKind = row => isKept(row) && !tellsDecisions(row.batch)

/** A model of rows, packed as readModel takes it. */
export function trainModel(rows, least = { user: 0, agent: 0 }) {
  return trainHeads(rows, SENTENCE_HEADS, least)
}

/** A model of pairs of a sentence and a known statement, packed likewise. */
export const trainPairs = rows => trainHeads(rows, PAIR_HEADS, {})

const all = () => true
const SENTENCE_HEADS = [
  {
    name: 'keep',
    fits: row => !'+ds'.includes(row.label),
    wants: isKept,
    cost: 35,
    isScaled: true,
  },
  ...['c', 'p', 'f', 'r'].map(kind => {
    return {
      name: kind,
      fits: tellsKind,
      wants: row => row.label === kind,
      cost: 10,
      isScaled: true,
    }
  }),
  { name: 'global', fits: isKept, wants: row => row.segment.isGlobal, cost: 10, isScaled: true },
  {
    name: 'more',
    fits: row => row.isWhole && row.hasBefore,
    wants: row => row.label === '+',
    cost: 20,
  },
  { name: 'retract', fits: all, wants: row => row.label === '-', cost: 20, weight: 4 },
  {
    name: 'decides',
    fits: ({ segment, label, batch, isAnswer }) =>
      segment.who === 'user' && isAnswer && label !== '+' && tellsDecisions(batch),
    wants: row => row.label === 'd',
    ...{ cost: 20, isScaled: true, weight: 2 },
  },
  {
    name: 'settles',
    fits: ({ segment, label, batch }) =>
      segment.who === 'agent' && 's0'.includes(label) && tellsDecisions(batch),
    wants: row => row.label === 's',
    ...{ cost: 20, isScaled: true },
  },
]
const isTouched = ({ label }) => 'ng'.includes(label)
const PAIR_HEADS = [
  { name: 'touches', fits: all, wants: isTouched, cost: 10 },
  { name: 'ends', fits: isTouched, wants: row => row.label === 'g', cost: 10 },
]

/** Fits each head to the rows that it `fits`; `weight` is that of a row that it `wants`. */
function trainHeads(rows, heads, least) {
  const seen = findSeen(rows)
  const isSeen = hash => seen[(hash % (1 << SEEN_BITS)) >> 3] & (1 << (hash & 7))
  const known = rows.map(row => row.features.filter(isSeen))
  const fitted = heads.map(({ name, fits, wants, cost, isScaled, weight = 1 }) => {
    const which = rows.flatMap((row, at) => (fits(row) ? [at] : []))
    const [bits, size] = [BITS[name], 1 << BITS[name]]
    const ids = which.map(at => Uint32Array.from(new Set(known[at].map(hash => hash % size))))
    const wanted = which.map(at => (wants(rows[at]) ? 1 : -1))
    const weights = wanted.map(one => (one > 0 ? weight : 1))
    const scale = isScaled ? toScale(ids, wanted, size) : undefined
    const fit = fitSparse(ids, wanted, { size, cost, scale, weights })
    const folded = scale ? fit.weights.map((one, at) => one * scale[at]) : fit.weights
    return { name, bits, constant: fit.constant, weights: folded }
  })
  return pack(seen, fitted, least)
}

function findSeen(rows) {
  const counts = new Uint32Array(1 << SEEN_BITS)
  for (const { features } of rows) for (const hash of features) counts[hash % (1 << SEEN_BITS)]++
  const seen = new Uint8Array(1 << (SEEN_BITS - 3))
  counts.forEach((count, at) => {
    if (count >= LEAST) seen[at >> 3] |= 1 << (at & 7)
  })
  return seen
}

/** How much a feature counts: by how well it alone tells the wanted rows from the others. */
function toScale(rows, wanted, size) {
  const [yes, no] = [new Float64Array(size).fill(3), new Float64Array(size).fill(3)]
  rows.forEach((row, at) => {
    const counts = wanted[at] > 0 ? yes : no
    for (const feature of row) counts[feature]++
  })
  const sum = counts => counts.reduce((total, count) => total + count)
  const [allYes, allNo] = [sum(yes), sum(no)]
  const root = value => Math.sqrt(Math.sqrt(value))
  return yes.map((count, at) => root(Math.abs(Math.log(count / allYes / (no[at] / allNo)))))
}

function pack(seen, heads, least) {
  const largest = heads.map(({ weights }) =>
    weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0),
  )
  const heading = {
    least,
    seenBits: SEEN_BITS,
    heads: heads.map(({ name, bits, constant }, at) => {
      return {
        name,
        bits,
        constant: Number(constant.toFixed(4)),
        scale: Number((largest[at] / 127).toFixed(6)),
      }
    }),
  }
  const bytes = heads.map(({ weights }, at) =>
    Buffer.from(Int8Array.from(weights, one => toByte(one / largest[at])).buffer),
  )
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(heading)}\n`), seen, ...bytes])
  return deflateRawSync(whole, { level: 9 })
}

/** Weights that hardly count are none: the file is smaller, and no answer differs by it. */
const toByte = share => (Math.abs(share) * 127 < 3.5 ? 0 : Math.round(share * 127))

/** Scores rows by a packed model: for each row the answers of all heads. */
export function scoreRows(packed, rows) {
  const { seen, seenBits, heads } = readModel(packed)
  return rows.map(({ features }) => {
    const known = features.filter(hash => {
      const at = hash % (1 << seenBits)
      return seen[at >> 3] & (1 << (at & 7))
    })
    const scores = {}
    for (const [name, { bits, constant, scale, weights }] of Object.entries(heads)) {
      const places = new Set(known.map(hash => hash % (1 << bits)))
      let sum = 0
      for (const at of places) sum += weights[at]
      scores[name] = (sum * scale) / Math.sqrt(places.size || 1) + constant
    }
    return scores
  })
}
