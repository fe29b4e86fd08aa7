import { capitalise } from './wording.js'

const MAX_TITLE = 60
const REASON =
  /(?:[,;]|\s[-–—]|\s\()?\s*(?:(?<=[,;\s–—(-])(?:because|since|as (?=it|they|we|the)|otherwise|so that|so (?=it|we|the|they|don'?t)|the reason|which|that's why|or (?=it|the|we|they|you)|weil|da (?=wir|das|die|der)|denn|sonst|damit|parce qu|car (?=\p{L})|sinon|afin|puisqu|porque|ya que|si no|para que|pues|senão|já que|pois))(?=\s|e |')|[，、,]\s*(?:因为|否则|不然|这样)|(?:因为|、(?:なぜなら|でないと|そうしないと))|(?<=い|う|る|た|す)(?:ので|から)、/iu
const SUBJECT =
  /^(?:(?:we|you|everyone|everybody|all devs|agents?) (?:(?:must|should|shall|have to|need to|gotta|'ll|will|are going to|'re going to)(?= )(?! not) )?(?!(?:are|'re|can|may|is|have|has|had|'ve|were|was|got|also|all|both|each|still|only|just|could|might|would) )|(?:you|we) (?=never|always|only|don't)|let'?s |i(?:'d| would)? (?=prefer|hate|like|want|love|rather)|(?:make sure|be sure|ensure)(?: that| to)? )/i
const FORBIDS = /^(?:must not|mustn't|may not|shall not|should not|cannot|can't) /i
const ARTICLE = /^(?:the|our) (?=\S+ )/i

/**
 * The title a person would give a statement: without its reason, its subject and final stop, at
 * most 60 characters, cut between words and never inside of code.
 */
export function toTitle(statement: string): string {
  const core = withoutReason(statement.replace(/[\s.!?。！？:;,]+$/u, ''))
  const bare = core.replace(SUBJECT, '').replace(FORBIDS, 'do not ').replace(ARTICLE, '')
  return cutTitle(capitalise(bare).replace(/[\s.!?。！？,，、:;]+$/u, ''))
}

function withoutReason(text: string): string {
  const match = REASON.exec(text)
  const isOutside = match !== null && !isInCode(text, match.index)
  return isOutside && match.index >= 8
    ? text.slice(0, match.index).replace(/[\s,;(–—-]+$/, '')
    : text
}

/** True for an index between two back ticks. */
function isInCode(text: string, at: number): boolean {
  return (text.slice(0, at).split('`').length - 1) % 2 === 1
}

/** At most 60 characters of a title: its first clauses, else its first words. */
export function cutTitle(text: string): string {
  if (text.length <= MAX_TITLE) return text
  const clause = lastCut(text, /[,，、;；:：(（–—。]|\s-\s/g, 20)
  if (clause > 0) return tidy(text.slice(0, clause))
  const word = lastCut(text, /\s/g, 16)
  if (word === 0 && isInCode(text, MAX_TITLE)) return nameCommand(text)
  return tidy(text.slice(0, word > 0 ? word : wholeCharacters(text)))
}

/** A command that is too long for a title, by its first words. */
function nameCommand(text: string): string {
  const [program = '', ...words] = text.replaceAll('`', '').split(/\s+/)
  const name = [program, ...words.filter(word => /^[a-z]/i.test(word)).slice(0, 2)].join(' ')
  return `\`${name.slice(0, MAX_TITLE - 4).trim()} …\``
}

/** The last place outside of code, from `least` on, where a pattern allows to cut; 0 without one. */
function lastCut(text: string, pattern: RegExp, least: number): number {
  const places = Array.from(text.slice(0, MAX_TITLE + 1).matchAll(pattern), ({ index }) => index)
  return places.findLast(at => at >= least && !isInCode(text, at)) ?? 0
}

function wholeCharacters(text: string): number {
  return /[\ud800-\udbff]/.test(text.charAt(MAX_TITLE - 1)) ? MAX_TITLE - 1 : MAX_TITLE
}

const LOOSE =
  /(?:\s+(?:and|or|but|so|the|a|an|of|for|to|in|on|at|by|with|from|as|is|are|be|not|no|our|your|their|its|that|which|who|if|when|than|und|oder|der|die|das|den|dem|ein|eine|einen|von|für|mit|auf|in|zu|im|am|bei|nicht|et|ou|le|la|les|un|une|des|de|du|pour|dans|avec|sur|à|que|qui|y|o|el|los|las|una|para|con|en|por|del|al|e|os|as|um|uma|do|da|no|na|com))+$/i

/** Without what a cut leaves hanging. */
function tidy(text: string): string {
  return text
    .replace(/[\s,，、;；:：(（–—-]+$/u, '')
    .replace(LOOSE, '')
    .replace(/[\s,;:]+$/, '')
}
