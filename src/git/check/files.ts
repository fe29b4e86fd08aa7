import { hasConflict } from '../../../store/memory-document/problems.js'
import { STORE_FORMAT } from '../../../store/store.js'
import { findSecrets } from '../../redact/find.js'
import { lineOf } from './lines.js'
import type { CheckFinding, StoreFile } from './types.js'

const MEMORY = /(?:^|\/)memories\/[^/]+\.md$/

/** What is wrong with a file whatever it is: conflict markers, secrets. */
export function checkText({ path, text }: StoreFile): CheckFinding[] {
  if (text.includes('\0')) return []
  const findings: CheckFinding[] = findSecrets(text).map(({ rule, ...place }) => {
    const message = `holds a secret (${rule}); take it out, and change it: it is in the commits`
    return { level: 'failure', check: 'secret', path, ...place, message }
  })
  if (!hasConflict(text)) return findings
  const line = lineOf(text, /^<{7} /m) ?? 1
  const how = MEMORY.test(path)
    ? 'svc git resolve, or svc doctor --fix, settles them'
    : 'settle them by hand'
  const message = `has conflict markers; ${how}`
  return [...findings, { level: 'failure', check: 'conflict-markers', path, line, message }]
}

/** What is wrong with `svc.json`, `scope.json` or `config.json`; nothing of any other file. */
export function checkDocument({ path, text }: StoreFile): CheckFinding[] {
  const check = CHECKS.find(([pattern]) => pattern.test(path))?.[1]
  const message = check?.(parseJson(text))
  return message === undefined ? [] : [{ level: 'failure', check: 'document', path, message }]
}

type Fields = Record<string, unknown>

const CHECKS: readonly [RegExp, (value: unknown) => string | undefined][] = [
  [/^svc\.json$/, checkManifest],
  [/^(?:projects\/[^/]+\/)?scope\.json$/, checkScope],
  [/^config\.json$/, value => (Array.isArray(value) ? undefined : 'is not a JSON list of entries')],
]

function checkManifest(value: unknown): string | undefined {
  const { format } = toFields(value)
  if (format === STORE_FORMAT) return undefined
  if (typeof format === 'number') return `has format ${format}; this svc reads ${STORE_FORMAT}`
  return 'is not a manifest of svc'
}

function checkScope(value: unknown): string | undefined {
  const { type, id, remote, rootCommit, placement } = toFields(value)
  const names = [id, remote, rootCommit, placement]
  const isNamed = names.some(name => typeof name === 'string' && name !== '')
  return type === 'project' && isNamed ? undefined : 'does not say which project this is'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
