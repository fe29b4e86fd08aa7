import { sectionName } from './inject-sets.mjs'

/** Why what is wanted did not arrive, the farthest from arriving first. */
export const MISSES = [
  'no word in common',
  'only common words',
  'ranked below five',
  'below the line',
]

/**
 * Reads the items of an injected text, in its order: for each the name that a set gives it, and whether its text
 * is there: all of it, or enough of it to say something. An item is known by its id and exact title in
 * one line, a passage of an agent file by the file's path in the head of its block; it counts for the
 * section that its head names and for every section that its lines are from.
 */
export function parseInjected(text, memories, files) {
  const lines = text.split('\n')
  const items = []
  for (let at = 0; at < lines.length;) {
    const head = lines[at++]
    const named = memories.filter(one => head.includes(one.id) && head.includes(toLine(one.title)))
    const file = head.trim().startsWith('- ') && files.find(({ path }) => head.includes(path))
    if (named.length === 0 && !file) continue
    const body = takeBody(head, lines.slice(at), memories)
    at += body.length
    const said = toLine(body.join(' '))
    if (named.length === 0) items.push({ names: passageOf(head, body, file), hasText: said !== '' })
    else for (const one of named) items.push({ names: [one.title], hasText: saysEnough(said, one) })
  }
  return items
}

/** So many characters of a long memory say something, of a short one half of it. */
const ENOUGH_CHARS = 200

function saysEnough(said, { content }) {
  return said.length >= Math.min(ENOUGH_CHARS, toLine(content).length / 2)
}

/** The lines that are indented below a head; [] below a line that only names an item. */
function takeBody(head, after, memories) {
  if (!head.startsWith('- ')) return []
  const isNext = line => /^\S/.test(line) || memories.some(one => line.includes(one.id))
  const end = after.findIndex(isNext)
  return after.slice(0, end < 0 ? undefined : end)
}

/** Shorter lines may stand in any section. */
const TELLING_CHARS = 12

/** Names a passage as a set does: its file, and the sections that it is from. */
function passageOf(head, body, { path, sections }) {
  const told = body
    .map(line => toLine(line.replaceAll('…', '')))
    .filter(line => line.length >= TELLING_CHARS)
  const headings = sections.map(({ heading }) => toLine(heading))
  const parts = head.replaceAll(path, '').split('; ')
  const named = new Set(parts.map(part => lastNamed(part, headings)))
  const found = sections.filter(({ text }, at) => {
    const whole = toLine(text)
    return named.has(headings[at]) || told.some(line => whole.includes(line))
  })
  return [`file:${path}`, ...found.map(({ heading }) => sectionName(heading))]
}

/** The last of the headings that a head names: those above it are the way there. */
function lastNamed(head, headings) {
  const isEnd = at => !/[\p{L}\p{N}]/u.test(head[at] ?? '')
  const places = headings
    .map(heading => ({ heading, at: head.lastIndexOf(heading) }))
    .filter(({ heading, at }) => at >= 0 && isEnd(at - 1) && isEnd(at + heading.length))
  return places.sort((a, b) => b.at - a.at)[0]?.heading
}

function toLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Compares what a session has once a prompt was sent with what the prompt wants: `start` and `items` are
 * those of the text at the session's start and beside the prompt, `chars` the length of the latter.
 */
export function scorePrompt({ text, want, also }, { chars, start, items }) {
  const isAny = (names, list) => names.some(name => list.includes(name))
  const given = items.filter(({ hasText }) => hasText)
  const stands = [...start, ...items].filter(({ hasText }) => hasText)
  const arrives = stands.some(({ names }) => isAny(names, want))
  return {
    ...{ text, want, chars, items, arrives },
    isBeside: given.some(({ names }) => isAny(names, want)),
    whole: want.every(name => stands.some(({ names }) => names.includes(name))),
    given: items.length,
    wanted: given.filter(({ names }) => isAny(names, want)).length,
    good: given.filter(({ names }) => isAny(names, [...want, ...also])).length,
  }
}

/** The figures of scored prompts; shares are from 0 to 1, NaN where there is nothing to share. */
export function toFigures(rows) {
  const wanting = rows.filter(row => row.want.length > 0)
  const idle = rows.filter(row => row.want.length === 0)
  const share = (part, accept) => part.filter(accept).length / part.length
  const sum = field => rows.reduce((total, row) => total + row[field], 0)
  const lengths = rows.map(row => row.chars).sort((a, b) => a - b)
  return {
    wanting: wanting.length,
    arrives: share(wanting, row => row.arrives),
    whole: share(wanting, row => row.whole),
    beside: share(wanting, row => row.isBeside),
    given: sum('given') / rows.length,
    good: sum('good') / sum('given'),
    wanted: sum('wanted') / sum('given'),
    chars: sum('chars') / rows.length,
    chars95: lengths[Math.ceil(0.95 * lengths.length) - 1] ?? 0,
    idle: idle.length,
    disturbed: share(idle, row => row.given > 0),
    misses: MISSES.map(miss => rows.filter(row => row.miss === miss).length),
  }
}

/** A share from 0 to 1 in percent; a dash where there is nothing to share. */
export function percent(share) {
  return Number.isNaN(share) ? '–' : (100 * share).toFixed(1)
}

/** A word is common where more documents than this have it, or this share of them. */
const COMMON = { documents: 2, share: 0.1 }
/** A wanted item that is ranked farther behind is not found; a nearer one is left out. */
const NEAR = 5

/**
 * Why a prompt does not get what it wants, of several wanted items for the one nearest to arriving.
 * `sources` are what was wanted: its text, and which entries of the indexes it is.
 */
export function judgeMiss(recall, indexes, prompt, sources) {
  const hits = recall.search(indexes, prompt, { limit: Infinity })
  const misses = sources.map(({ text, isEntry }) => {
    const shared = sharedTerms(recall, prompt, text)
    if (shared.length === 0) return 0
    if (shared.every(term => isCommon(recall, indexes, term))) return 1
    const at = hits.findIndex(({ entry }) => isEntry(entry))
    return at < 0 || at >= NEAR ? 2 : 3
  })
  return MISSES[Math.max(...misses)]
}

/** The telling terms of the prompt that a text has; [] for a prompt of stop words. */
function sharedTerms({ parseQuery, tokenize, stem }, prompt, text) {
  const { terms, isTelling } = parseQuery(prompt)
  const stems = new Set(tokenize(text).map(({ word }) => stem(word)))
  return isTelling ? terms.filter(({ term, weight }) => weight === 1 && stems.has(term)) : []
}

function isCommon({ backgroundFrequency }, indexes, { term, word }) {
  const documents = indexes.reduce((sum, index) => sum + index.size, 0)
  const having = indexes.reduce((sum, index) => sum + index.frequency(term), 0)
  const few = Math.max(COMMON.documents, COMMON.share * documents)
  return having > few || backgroundFrequency(word, term) > 0
}
