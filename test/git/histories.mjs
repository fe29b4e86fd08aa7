// Random histories of one store: what people, agents and editors do to it between two merges.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GLOBAL = { type: 'global', id: null }
const KINDS = ['fact', 'preference', 'constraint', 'procedure', 'note']
const TAGS = ['git', 'build', 'style', 'db', 'api', 'ci', 'docs', 'ops']
const WORDS =
  'deploy cache queue token order stripe redis schema worker branch release module layout header cookie policy shard replica metric trace'.split(
    ' ',
  )
/** Titles that either side may give to something new. */
const COMMON_TITLES = ['Release days', 'Test command', 'Naming of branches', 'Retry policy']

/** What one side may do, each with how often in a hundred. */
const OPERATIONS = [
  [32, add],
  [14, edit],
  [5, editByHand],
  [2, addByHand],
  [6, forget],
  [40, recall],
  [1, consolidate],
]

/**
 * Does `count` random things to a side's store through its service and its files. `side` is
 * `{service, dataDir, name, random}`; its name makes every statement its own.
 */
export async function liveThrough(side, count, commit) {
  const total = OPERATIONS.reduce((sum, [weight]) => sum + weight, 0)
  for (let n = 0; n < count; n++) {
    let left = side.random() * total
    const [, operation] = OPERATIONS.find(([weight]) => (left -= weight) < 0) ?? OPERATIONS[0]
    await operation(side, n)
    if (n % 50 === 49) commit()
  }
  commit()
}

/** Twenty new memories and ten edits, the measure that single files and formats are compared by. */
export async function liveBriefly(side, commit) {
  for (let n = 0; n < 20; n++) await add(side, n)
  for (let n = 0; n < 10; n++) await edit(side)
  commit()
}

/** `count` memories for the start. */
export async function fill(side, count) {
  for (let n = 0; n < count; n++) await add(side, n)
}

async function add(side, n) {
  const { service, random, name } = side
  const isCommon = name !== 'base' && random() < 0.03
  const title = isCommon ? pick(COMMON_TITLES, random) : `${words(3, random)} ${name}${n}`
  const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => statement(side))
  const content = lines.map(line => (lines.length > 1 ? `- ${line}` : line)).join('\n')
  const tags = TAGS.filter(() => random() < 0.25)
  await service.remember({ scope: GLOBAL, title, content, kind: pick(KINDS, random), tags })
}

async function edit(side) {
  const { service, random } = side
  const memory = await anyOf(side)
  if (memory === undefined) return
  const lines = memory.content.split('\n')
  const at = Math.floor(random() * lines.length)
  const patches = [
    () => ({ title: `${memory.title} ${words(1, random)}`.slice(0, 200) }),
    () => ({ content: lines.with(at, statement(side)).join('\n') }),
    () => ({ content: [...lines, statement(side)].join('\n') }),
    () => ({ content: lines.length > 1 ? lines.toSpliced(at, 1).join('\n') : memory.content }),
    () => ({ kind: pick(KINDS, random) }),
    () => ({ tags: [...new Set([...memory.tags, pick(TAGS, random)])] }),
    () => ({ tags: memory.tags.slice(1) }),
    () => ({ pinned: !memory.pinned }),
  ]
  try {
    await service.memories.edit(memory.id, pick(patches, random)())
  } catch (error) {
    if (error.code !== 'CONFLICT') throw error
  }
}

/** An editor writes the file in place: a new line, another tag or a key that svc does not know. */
async function editByHand(side) {
  const { random } = side
  const memory = await anyOf(side)
  if (memory === undefined) return
  const directory = join(side.dataDir, 'global', 'memories')
  const name = readdirSync(directory).find(each => each.endsWith(`--${memory.id}.md`))
  if (name === undefined) return
  const path = join(directory, name)
  const text = readFileSync(path, 'utf8')
  const changes = [
    () => `${text}${statement(side)}\n`,
    () => text.replace('\n---\n', `\nowner: ${pick(WORDS, random)}\n---\n`),
    () => text.replace(/^kind: .*$/m, `kind: ${pick(KINDS, random)}`),
  ]
  const changed = /^owner: /m.test(text) ? changes[0]() : pick(changes, random)()
  writeFileSync(path, changed)
}

async function addByHand(side, n) {
  const name = `by-hand-${side.name}-${n}.md`
  const path = join(side.dataDir, 'global', 'memories', name)
  writeFileSync(path, `# Written by hand ${side.name}${n}\n\n${statement(side)}\n`)
}

async function forget(side) {
  const memory = await anyOf(side)
  if (memory !== undefined) await side.service.memories.forget(memory.id)
}

async function recall({ service, random }) {
  await service.memories.context({ text: words(4, random), limit: 5 })
}

async function consolidate({ service }) {
  await service.consolidate(GLOBAL)
}

async function anyOf({ service, random }) {
  const { total } = await service.memories.list({ limit: 1 })
  if (total === 0) return undefined
  const { items } = await service.memories.list({ limit: 1, offset: Math.floor(random() * total) })
  return items[0]
}

/** A statement that nobody else makes: it ends with a mark by which it is found again. */
function statement(side) {
  side.statements = (side.statements ?? 0) + 1
  const mark = `mark${side.name}${side.statements}end`
  return `${words(5, side.random)} is what ${words(2, side.random)} needs, ${mark}.`
}

/** The marks of all statements in a text. */
export function marksIn(text) {
  return text.match(/\bmark[a-z]+\d+end\b/g) ?? []
}

function words(count, random) {
  return Array.from({ length: count }, () => pick(WORDS, random)).join(' ')
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)]
}
