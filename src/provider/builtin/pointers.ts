import { toLower } from './sentences.js'

const HOME =
  '(?:repo|repository|project|codebase|code base|package|monorepo|app|application|service|team|company|org|product|library|module|site|api|cli|workspace|organi[sz]ation|machine|server|box|cluster|board|laptop|device)'
const POINTER = new RegExp(
  `\\b(?:it|its|it's|them|they|these|those|this(?! (?:whole |entire )?${HOME}\\b)|that(?=$|[\\s]*[,.!]|'s| (?:is|file|one|way|function|was|folder|thing|approach|test|in|on|at|everywhere|again|for)\\b(?!'))|the (?:former|latter|same|other one|first one|second one|above)|do so|like so)\\b`,
)
const FOREIGN_POINTER =
  /^(?:(?:das|dies) (?:ist|war|sind|geht|gilt|heißt|muss|darf|soll|sollte|hat|läuft|kommt|liegt|macht|braucht|stimmt|passt|wird|kann|nicht|immer|nie|so|auch|bitte)|es(?! gibt| gilt| muss| darf| soll| ist so)|so etwas|mach das|ça(?! m)|cela|c'est|ceci|eso|esto|isso|hazlo|fais-le|el[ea]s?|il(?! faut| ne faut| est (?:interdit|obligatoire|important)| y a| vaut)|ils|elles?|lo(?! de| que))(?=[\s,.!]|$)|^(?:这样|那样|它|这个(?!项目|仓库|库|服务|团队)|那个)|^(?:(?:それ|これ|あれ)(?=[はをでがもに、 ])|そう(?:して)|こう(?!い))/
/** A command or way that was shown before, or a rule whose subject stands before. */
const SHOWN_BEFORE =
  /(?:その|この|あの)(?:コマンド|方法|やり方|手順)|[那这](?:个|条)(?:命令|办法|方法)|^(?:applies|goes|holds|same|counts) (?:to|for)(?![\p{L}])/u
/** "It" that points to nothing: "it's fine to", "I find it easier". */
const EXPLETIVE =
  /\bit(?:'s| is| was) (?:strictly |not |really |perfectly |much |by )?(?=forbidden|prohibited|allowed|mandatory|permitted|fine|ok|okay|best|better|easier|hard|harder|important|enough|clear|true|known|possible|impossible|good|bad|nice|design|up to|like this|about|worth|safe|then\b|because)|\b(?:find|found|make|makes|take|takes|hate|like|love|prefer) it\b|\bit (?:takes|helps|would help|depends|turns out|looks like|seems|happens)\b|^this is an? (?=.*\b(?:project|repo|repository|monorepo|app|application|service|library|codebase|package|site|plugin|cli|workspace)\b)|\bit is(?= then|$)|\b(?:it|that) (?=when|if)|\bso (?=that)|\bkeep it (?=short|brief|to|simple|concise|under)/g

const NOUN_BEFORE =
  /(?:^|\s)(?:the|our|my|a|an) ([\w/.-]+(?: [\w/.-]+){0,2}?)(?= (?:is|are|was|has|have|runs?|lives?|needs?|uses?|works?|does|gets|moved|changed|can|must|should|took|only)\b|[.,?!]|$)/g
const FILLER =
  /^(?:never|always|please|must|should|not|don't|ever|only|from|now|use|run|you|we|all|and|the|prefer|make|sure|when|with|keep|do|to|on|in|at|remember|that)$/

/**
 * True where a statement points to something that was said before it and says nothing without:
 * a pronoun with fewer than two words of substance before it.
 */
export function isDangling(statement: string): boolean {
  const lower = toLower(statement)
  if (FOREIGN_POINTER.test(lower) || SHOWN_BEFORE.test(lower)) return true
  const match = POINTER.exec(lower.replace(EXPLETIVE, '… '))
  if (match === null) return false
  const before = lower.slice(0, match.index).match(/[\p{L}\p{N}`/.-]+/gu) ?? []
  return before.filter(word => word.length > 2 && !FILLER.test(word)).length < 2
}

/**
 * A dangling statement with its pronoun replaced by the one thing the sentence before it is about;
 * undefined where that is not safe.
 */
export function resolvePointer(statement: string, before: string | undefined): string | undefined {
  if (before === undefined || before.length > 200) return undefined
  if ((before.match(/\b(?:the|our|my|a|an)\s/gi) ?? []).length > 1) return undefined
  const nouns = new Set(
    Array.from(toLower(before).matchAll(NOUN_BEFORE), match => match[1]?.replace(/[./-]+$/, '')),
  )
  const pronoun = /^(?:it|that|this)\b(?!')|^it(?='s\b)/i
  if (nouns.size !== 1 || !pronoun.test(statement)) return undefined
  const noun = [...nouns][0] ?? ''
  if (/^(?:bug|error|problem|issue|thing|way|one|idea|test|function|line|file)$/.test(noun))
    return undefined
  const resolved = statement.replace(pronoun, `the ${noun}`)
  return isDangling(resolved) ? undefined : resolved
}
