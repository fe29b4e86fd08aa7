/** A SKILL.md as it is shown. */
export interface SkillText {
  /** Fields of its front matter as they are written, without `name` and `description`. */
  fields: readonly (readonly [string, string])[]
  body: string
}

/** Takes a text apart; one without front matter is all body. Values stay as they are written. */
export function splitSkill(text: string): SkillText {
  const found = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)([^]*)$/.exec(text)
  if (found === null) return { fields: [], body: text }
  const [, head = '', body = ''] = found
  return { fields: readFields(head).filter(([name]) => !SHOWN.includes(name)), body }
}

/** Told elsewhere already. */
const SHOWN = ['name', 'description']

function readFields(head: string): [string, string][] {
  const fields: [string, string][] = []
  for (const line of head.split(/\r?\n/)) {
    const named = /^([\w-]+):[ \t]*(.*)$/.exec(line)
    const last = fields.at(-1)
    if (named) fields.push([named[1]!, unquote(named[2]!)])
    else if (last && line.trim()) last[1] = `${last[1]} ${line.trim()}`.trim()
  }
  return fields.filter(([, value]) => value !== '')
}

function unquote(value: string): string {
  const inner = /^(["'])(.*)\1$/.exec(value.trim())?.[2]
  return inner ?? value.trim()
}
