import { computed, signal } from '@preact/signals'
import type { Scope } from '../../store/types.js'
import type { ScopeCount } from '../types.js'
import { ask, needsToken } from './api.js'
import { route, setQuery } from './route.js'

/** Every scope, global first; [] before the first answer. */
export const scopes = signal<readonly ScopeCount[]>([])

/** Reads the scopes anew; where that fails the old ones stay. */
export async function loadScopes(): Promise<void> {
  if (needsToken.peek()) return
  try {
    scopes.value = (await ask<{ scopes: ScopeCount[] }>('/scopes')).scopes
  } catch {
    // The page's own requests tell what is wrong.
  }
}

/** Names a scope as the API's `scopeKey` does. */
export function keyOf({ type, id }: { type: string; id: string | null }): string {
  return type === 'global' ? 'global' : `project:${encodeURIComponent(id ?? '')}`
}

/** The scope of a key; undefined for none and for one that cannot be understood. */
export function parseKey(key: string): Scope | undefined {
  if (key === 'global') return { type: 'global', id: null }
  if (!key.startsWith('project:')) return undefined
  try {
    return { type: 'project', id: decodeURIComponent(key.slice('project:'.length)) }
  } catch {
    return undefined
  }
}

/** The key of the scope that all pages show; '' for all of them. */
export const chosenKey = computed(() => route.value.query.get('scope') ?? '')

/** The scope that all pages show; undefined for all of them. */
export const chosenScope = computed(() => parseKey(chosenKey.value))

/** Shows one scope, or ('') all of them. */
export function chooseScope(key: string): void {
  setQuery({ scope: key })
}

/** Names a scope as people do: `Global`, or the last part of the project's directory. */
export function nameOf({ type, id }: { type: string; id: string | null }): string {
  if (type === 'global') return 'Global'
  return (id ?? '').split(/[/\\]/).filter(Boolean).at(-1) ?? 'project'
}

/** The name by which a scope is told from its likes. */
export function titleOfScope(scope: { type: string; id: string | null }): string {
  return scopeNames.value.get(keyOf(scope)) ?? nameOf(scope)
}

/** The name, with as many folders before it as are needed to tell it from its likes. */
export const scopeNames = computed(() => {
  const names = new Map<string, string>()
  for (const scope of scopes.value) names.set(keyOf(scope), nameOf(scope))
  const counts = Map.groupBy(names, ([, name]) => name)
  for (const [key, name] of names) {
    if ((counts.get(name)?.length ?? 0) < 2) continue
    const id = parseKey(key)?.id ?? ''
    names.set(key, id.split(/[/\\]/).filter(Boolean).slice(-2).join('/'))
  }
  return names
})
