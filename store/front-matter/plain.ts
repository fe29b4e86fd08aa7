/**
 * A YAML value as JSON has it: timestamps become strings again (`YYYY-MM-DD` where there is no
 * time), binary becomes base64. Throws a TypeError on a `__proto__` key.
 */
export function toPlain(value: unknown): unknown {
  if (value instanceof Date) return toTimestamp(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  return toPlainRecord(value)
}

function toPlainRecord(value: object): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new TypeError('the key __proto__ is not allowed')
    plain[key] = toPlain(inner)
  }
  return plain
}

function toTimestamp(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}
