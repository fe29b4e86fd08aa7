/** What a strict reader takes an injected text for. */
export interface Verdict {
  /** Sources of its items, as their heads tell them. */
  sources: string[]
  /** What should not be there. */
  complaints: string[]
}

const INTRO = /^Notes (?:from earlier work, )?kept by svc[.:] ?[^<>]+$/
const HEAD = /^- \[([a-z][a-z0-9-]*)\] (.+)$/
const SKILL = /^- (?:★ )?[\p{L}\p{N}\p{M}._-]{1,64}: .* \(\/.+\)$/u
const TOLD = [
  /^$/,
  /^More of it: (?:svc recall|recall|mcp|`|svc)[^<>]{0,200}$/,
  /^\d+ more \((?:svc recall|recall|mcp|`|svc)[^<>]{0,200}\)(?:[:;].*)?$/,
  /^Skills on disk; read the file when one applies:$/,
  /^svc: \d+ memor(?:y|ies) learned since your last review: svc review$/,
]

const FOLDS: Readonly<Record<string, string>> = { с: 'c', ѕ: 's', е: 'e', о: 'o', '‑': '-' }
const MARKER =
  /<[\s/\\!?|]*(svc-memory|system(?=[\s>|_-])|hook_context|qwen:|persisted|task-not|local-command|command-[nma]|function_|tool_|user[-_]|environment_c|session_c|subagent|assistant|invoke|im_)/gi
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/
const UNSEEN =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u
const FLOOD = /[\u0300-\u036f]{4}/

/** As a model may read it: entities, escapes and letters that look alike are what they look like. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{M}+/gu, '')
    .replace(/[сѕео‑]/g, sign => FOLDS[sign] ?? sign)
    .replace(/&lt;?|&#0*60;?|&#x0*3c;?|\\u003c|\\x3c|%3c/gi, '<')
}

/** The words in the last brackets of a line, whatever brackets they hold; undefined where none end it. */
export function lastBrackets(line: string): string | undefined {
  if (!line.endsWith(')')) return undefined
  let depth = 0
  for (let at = line.length - 1; at >= 0; at--) {
    if (line[at] === ')') depth++
    if (line[at] === '(' && --depth === 0) return line.slice(at + 1, -1)
  }
  return undefined
}

/** Reads an injected text by the grammar of the frame and of nothing else. */
export function judge(text: string): Verdict {
  const complaints: string[] = []
  const sources: string[] = []
  const lines = text.split('\n')
  const [first, intro = '', ...rest] = lines
  if (first !== '<svc-memory>') complaints.push('does not begin with the frame')
  if (rest.pop() !== '</svc-memory>') complaints.push('does not end with the frame')
  if (!INTRO.test(intro)) complaints.push(`introduced by ${intro}`)
  let isInItem = false
  for (const line of rest) {
    const head = HEAD.exec(line)
    if (head) {
      const source = lastBrackets(line)
      if (source === undefined) complaints.push(`no source: ${line.slice(0, 100)}`)
      else sources.push(source)
      const title = line.slice(0, line.length - (source?.length ?? 0) - 2)
      if (/\((?:file |[^()]*memory [0-9a-z]{8}|global [0-9a-z]{8})/i.test(title))
        complaints.push(`a second source: ${line.slice(0, 200)}`)
      isInItem = true
    } else if (!(isInItem && (line === '' || line.startsWith('  ')))) {
      isInItem = false
      const isTold = SKILL.test(line) || TOLD.some(form => form.test(line))
      if (!isTold) complaints.push(`a line of nothing: ${line.slice(0, 100)}`)
    }
  }
  return { sources, complaints: [...complaints, ...judgeSigns(text)] }
}

/** What is wrong in a text besides its form; [] for nothing. `frames` is how many markers it may have. */
export function judgeSigns(text: string, frames = 2): string[] {
  const markers = fold(text).match(MARKER) ?? []
  return [
    ...(markers.length === frames ? [] : [`markers: ${markers.slice(0, 9).join(' ')}`]),
    ...(CONTROL.test(text) ? ['control characters'] : []),
    ...(UNSEEN.test(text) ? ['what nobody sees'] : []),
    ...(/\p{Surrogate}/u.test(text) ? ['half a character'] : []),
    ...(FLOOD.test(text) ? ['a flood of marks'] : []),
  ]
}
