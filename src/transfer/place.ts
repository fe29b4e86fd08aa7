import { basename, resolve } from 'node:path'
import { isFolder, isInside } from '../../store/files/read.js'
import { resolveProject } from '../../store/projects/scope.js'
import { GLOBAL_SCOPE, type ProjectScope, type Scope } from '../../store/types.js'
import type { ForeignItem, Place } from '../import/kinds/item.js'

/** The scope of a place; undefined where nobody can tell which project it is. */
export type ScopeOf = (place: ForeignItem['place']) => Scope | undefined

/**
 * Finds the scope in which what another tool remembers belongs. `known`: the projects of the store, and the
 * one at hand; `named`: directories by the names that tools have for them; `otherwise`: the scope of what is
 * about no project.
 */
export function createPlaces(
  known: readonly ProjectScope[],
  named: Readonly<Record<string, string>>,
  otherwise: Scope,
): ScopeOf {
  const found = new Map<string, Scope | undefined>()
  const find = (place: Place) => {
    if ('path' in place && isFolder(place.path)) return resolveProject(place.path)
    const name = nameOf(place)
    if (Object.hasOwn(named, name)) return resolveProject(resolve(named[name]!))
    const same = known.filter(({ id }) => basename(id).toLowerCase() === name.toLowerCase())
    return same.length === 1 ? same[0] : undefined
  }
  return place => {
    if (place === undefined) return otherwise
    if (place === 'global') return GLOBAL_SCOPE
    const key = JSON.stringify(place)
    if (!found.has(key)) found.set(key, find(place))
    return found.get(key)
  }
}

/** The name by which people know a place. */
export function nameOf(place: Place): string {
  return 'name' in place ? place.name : (place.path.split(/[\\/]/).findLast(Boolean) ?? place.path)
}

/** The innermost of these projects that a path lies in; global where it lies in none. */
export function projectHolding(path: string, known: readonly ProjectScope[]): Scope {
  const above = known.filter(({ id }) => isInside(id, path))
  return above.sort((a, b) => b.id.length - a.id.length)[0] ?? GLOBAL_SCOPE
}
