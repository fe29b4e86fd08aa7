import type { Turn } from '../../types.js'
import { takesBack } from '../corrections.js'
import { isOneOff } from '../gates.js'
import { toSentences } from '../sentences.js'
import { capitalise } from '../wording.js'
import { isGeneral, parseCommand } from './command.js'
import type { Draft } from './draft.js'
import { commandsIn } from './shown.js'
import { listedSteps } from './steps.js'
import { findTopic } from './topic.js'

const edge = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u')
/** For good, and for what was just shown: one of each makes an approval. */
const LASTING: readonly RegExp[] = [
  edge(
    "always|every time|each time|from now on|from here on|from today on|going forward|in (?:the )?future|by default|for good|for next time|next time(?: too| as well)?|whenever|that'?s (?:how|the way|the one|the command)|keep (?:that|this)|for the next time|make (?:that|this|it) (?:the|our)|standardi[sz]e|stick (?:to|with)",
  ),
  edge(
    'immer|ab jetzt|ab sofort|künftig|zukünftig|in zukunft|von (?:jetzt|nun) an|jedes ?mal|beim nächsten mal|dauerhaft|merk dir',
  ),
  edge(
    "toujours|désormais|dorénavant|à chaque fois|chaque fois|à l'avenir|à partir de maintenant|la prochaine fois|retiens",
  ),
  edge(
    'siempre|a partir de ahora|de ahora en adelante|en adelante|cada vez|la próxima vez|recuerda',
  ),
  edge(
    'sempre|a partir de agora|de agora em diante|daqui (?:pra|para) (?:a )?frente|toda vez|da próxima vez|guarda',
  ),
  /以后|今后|每次|从现在起|往后|下次也|记住|一直/,
  /今後|これから|毎回|いつも|次から|次回も|以降|覚えて/,
]
const SHOWN: readonly RegExp[] = [
  edge(
    "(?:that|this|it)(?=$|\\s*[,.!:)]| (?:one|way|command|script|target|flag|recipe|order|version|from|every|each|always|going|in future|next|by default|for good|instead|too|as well|then|please|pls|ok|when|whenever|i|we|is|our|the))|that'?s|like (?:that|this)|the same(?: way)?|(?:first|second|third|last|latter|former|other|faster|slower) one|(?:use|run|take|go with|go through|keep) the [\\p{L}-]+",
  ),
  edge(
    'so(?! (?:lang\\p{L}*|viel|oft|spät|schnell|weit))|das|den|die|dies\\p{L}*|damit|denselben|dieselbe',
  ),
  edge(
    'comme ça|comme cela|ainsi|ça|cela|celle-(?:là|ci)|celui-(?:là|ci)|cette (?:commande|méthode|façon|manière|version|option)|ce script|pareil',
  ),
  edge(
    'así|es[eoa](?: \\p{L}+)?|est[eoa]|lo|la misma|el mismo|hazlo|úsal[oa]|de est[ae] (?:forma|manera|modo)',
  ),
  edge(
    'assim|ess[ea]|est[ea]|isso|isto|o mesmo|a mesma|dess[ea] (?:jeito|forma|maneira)|desse modo|desta forma',
  ),
  /这样|这么|这个|这条|就用|都用|用它|照|一样/,
  /これ|このコマンド|このやり方|この方法|それで|そのコマンド|そうして|同じ/,
]
const NOT =
  /(?<![\p{L}])(?:not|don'?t|never|no|stop|if|unless|maybe|nicht|kein\p{L}*|nein|nie|wenn|vielleicht|pas|jamais|non|si|peut-être|nunca|quizá\p{L}*|não|se|talvez)(?![\p{L}])|不(?!错)|别|如果|ない|もし/u
/** Of what always happens, not of what is to be done. */
const COMPLAINS =
  /(?<![\p{L}])(?:(?:it|this|that|he|she|they) (?:always|still) \p{L}+|takes?|took|slow|breaks?|broken|fail\p{L}*|hangs?|annoy\p{L}*|weird|happens?|crash\p{L}*|errors?|dauert|hängt|langsam|nervt|passiert|kommt|fehl\p{L}*|kaputt|lent|plante\p{L}*|échoue\p{L}*|arrive|tarda|lent[ao]|pasa|falla\p{L}*|demora|falha\p{L}*|quebra\p{L}*)(?![\p{L}])|慢|失败|出错|报错|遅|失敗|落ち/u
const MOST_WORDS = 14

/** A sentence that approves for good what was just shown: "ok, always use that one". */
function approves(masked: string): boolean {
  const isShort = masked.split(/\s+/).length <= MOST_WORDS && masked.length <= 120
  if (!isShort || /[?？]\s*$/.test(masked) || isOneOff(masked)) return false
  if (NOT.test(masked) || COMPLAINS.test(masked)) return false
  return LASTING.some((pattern, at) => pattern.test(masked) && SHOWN[at]?.test(masked) === true)
}

/** The command, or the steps, of a reply that the next prompt approves for good. */
export function findApproved(turns: readonly Turn[]): Draft[] {
  return turns.flatMap((turn, index) => {
    const before = turns[index - 1]
    if (before === undefined) return []
    const sentences = toSentences(turn.prompt, index)
    const approval = sentences.find(({ masked }) => approves(masked))
    if (approval === undefined || sentences.some(({ text }) => takesBack(text))) return []
    const steps = stepsOf(before)
    if (steps.length === 0 || commandsIn(turn.prompt).length > 0) return []
    const said = `${before.prompt.slice(0, 200)} … ${approval.text}`
    const { reply } = before
    const topic = findTopic(before.prompt) ?? topicIn(reply, steps[0] ?? '')
    return [{ steps, topic, reply, turn: index, said, isAsked: true }]
  })
}

/** What a reply says right before a command that it is for: "to dump the rates: `pg_dump …`". */
function topicIn(reply: string, command: string): string | undefined {
  const before = reply
    .slice(0, Math.max(0, reply.indexOf(command)))
    .split(/[.!?。\n]\s*/)
    .at(-1)
  const named = /^(?:(?:to|for|zum|um|pour|para) )?([^`,:]{4,50}): ?`?$/i.exec(before ?? '')?.[1]
  return named === undefined ? undefined : capitalise(named)
}

/** The steps that a reply lists, else its last command, else the last that ran and tells something. */
function stepsOf({ reply, commands = [] }: Turn): string[] {
  const listed = listedSteps(reply, /^\s*\d{1,2}[.)]/)
  if (listed.length >= 2 && listed.some(step => commandsIn(step).length > 0)) return listed
  const failed = new Set(
    commands.filter(({ isFailed }) => isFailed === true).map(({ command }) => command),
  )
  const shown = commandsIn(reply).filter(command => !failed.has(command))
  const ran = commands
    .filter(({ isFailed }) => isFailed === false)
    .flatMap(({ command }) => parseCommand(command) ?? [])
    .filter(command => !isGeneral(command))
    .map(({ text }) => text)
  return [shown.at(-1) ?? ran.at(-1) ?? []].flat()
}
