import { titleKey } from '../../text.js'
import type { MemoryCandidate, ReflectionRequest } from '../types.js'
import { toContent, toShortTitle, findTags } from './phrasing.js'
import { toLower, toTopic, countShared, overlapOf } from './sentences.js'

const EVERYWHERE =
  /(?<!\p{L})(?:(?:in|across|for|on|to) (?:all|every one) (?:of )?(?:my |our |the )?(?:other )?(?:projects?|repos?|repositories|codebases|machines|work)|across (?:my |our )?(?:all )?(?:projects|repos|repositories|everything)|(?:in|for) (?:every|any|each|whatever|whichever) (?:single )?(?:project|repo|repository|codebase)|every(?:where| project i| repo i)|globally|universally|(?:no matter|regardless of|independent of|whatever) (?:which |what |the )?(?:project|repo|repository|language|codebase)|wherever i work|whatever i(?:'m| am) working on|project-independent|not just (?:here|this (?:repo|project))|generally[, ]+i\b|in general[, ]+i\b|as a general rule[, ]+i\b|i generally|überall|in allen (?:meinen |unseren )?(?:projekten|repos)|in jedem (?:projekt|repo)|für alle (?:meine |unsere )?(?:projekte|repos)|projektübergreifend|generell|egal in welchem (?:projekt|repo)|partout|quel que soit le (?:projet|dépôt)|de manière générale|en général|(?:dans|pour|sur) tous (?:mes|nos|les) (?:projets|dépôts|repos)|dans (?:chaque|n'importe quel) (?:projet|dépôt)|(?:en|para) todos (?:mis|los|nuestros) (?:proyectos|repos|repositorios)|en (?:cualquier|cada) (?:proyecto|repo)|en todas partes|en todos lados|por lo general)(?![\p{L}])/u
const EVERYWHERE_CJK =
  /(?:所有|全部|任何|每个|每一个|各个)(?:的)?(?:项目|專案|仓库)|不管(?:哪个|什么)项目|无论(?:哪个|什么)项目|到处都|通用(?:规则|偏好)|(?:すべて|全て|全部|どんな|どの|あらゆる|全)の?(?:プロジェクト|リポジトリ)|どこでも|プロジェクトを問わず|プロジェクトに関係なく/
const LOCAL =
  /\b(?:in|for|across|throughout) (?:this|the whole|the entire|our) (?:repo|repository|project|codebase|package|monorepo|app|service)\b|\bhere\b|in diesem (?:projekt|repo)|im ganzen (?:projekt|repo)|dans (?:ce|tout le) (?:projet|dépôt)|en (?:este|todo el) (?:proyecto|repo)|(?:这个|本)(?:项目|仓库)|このプロジェクト|このリポジトリ/
const NOT_JUST =
  /not just (?:here|this)|nicht nur (?:hier|in diesem)|pas (?:que|seulement) (?:ici|dans ce)|no solo (?:aquí|en este)|不(?:只|仅)/
const APPLIES =
  /^(?:and |und |et |y )?(?:(?:this|that|it|same)(?:'s| is)?(?: rule| preference)? (?:goes|applies|holds|is true|is meant|counts|for|how i)|das gilt|gilt (?:übrigens )?|ça vaut|c'est valable|c'est vrai|(?:esto|eso) (?:vale|aplica|se aplica)|这(?:条)?(?:适用|规则)|これは)/

/** True where a statement is meant for every project, not only for this one. */
export function isUniversal(text: string): boolean {
  const lower = toLower(text)
  if (!EVERYWHERE.test(lower) && !EVERYWHERE_CJK.test(lower)) return false
  return !LOCAL.test(lower) || NOT_JUST.test(lower)
}

/** True for a sentence that only widens what was said before it: "that goes for all my projects". */
export function widensPrevious(text: string): boolean {
  return APPLIES.test(toLower(text.trim())) && isUniversal(text)
}

/** A candidate on its way, with what later statements are weighed against. */
export interface Found extends Omit<MemoryCandidate, 'aliases'> {
  score: number
  turn: number
  topic: Set<string>
}

/** The parts a candidate is made of. */
interface Parts {
  kind: string
  score: number
  turn: number
  /** What stands in place of the cue in the title, and the words of the title. */
  prefix: string
  titleText: string
  statement: string
  reason?: string
  /** The whole sentence, in which a word such as "everywhere" widens the scope. */
  sentence: string
}

/** Puts a candidate together from its parts. */
export function toFound(parts: Parts): Found {
  const title = toShortTitle(parts.prefix, parts.titleText)
  const content = toContent(parts.statement, parts.reason)
  return {
    kind: parts.kind,
    title,
    content,
    tags: findTags(content),
    scope: isUniversal(parts.sentence) ? 'global' : 'project',
    score: parts.score,
    turn: parts.turn,
    topic: toTopic(`${title} ${parts.statement}`),
  }
}

/**
 * The candidates that say something new: without titles that the scope or global already has. One
 * that only adds to the words of an own title takes that title, and so updates it.
 */
export function withoutKnown(found: readonly Found[], { own, global }: ReflectionRequest): Found[] {
  const known = new Set([...own.memories, ...global.memories].map(titleKey))
  const ownTopics = own.memories.slice(0, 2_000).map(title => ({ title, topic: toTopic(title) }))
  return found
    .filter(one => !known.has(titleKey(one.title)))
    .map(one => {
      const topic = toTopic(one.title)
      const same = ownTopics.find(other => isPartOf(other.topic, topic))
      return same ? { ...one, title: same.title } : one
    })
}

function isPartOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size >= 2 && part.size < whole.size && countShared(part, whole) === part.size
}

const TAKES_BACK =
  /(?:\b(?:never ?mind|scratch that|scrap that|strike that|(?:please )?(?:forget|ignore|disregard|drop) (?:that|it|this|what i (?:just )?said|my (?:last|previous|earlier)|the (?:rule|thing|bit|part)|everything i)|i take (?:that|it) back|i(?:'ve)? changed my mind|changed our minds?|on second thoughts?|no,? wait|wait,? no|not any ?more|i was wrong|i misspoke|my mistake|undo that|revert that decision|we(?:'re| are) not doing that|don'?t (?:remember|save|store) (?:that|this|it)|vergiss (?:das|es|was ich)|doch nicht|nehme (?:das|ich) zurück|hat sich erledigt|oublie (?:ça|cela|ce que)|laisse tomber|finalement,? non|j'ai changé d'avis|je retire|olv[ií]da(?:lo| eso| lo)|mejor no|déjalo|cambié de (?:idea|opinión)|me equivoqué))(?=[\s,.!;:…—–-]|$)|算了|当我没说|我收回|收回刚才|忘(?:掉|了)(?:刚才|我)|改主意|说错了|忘れて|取り消し|やっぱり?(?:いい|なし|やめ|不要|違)|撤回|なかったことに/
const REPLACES =
  /\b(?:actually|instead|after all|rather|on reflection|no longer|not any ?more|doch|stattdessen|nun doch|lieber doch|finalement|en fait|plutôt|mejor|al final|en realidad)\b|还是|改(?:用|成|为)|换成|やっぱり?|代わりに|変更/

/** True for a sentence that takes back what the person said before it. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(toLower(text))
}

/**
 * The candidates that are left after a sentence that takes something back: without those it names,
 * or without the last one where it names nothing.
 */
export function withoutRetracted(found: readonly Found[], text: string, turn: number): Found[] {
  const topic = toTopic(toLower(text).replace(TAKES_BACK, ' '))
  const named = found.filter(one => countShared(one.topic, topic) > 0)
  if (named.length > 0) return found.filter(one => !named.includes(one))
  const last = found.at(-1)
  const isNear = last !== undefined && turn - last.turn <= 2
  return isNear && topic.size <= 6 ? found.slice(0, -1) : [...found]
}

/**
 * The candidates with one more: an earlier one that the new one restates or replaces goes. Between
 * two of one topic the later statement stands; within one prompt a vaguer one does not replace.
 */
export function withLater(found: readonly Found[], next: Found, sentence: string): Found[] {
  const isReplacing = REPLACES.test(toLower(sentence))
  const kept = found.filter(one => !isSuperseded(one, next, isReplacing))
  return [...kept, next]
}

function isSuperseded(one: Found, next: Found, isReplacing: boolean): boolean {
  if (one.title.toLowerCase() === next.title.toLowerCase()) return true
  const shared = countShared(one.topic, next.topic)
  if (shared >= 2 && overlapOf(one.topic, next.topic) >= 0.6) return true
  return isReplacing && one.kind === next.kind && shared >= 1
}
