import { all, pattern, spaced, unspaced } from '../../languages/combined.js'
import type { Spoken } from './conversation.js'
import { findTags } from './tags.js'
import type { Found } from './found.js'
import { isDangling } from './pointers.js'
import { countShared, toLower, toTopic } from './sentences.js'

/** The beginning of a prompt that corrects what was said just before it. */
const CORRECTS = pattern('u')`
  ^(?:${all.changes.interjections}(?![\p{L}])[,.!… ]*${all.changes.yesOrNo}?[,.!… ]*)*
  ${all.changes.corrects}`
/** Most turns back to the thing that is corrected. */
const NEAR = 2

/** True where a prompt corrects what was said before it: "wrong table, it is limits_ref". */
export function correctsEarlier(message: readonly Spoken[]): boolean {
  return message[0] !== undefined && CORRECTS.test(toLower(message[0].text))
}

const VALUE =
  /`[^`\n]+`|(?<![\p{L}\p{N}_])(?:[a-z0-9]+(?:[_/:.-][a-z0-9*]+)+|\d+(?:[.,:]\d+)*)(?![\p{L}\p{N}_])/giu
const NEGATED = pattern('iu')`
  (?:(?<![\p{L}])${spaced.changes.ratherThan}|${unspaced.changes.ratherThan}) ?$`

/**
 * The values that a text names: code, paths, identifiers, numbers; without those that it negates.
 */
function valuesOf(text: string): string[] {
  const found = Array.from(text.matchAll(VALUE), match => ({ value: match[0], at: match.index }))
  return [
    ...new Set(
      found.filter(({ at }) => !NEGATED.test(text.slice(0, at))).map(({ value }) => value),
    ),
  ]
}

const classOf = (value: string) =>
  /^\d[\d.,:]*$/.test(value) ? 'number' : /\s/.test(value) ? 'command' : 'name'

/**
 * An earlier statement with the one value that a sentence gives it anew: "the limits come from
 * limits_2021", then "wrong, it is limits_ref". Undefined where the sentence is about something
 * else, or where it is not clear which value is meant.
 */
export function withValue(
  found: readonly Found[],
  { text, turn }: Spoken,
): { old: Found; corrected: Found } | undefined {
  const [value, ...more] = valuesOf(text)
  if (value === undefined || more.length > 0) return undefined
  const bare = (one: string) => one.replace(/`/g, '')
  for (const old of [...found].reverse()) {
    if (old.turn >= turn || turn - old.turn > NEAR) continue
    const isAbout = isDangling(text) || countShared(old.topic, toTopic(text)) > 0
    const [was, ...others] = valuesOf(old.content).filter(one => classOf(one) === classOf(value))
    if (!isAbout || was === undefined || others.length > 0 || bare(was) === bare(value)) continue
    const change = (one: string) => one.replaceAll(bare(was), () => bare(value))
    const [title, content] = [change(old.title), change(old.content)]
    const said = `${old.said ?? ''} ${text}`.trim().slice(0, 500)
    const topic = toTopic(`${title} ${content}`)
    const corrected = { ...old, title, content, said, turn, topic, tags: findTags(content) }
    return { old, corrected }
  }
  return undefined
}
