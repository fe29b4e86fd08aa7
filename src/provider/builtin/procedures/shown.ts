import type { Turn } from '../../types.js'
import { toProse } from '../prose.js'
import { splitSentences } from '../sentences.js'
import { isCommandText, parseCommand } from './command.js'

const TROUBLE =
  /\b(?:(?<![0-9] )fail(?:s|ed|ing)?(?! 0)|errors?(?! free)|couldn'?t|unable|cannot|should work|might work|may work|let me know|try (?:running|this)|not found|crash(?:ed|es)?|fehlgeschlagen|fehler|échoué|erreur|falló|error)\b|失败|报错|失敗|エラー/i
const SHOWN =
  /\b(?:all (?:\d+ )?(?:[\w-]+ )?(?:tests?|specs?|suites?|checks?) (?:pass(?:ed|ing)?|are green|green)|\d+ (?:[\w-]+ )?(?:tests? )?pass(?:ed|ing)|(?:it|that|this|everything|build|deploy\w*|command|server|suite|tests?|migrations?|seed\w*|release|run)(?: run)? (?:now )?(?:works|worked|succeeded|passed|passes|pass|completed|finished|ran fine|is (?:now )?(?:up|live|running|green|deployed)|are green|went through|came up|exited (?:with )?0)|(?:it|server|app|service) (?:is|'s) (?:now )?(?:running|up|listening)|works (?:fine|now|here|as expected)|exit(?:ed with)?(?: code)? 0|successfully|ran it|verified|erfolgreich|funktioniert|läuft (?:durch|jetzt)|(?:tests|alles) grün|ça marche|fonctionne|réussi|passent|avec succès|funciona|pasaron|pasan|con éxito|correctamente)\b|✓|✔|✅|通过|成功|运行正常|通りました|パスしました|成功しました|動きました/i
const CONFIRMS =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|great|perfect|nice|thanks?(?: you)?|thx|cool|awesome|super|danke|ja|merci|parfait|génial|oui|gracias|perfecto|genial|sí|谢谢|好的?|太好了|ありがとう(?:ございます)?|はい|おお)[,.! 、。！，]*)*(?:(?:that|it|this|yes,? that|the command|that one|everything|all green|all tests|tests?)?[ ,]*(?:now )?(?:works?|worked|did it|did the trick|does it|is it|passed|passes|all pass|ran fine|runs|is green|went through)(?! (?:on|for|like))|(?:works|worked|working)\b|(?:hat|das hat)? ?(?:geklappt|funktioniert|läuft|passt|klappt)|das (?:klappt|läuft|funktioniert|passt)|(?:ça|cela) (?:marche|fonctionne|a marché)|(?:eso )?(?:funciona|funcionó|sirvió|ya funciona)|(?:这个|这样)?(?:可以了|好了|成功了|通过了|能跑了|搞定了|没问题了|行了|管用)|(?:それで|これで)?(?:動きました|できました|うまくいきました|通りました|いけました|動いた|成功しました))/i
const DENIES =
  /\b(?:doesn'?t|didn'?t|not (?:work|really|quite)|still|but|except|nicht|aber|kein|pas|mais|pero|no funciona|aún|todavía)\b|不行|没有|还是|但|ません|けど|まだ/i

/** Of a longer text only the beginning is looked at. */
const READ_CHARS = 8_000
const FENCED = /```(?:sh|bash|shell|console|zsh|text|terminal)?\n([^`]{1,1000})```/g
const INLINE = /`([^`\n]{2,200})`/g

/** The commands that a text shows in back ticks or in a fence, in its order, each once. */
export function commandsIn(text: string): string[] {
  const read = text.slice(0, READ_CHARS)
  const fenced = Array.from(read.matchAll(FENCED), match => ({
    at: match.index,
    command: toLines(match[1] ?? ''),
  }))
  const inline = Array.from(
    read.replace(FENCED, all => ' '.repeat(all.length)).matchAll(INLINE),
    match => ({
      at: match.index,
      command: toOne(match[1] ?? ''),
    }),
  )
  const found = [...fenced, ...inline].sort((one, other) => one.at - other.at)
  return [...new Set(found.flatMap(({ command }) => command ?? []))]
}

/** Up to three lines that are all commands, as one. */
function toLines(body: string): string | undefined {
  const commands = body.split('\n').flatMap(line => toOne(line) ?? [])
  return commands.length > 0 && commands.length <= 3 ? commands.join(' && ') : undefined
}

function toOne(text: string): string | undefined {
  const command = text.trim().replace(/^(?:\$|>|#) /, '')
  const isWhole = /[ /]/.test(command) && command.split(' && ').every(isCommandText)
  return isWhole ? command : undefined
}

/** A command that a reply shows, and whether it is known to work. */
interface ShownCommand {
  command: string
  isShown: boolean
}

/**
 * The command that a turn answers with: one that the reply shows and that ran without failing, else
 * the last in a fence, else the first; undefined where the reply shows none.
 */
export function findShown({ reply, commands = [] }: Turn): ShownCommand | undefined {
  const shown = commandsIn(reply)
  const ended = new Map(commands.map(({ command, isFailed }) => [toPlain(command), isFailed]))
  const ran = shown.filter(command => ended.get(toPlain(command)) === false)
  const command = ran.at(-1) ?? lastFenced(reply) ?? shown[0]
  if (command === undefined || ended.get(toPlain(command)) === true) return undefined
  return { command, isShown: ran.length > 0 || saysItWorked(reply) }
}

function toPlain(command: string): string {
  return parseCommand(command)?.text ?? command
}

function lastFenced(reply: string): string | undefined {
  const bodies = Array.from(reply.slice(0, READ_CHARS).matchAll(FENCED), match => match[1] ?? '')
  return bodies.flatMap(body => toLines(body) ?? []).at(-1)
}

function saysItWorked(reply: string): boolean {
  const prose = toProse(reply.slice(0, READ_CHARS)).replace(
    /\b0 (?:failed|failures|errors?)\b|no (?:errors|failures)|without (?:an? )?(?:errors?|failures?)|sin errores|ohne fehler|sans erreur|sem erros/gi,
    'successfully',
  )
  return SHOWN.test(prose) && !TROUBLE.test(prose)
}

/** True for a prompt that says that what was proposed worked. */
export function confirms(prompt: string): boolean {
  const first = splitSentences(toProse(prompt).trim().split('\n')[0] ?? '')[0]?.text ?? ''
  return CONFIRMS.test(first) && !DENIES.test(first) && !/[?？吗]\s*$/.test(first)
}
