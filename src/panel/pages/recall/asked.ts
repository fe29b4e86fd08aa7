import { computed } from '@preact/signals'
import { GLOBAL_SCOPE, type Scope } from '../../../../store/types.js'
import { INSTALLED_HOSTS, type HostName } from '../../../hosts/profiles.js'
import { route } from '../../route.js'
import { chosenKey, keyOf, parseKey, scopes } from '../../scopes.js'

/** A question, as the hash says it. */
export interface Asked {
  event: 'prompt' | 'start'
  text: string
  /** '' for none in particular. */
  host: HostName | ''
}

/** The present question. */
export const asked = computed((): Asked => {
  const { query } = route.value
  const host = INSTALLED_HOSTS.find(name => name === query.get('host')) ?? ''
  const event = query.get('event') === 'start' ? 'start' : 'prompt'
  return { event, text: query.get('text') ?? '', host }
})

/** The projects that a session can be in, those with most memories first. */
export const projects = computed(() =>
  scopes.value.filter(({ type }) => type === 'project').sort((a, b) => b.count - a.count),
)

/**
 * The key of the scope in which the session is: the one that all pages show, else the one chosen
 * here, else the project with most memories; undefined until the scopes are known.
 */
export const placeKey = computed((): string | undefined => {
  const named = chosenKey.value || route.value.query.get('in') || ''
  if (parseKey(named) !== undefined) return named
  if (scopes.value.length === 0) return undefined
  const [first] = projects.value
  return first === undefined ? 'global' : keyOf(first)
})

/** The scopes that a session in a place recalls from. */
export function scopesOf(key: string): Scope[] {
  const scope = parseKey(key)
  return scope?.type === 'project' ? [scope, GLOBAL_SCOPE] : [GLOBAL_SCOPE]
}
