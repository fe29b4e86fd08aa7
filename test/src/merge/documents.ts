import { parseMemoryStrict } from '../../../store/document/strict.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import type { MemoryDocument } from '../../../store/types.js'

type Random = () => number

const LINES = [
  'Run the tests before committing.',
  '',
  '- use pnpm',
  '- use npm',
  '# Deploy',
  'Never push on Fridays.',
  '  indented',
  'Port 5432.',
  'Port 5433.',
  '```',
  '<<<<<<< not a marker',
  '=======',
]
const TAGS = ['a', 'b', 'ci', 'Git', 'needs-review']
const ALIASES = ['go live', 'which port?', 'rollout', 'red build']
const IDS = ['bbbbbbb1', 'bbbbbbb2', 'ccccccc1']
const DAYS = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', '2026-11-03T00:00:00.000Z']

export function pickFrom<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)]!
}

/** A memory as it stands in a file: what the format normalises is normalised. */
export function canonical(document: MemoryDocument): MemoryDocument {
  const read = parseMemoryStrict(formatMemoryDocument(document))
  if (read === undefined) throw new Error(formatMemoryDocument(document))
  return read
}

/** How lines are made: from a few, so that they repeat, or each another one. */
export type Writer = (random: Random) => string

export const repeating: Writer = random => pickFrom(LINES, random)
export const unique: Writer = random => `Note ${Math.floor(random() * 1e12)}`

/** A memory that has no mark for review; versions of it are made with `editDocument`. */
export function createDocument(random: Random, write = repeating): MemoryDocument {
  const lines = Array.from({ length: Math.floor(random() * 12) }, () => write(random))
  return canonical({
    id: 'aaaaaaaa',
    kind: pickFrom(['fact', 'preference', 'constraint', 'recipe'], random),
    title: pickFrom(['Deploys', 'Tests', 'Port'], random),
    tags: TAGS.slice(0, 4).filter(() => random() < 0.4),
    aliases: ALIASES.filter(() => random() < 0.3),
    source: { runtime: 'svc', ...(random() < 0.3 && { mergedFrom: [IDS[2]!] }) },
    createdAt: pickFrom(DAYS, random),
    pinned: random() < 0.2,
    extra: random() < 0.3 ? { owner: 'ada', ticket: 7 } : {},
    ...(random() < 0.1 && { supersededBy: IDS[0]! }),
    content: lines.join('\n'),
  })
}

type Edit = (document: MemoryDocument, random: Random, write: Writer) => Partial<MemoryDocument>

const EDITS: readonly Edit[] = [
  (_, random) => ({ kind: pickFrom(['fact', 'procedure', 'constraint', 'recipe'], random) }),
  (_, random) => ({ title: pickFrom(['Deploys', 'Deployment', 'Release', 'Port'], random) }),
  ({ tags }, random) => ({ tags: editList(tags, TAGS, random) }),
  ({ aliases }, random) => ({ aliases: editList(aliases, ALIASES, random) }),
  ({ source }, random) => ({
    source: { ...source, mergedFrom: editList(source.mergedFrom ?? [], IDS, random) },
  }),
  ({ source }, random) => ({ source: { ...source, session: pickFrom(['s1', 's2'], random) } }),
  ({ createdAt }, random) => ({ createdAt: [createdAt, pickFrom(DAYS, random)].sort()[0]! }),
  ({ pinned }) => ({ pinned: !pinned }),
  (_, random) => ({ supersededBy: pickFrom(IDS, random) }),
  (_, random) => ({ evictedAt: pickFrom(DAYS, random) }),
  ({ extra }, random) => ({
    supersededBy: pickFrom(IDS, random),
    extra: { ...extra, supersededAt: pickFrom(DAYS, random) },
  }),
  ({ extra }, random) => ({ extra: { ...extra, restoredAt: pickFrom(DAYS, random) } }),
  ({ extra }, random) => ({ extra: { ...extra, owner: pickFrom(['ada', 'bob', 'eve'], random) } }),
  () => ({ extra: {} }),
  ...Array<Edit>(6).fill(({ content }, random, write) => ({
    content: editText(content, random, write),
  })),
]

/** The memory after a few changes by one person. */
export function editDocument(
  document: MemoryDocument,
  random: Random,
  write = repeating,
): MemoryDocument {
  let edited = document
  for (let left = Math.floor(random() * 5); left > 0; left--) {
    const change = pickFrom(EDITS, random)(edited, random, write)
    edited = { ...edited, ...change }
    if (random() < 0.05) {
      delete edited.supersededBy
      delete edited.evictedAt
      delete edited.extra.supersededAt
    }
  }
  return canonical(edited)
}

function editList(list: readonly string[], from: readonly string[], random: Random): string[] {
  const word = pickFrom(from, random)
  if (list.includes(word)) return list.filter(one => one !== word)
  return random() < 0.5 ? [...list, word] : [word, ...list]
}

function editText(content: string, random: Random, write: Writer): string {
  const lines = content.split('\n')
  const at = Math.floor(random() * (lines.length + 1))
  const form = random()
  const fresh = [random() < 0.5 ? write(random) : unique(random)]
  if (random() < 0.3) fresh.push(write(random))
  if (form < 0.4) lines.splice(at, 0, ...fresh)
  else if (form < 0.8) lines.splice(at, 1 + Math.floor(random() * 2), ...fresh)
  else lines.splice(at, 1 + Math.floor(random() * 3))
  return lines.join('\n')
}
