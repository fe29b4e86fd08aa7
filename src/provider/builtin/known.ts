import type { ReflectionRequest } from '../../reflect/types.js'
import { titleKey } from '../../text.js'
import type { Found } from './found.js'
import { countShared, toTopic } from './words.js'

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
