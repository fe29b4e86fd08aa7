import { isKind } from '../../../store/types.js'
import { jsonLines, readGiven } from './files.js'
import {
  kindOf,
  recordOf,
  textOf,
  toTexts,
  type Found,
  type ForeignItem,
  type ImportKind,
} from './item.js'

/** The file of the reference server for MCP memory: entities and relations, one a line. */
export const MCP_MEMORY: ImportKind = {
  about: 'the JSONL file of the MCP memory server',
  needsPath: true,
  isOfProject: true,

  async *read(path = '') {
    const found = [...recordsOf(path)]
    const relations = new Map<string, string[]>()
    for (const { record } of found) {
      const { type, from, to, relationType } = record
      if (type !== 'relation' || typeof from !== 'string' || typeof to !== 'string') continue
      relations.set(from, [...(relations.get(from) ?? []), `- ${String(relationType)} → ${to}`])
    }
    for (const { at, record, bad } of found) {
      if (bad !== undefined) yield { at, bad }
      else if (record.type === 'entity') yield toItem(at, record, relations)
    }
  },
}

interface Line {
  at: string
  record: Record<string, unknown>
  bad?: string
}

/** The lines of the file, or the entries of an answer of `read_graph` that somebody saved. */
function* recordsOf(path: string): Generator<Line> {
  const text = readGiven(path)
  const whole = graphOf(text)
  if (whole !== undefined) {
    for (const [index, one] of whole.entries()) yield { at: `#${index + 1}`, record: recordOf(one) }
    return
  }
  for (const { line, value } of jsonLines(text)) {
    const record = recordOf(value)
    const isSound = record === value
    yield { at: `line ${line}`, record, ...(!isSound && { bad: 'is no JSON object' }) }
  }
}

function graphOf(text: string): unknown[] | undefined {
  const lines = jsonLines(text)
  const first = lines.next()
  const whole: unknown = first.done === true ? undefined : first.value.value
  if (Array.isArray(whole)) return whole as unknown[]
  const { entities, relations } = recordOf(whole)
  if (!Array.isArray(entities)) return undefined
  const typed = (type: string) => (one: unknown) => ({ ...recordOf(one), type })
  const related = Array.isArray(relations) ? relations.map(typed('relation')) : []
  return [...entities.map(typed('entity')), ...related]
}

function toItem(
  at: string,
  { name, entityType, observations }: Record<string, unknown>,
  relations: ReadonlyMap<string, string[]>,
): Found {
  if (typeof name !== 'string' || name.trim() === '') return { at, bad: 'has no name' }
  if (!Array.isArray(observations)) return { at, bad: 'has no list of observations' }
  const texts = [...new Set(observations.flatMap(textOfObservation))]
  const own = ofSvc(observations)
  const related = relations.get(name) ?? []
  if (texts.length === 0 && related.length === 0) return { left: 'without observations' }
  const said = texts.length === 1 ? texts : texts.map(text => `- ${text}`)
  const lines = related.length === 0 ? said : [...said, '', 'Relations:', ...related]
  const type = typeof entityType === 'string' ? entityType : ''
  const { createdAt } = recordOf(observations.find(one => textOfObservation(one).length > 0))
  return {
    ...{ key: name, at, title: name, content: lines.join('\n'), words: 'agent', createdAt },
    kind: kindOfEntity(name, type),
    tags: ['mcp-memory', ...toTexts(type)],
    ...own,
  }
}

/** The text of an observation, which forks keep in an object; [] for none. */
function textOfObservation(one: unknown): string[] {
  const { content, text } = recordOf(one)
  const said = [one, content, text].map(textOf).find(found => found !== undefined)
  return said === undefined ? [] : [said]
}

const PERSONS = new Set(['default_user', 'user', 'me'])

function kindOfEntity(name: string, type: string): string {
  if (PERSONS.has(name.toLowerCase())) return 'preference'
  return kindOf(type) ?? 'fact'
}

/** The first words of the last observation of an entity that svc has written. */
export const OF_SVC = 'svc: '

/** The fields that svc wrote into the last observation of an entity; {} where it did not write it. */
function ofSvc(observations: readonly unknown[]): Partial<ForeignItem> {
  const last = observations.at(-1)
  if (typeof last !== 'string' || !last.startsWith(OF_SVC)) return {}
  try {
    const { kind, title, ...rest } = recordOf(JSON.parse(last.slice(OF_SVC.length)))
    const content = observations.slice(0, -1).join('\n\n')
    return {
      ...{ content, createdAt: rest.createdAt, updatedAt: rest.updatedAt },
      ...(typeof title === 'string' && { title }),
      ...(typeof kind === 'string' && isKind(kind) && { kind }),
      tags: toTexts(rest.tags),
      aliases: toTexts(rest.aliases),
    }
  } catch {
    return {}
  }
}
