import { useEffect, useRef, useState } from 'preact/hooks'
import { computed, signal } from '@preact/signals'

/** A place in the panel: `#/memories/kqq2m7xw?text=push` is page `memories`, rest `kqq2m7xw`. */
export interface Route {
  page: string
  /** The part behind the page's name, decoded; '' for none. */
  rest: string
  query: URLSearchParams
}

const hash = signal(location.hash)
for (const event of ['hashchange', 'popstate']) {
  window.addEventListener(event, () => (hash.value = location.hash))
}

/** Reads a hash; an empty one is the memories. A percent-encoding that is broken stays as it is. */
function parseHash(text: string): Route {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?', 2)
  const [page = '', ...rest] = path.split('/')
  return {
    page: page || 'memories',
    rest: decode(rest.join('/')),
    query: new URLSearchParams(query),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The current place. */
export const route = computed(() => parseHash(hash.value))

/** The hash of a place; query values that are empty are left out. */
export function linkTo(
  page: string,
  rest = '',
  query: Record<string, string | undefined> | URLSearchParams = {},
): string {
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const filled = given.filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(filled).toString()
  return `#/${page}${rest && `/${encodeURIComponent(rest)}`}${search && `?${search}`}`
}

/** Goes to a place; with `replace` it takes the place of this one in the history. */
export function goTo(link: string, { replace = false } = {}): void {
  if (link === location.hash) return
  if (replace) history.replaceState(null, '', link)
  else history.pushState(null, '', link)
  hash.value = link
}

/** Changes values of this place's query; undefined and '' take one out. */
export function setQuery(
  changes: Record<string, string | undefined>,
  options?: { replace?: boolean },
): void {
  const { page, rest, query } = route.peek()
  goTo(linkTo(page, rest, { ...Object.fromEntries(query), ...changes }), options)
}

/** A text of the query that a person types: the hash follows once the fingers rest for `restMs`. */
export function useTyped(
  name: string,
  restMs: number,
): [text: string, type: (text: string) => void] {
  const standing = route.value.query.get(name) ?? ''
  const [text, setText] = useState(standing)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(standing)
  useEffect(() => {
    // A link that was followed, or the way back: the typed text gives way to it.
    if (standing !== sent.current) setText(standing)
    sent.current = standing
  }, [standing])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      setQuery({ [name]: next.trim() }, { replace: true })
    }, restMs)
  }
  return [text, type]
}
