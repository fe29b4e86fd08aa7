import { all, pattern, spaced, unspaced, whole, bounded } from '../../languages/combined.js'
import { LANGUAGES } from '../../languages/index.js'
import type { Retraction } from '../types.js'
import type { Found } from './found.js'
import { withoutQuoted } from './quoted.js'
import { countShared, toLower, topicOfTitle, toTopic } from './sentences.js'

const OPEN = '(?<![\\p{L}\\p{N}])'
const CLOSE = '(?![\\p{L}\\p{N}])'

/** Patterns of a retraction; the group `topic` is what is retracted. */
const TAKING_BACK = LANGUAGES.flatMap(({ changes: { takingBack, rules } }) =>
  takingBack.map(words => new RegExp(withEdges(words.replaceAll('RULE', rules)), 'u')),
)

function withEdges(words: string): string {
  return words.replaceAll('OPEN', OPEN).replaceAll('CLOSE', CLOSE)
}

/** Ends the thing that is taken back: a reason, or what is said besides. */
const BESIDES = pattern('u')`
  \s*(?:[,;:!?()（）—–，；。]|\.(?:\s|$)|(?<![\p{L}])${all.changes.because}(?![\p{L}])).*$`
/** Words that point to what was said just before: nothing is named. */
const POINTING = pattern('u')`^${all.changes.points}$`
/** Whoever asks, imagines or tells of others takes nothing back. */
const NOT_MEANT = pattern('u')`
  ^[^,;:—–，、]*[?？]\s*$
  |^${all.changes.questionLeads}?${all.changes.asks}(?![\p{L}]).*[?？]\s*$
  |${whole.changes.imagines}`
const SAYS_NEW = pattern('u')`
  [,;:—–，、].*(?<![\p{L}])${spaced.changes.saysNew}(?![\p{L}])
  |[,，、].*${unspaced.changes.saysNew}`

/**
 * The thing that a sentence takes back, in its words; '' where it names nothing, or only quotes who
 * did.
 */
export function topicOf(text: string): string {
  const own = withoutQuoted(text)
  return own !== text && topicIn(own) === '' ? '' : topicIn(text)
}

function topicIn(text: string): string {
  const said = text.trim()
  const lower = toLower(said)
  if (NOT_MEANT.test(lower)) return ''
  for (const form of TAKING_BACK) {
    const match = form.exec(lower)
    const groups = match?.groups
    const topic = (groups?.topic ?? groups?.topic2)?.replace(BESIDES, '').trim()
    if (match === null || !topic || POINTING.test(topic)) continue
    // The case tells where a name such as LaunchDarkly has its parts.
    const from = lower.indexOf(topic, match.index)
    return said.slice(from, from + topic.length)
  }
  return ''
}

/** Patterns of what is over, without a word of taking back: what is not needed, what is not there. */
const OVER = (['ended', 'gone'] as const).flatMap(role =>
  LANGUAGES.flatMap(({ changes }) =>
    changes[role].map(words => ({ role, form: new RegExp(withEdges(words), 'iu') })),
  ),
)
/** Things that come and go while one works. */
const PASSING = pattern('iu')`${whole.changes.passing}`

/** The thing that a sentence says is over, as it is written. */
export interface Over {
  topic: string
  /** True where it is not needed any more, false where it is no longer there. */
  isEnded: boolean
}

/**
 * The thing that a sentence says is not needed or not there any more: "minio is gone". Undefined
 * where it says so of nothing, or of an error and the like. Whoever asks must know a memory of it.
 */
export function findOver(text: string): Over | undefined {
  const said = withoutQuoted(text).trim()
  if (NOT_MEANT.test(toLower(said))) return undefined
  for (const { role, form } of OVER) {
    const groups = form.exec(said)?.groups
    const topic = (groups?.topic ?? groups?.topic2)?.replace(BESIDES, '').trim()
    if (!topic || POINTING.test(toLower(topic)) || PASSING.test(topic)) continue
    return { topic, isEnded: role === 'ended' }
  }
  return undefined
}

/**
 * The retraction of a sentence that says nothing new: its words, and the title among the known
 * ones that alone it can mean. Undefined where it names nothing ("forget it"), or says what holds
 * instead. Says nothing about whether somebody means it: the model does.
 */
export function findRetraction(text: string, known: readonly string[]): Retraction | undefined {
  const topic = toTopic(topicOf(text))
  if (topic.size === 0 || SAYS_NEW.test(toLower(text))) return undefined
  const meant = known.filter(title => countShared(topicOfTitle(title), topic) === topic.size)
  const [title] = meant.length === 1 ? meant : []
  return { statement: text.trim(), ...(title !== undefined && { title }) }
}

/** The rest behind a comma, a colon or a dash. */
const INSTEAD = pattern('su')`[,;:—–，、]\s*(?:${all.shapes.and} )?(?=\S)(?<instead>.{6,})$`

/**
 * The rest of a sentence that takes back something by its name, behind a comma or the like:
 * "we use biome now". Undefined where it says nothing more.
 */
export function findNew(text: string): string | undefined {
  if (topicOf(text) === '') return undefined
  const instead = INSTEAD.exec(text)?.groups?.instead
  return instead === undefined || BECAUSE.test(instead) ? undefined : instead
}

/** True for "we use biome now" and the like. */
export function saysUsed(text: string): boolean {
  return USED.test(text)
}

const USED = pattern('iu')`^${all.changes.used}(?!\p{L}* too )`

/** A reason for taking something back is nothing new. */
const BECAUSE = pattern('iu')`^${spaced.changes.reasons}(?![\p{L}])|^${unspaced.changes.reasons}`

const QUOTE = '[`"“”„「」«»\']?'
const VALUE = '(?<old>[\\p{L}\\p{N}@#./_-][^,;:!?()，。；（）、]{0,40}?)'
/** Ends what something stands in place of. */
const STOP = String.raw`(?=\s*(?:[,;:!?()—–，。；]|\.(?:\s|$)|$|(?<![\p{L}])${all.changes.stops}(?![\p{L}])))`

/** Patterns of a replacement; the group `old` is what is replaced. */
const REPLACING = LANGUAGES.flatMap(({ changes: { replacing } }) =>
  replacing.map(words => {
    const old = words.replaceAll('OLD', `${QUOTE}VALUE${QUOTE}`).replaceAll('VALUE', VALUE)
    return new RegExp(withEdges(old.replaceAll('STOP', STOP)), 'iu')
  }),
)

/** Signs that a statement speaks of a change; "use tap, not jest" may be the first word on it. */
const CHANGES = pattern('iu')`${whole.changes.tells}`

/**
 * Words of what a statement stands in place of, "npm" in "we switched from npm to pnpm"; undefined
 * where it names nothing older. What only forbids ("not on Fridays") may be named too: whoever asks
 * must know a memory that says it.
 */
export function findReplaced(text: string): string | undefined {
  if (!CHANGES.test(text)) return undefined
  for (const form of REPLACING) {
    const old = form
      .exec(text)
      ?.groups?.old?.replace(/[`"“”„「」«»]/g, '')
      .trim()
    if (old !== undefined && old !== '' && old.split(/\s+/).length <= 5) return old
  }
  return undefined
}

const TAKES_BACK = pattern()`
  (?:\b${spaced.changes.takesBack}(?=[\s,.!;:…—–-]|$))|${unspaced.changes.takesBack}`

const TAKES_BACK_AS_SAID = new RegExp(TAKES_BACK, 'i')

const NAMES = pattern('i')`${bounded.changes.names}`

/** True for a sentence that takes back what the person said before it. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(toLower(withoutQuoted(text)))
}

/**
 * The candidates left after a sentence that takes something back: without those that it names, or
 * without the last one where it names nothing. `undefined` where it meets none of them.
 */
export function withoutRetracted(
  found: readonly Found[],
  text: string,
  turn: number,
): Found[] | undefined {
  const topic = toTopic(text.replace(TAKES_BACK_AS_SAID, ' '))
  const named = found.filter(one => countShared(one.topic, topic) > 0)
  if (named.length > 0) return found.filter(one => !named.includes(one))
  const last = found.at(-1)
  const isNear = last !== undefined && turn - last.turn <= 2
  return isNear && topic.size <= 6 && !NAMES.test(text) ? found.slice(0, -1) : undefined
}
