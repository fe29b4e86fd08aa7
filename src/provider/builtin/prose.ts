import { stripInjected } from '../../redact/index.js'
import { toLower } from './language.js'
import { clip, stripInvisible } from '../../text.js'

/** Of a longer text only beginning and end are read: what is stated stands there. */
const MAX_CHARS = 12_000
const PASTE_LEAD =
  /(?:here(?:'s| is| are)|this is what|output|log|logs|error|trace|says|said|wrote|writes|reads?|readme|email|e-mail|ticket|issue|slack|message|review|comment|diff|paste[d]?|prompt|policy|changelog|quote|docs?|guide|article|spec|text|translate|following|snippet|description|hier ist|ausgabe|fehler|schreibt|sagt|steht|voici|erreur|sortie|dit|écrit|aquí|salida|dice|mensaje|translat\w*|übersetze|traduis|traduce|以下|日志|报错|输出|写着|说|翻译|次の|ログ|エラー|出力|翻訳)[^:：]{0,60}[:：]$/
const CODE_LINE =
  /^(?:[$>%#] |>>> |[+-]{1,3} ?[\w"'({[<]+.*[;{}()]$|at \S+ \(|\s{4,}\S|\t|\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|(?:\w*Error|Exception|Traceback.*|panic|fatal|warning|error|npm ERR!)(?:\[\w+\])?:|(?:export )?(?:const|let|var) [\w{[$][^=]*=|import (?:['"{*]|.* from ['"])|export (?:default|\{|\*|function|class|type|interface|async)|(?:async )?function\b.*\(|(?:class|interface|struct|enum) \w+.*\{|def \w+\(|return\b.*;$|(?:public|private|protected|package) .*[;{]$|#include|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP) .*\b(?:FROM|INTO|SET|TABLE|INDEX|VALUES)\b|\/\/|\/\*|\*\/|<!--|<\/?[a-zA-Z][^>]*>|[{}[\]()]+[,;]?$|"[^"]+"\s*:|@@ |diff --git|index [0-9a-f]{7}|\|.*\|$)/
const CODE_END = /(?:[;{}]|=>|\)\s*\{)$/

/**
 * What a person wrote themselves: a text without injected blocks, code fences, quoted lines, logs
 * and what a line such as "here is the log:" introduces. At most about 12,000 characters.
 */
export function toProse(text: string): string {
  const bounded = clip(text.slice(0, 1_000_000), MAX_CHARS, 'ends')
  const own = stripInvisible(stripInjected(bounded)).replace(/\r\n?/g, '\n')
  return keepOwnLines(withoutTagged(withoutFences(own)).split('\n')).join('\n')
}

/** The text outside ``` and ~~~ fences; one that is not closed reaches to the end. */
function withoutFences(text: string): string {
  let isOpen = false
  const lines = text.split('\n').map(line => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const isInside = isOpen || isFence
    const closesHere = isFence && /^\s*(?:```|~~~).*```\s*$/.test(line) && line.trim().length > 6
    if (isFence && !closesHere) isOpen = !isOpen
    return isInside ? '' : line
  })
  return lines.join('\n')
}

/** Documents wrapped in a tag (`<doc>…</doc>`) are pasted, not said. */
function withoutTagged(text: string): string {
  return text.includes('</')
    ? text.replace(/<([a-z][\w-]{1,30})(?: [^<>]{0,200})?>[^<]{0,8000}<\/\1>/gi, ' ')
    : text
}

function keepOwnLines(lines: readonly string[]): string[] {
  const kept: string[] = []
  let pasted: 'no' | 'waiting' | 'inside' = 'no'
  for (const line of lines) {
    const isBlank = line.trim() === ''
    if (pasted === 'inside' && isBlank) pasted = 'no'
    if (pasted === 'waiting' && !isBlank) pasted = 'inside'
    const isOwn = pasted === 'no' && !isPastedLine(line)
    kept.push(isOwn ? line : '')
    if (pasted === 'no' && isPasteLead(line.trim().slice(-120))) pasted = 'waiting'
  }
  return kept
}

function isPasteLead(end: string): boolean {
  return /[:：]$/.test(end) && PASTE_LEAD.test(toLower(end))
}

function isPastedLine(line: string): boolean {
  const trimmed = line.trim()
  if (trimmed.startsWith('>') || trimmed.startsWith('|')) return true
  if (/^#{1,6} /.test(trimmed)) return true
  if (/^\s*[-*+•] /.test(line) || /^\s*\d{1,2}[.)] /.test(line)) return CODE_END.test(trimmed)
  return CODE_LINE.test(line) || (CODE_END.test(trimmed) && !trimmed.includes('`'))
}
