import { basename, resolve } from 'node:path'
import { isFolder, isInside } from '../../store/files/read.js'
import { resolveProject } from '../../store/projects/scope.js'
import { GLOBAL_SCOPE, type ProjectScope, type Scope } from '../../store/types.js'
import type { Place } from '../import/kinds/item.js'

/** Decides in which scope what another tool remembers belongs. */
export class Places {
  private readonly found = new Map<string, Scope | undefined>()

  /**
   * `known`: the projects of the store, and the one at hand; `named`: directories by the names that tools
   * have for them; `all`: the scope of everything; `otherwise`: that of what is about no project.
   */
  constructor(
    private readonly known: readonly ProjectScope[],
    private readonly named: Readonly<Record<string, string>>,
    private readonly all: Scope | undefined,
    private readonly otherwise: Scope,
  ) {}

  /** The scope of a place; undefined where nobody can tell which project it is. */
  scopeOf(place: Place | 'global' | undefined): Scope | undefined {
    if (this.all !== undefined) return this.all
    if (place === 'global') return GLOBAL_SCOPE
    if (place === undefined) return this.otherwise
    const key = JSON.stringify(place)
    if (!this.found.has(key)) this.found.set(key, this.find(place))
    return this.found.get(key)
  }

  private find(place: Place): Scope | undefined {
    if ('path' in place && isFolder(place.path)) return resolveProject(place.path)
    const name = nameOf(place)
    if (Object.hasOwn(this.named, name)) return resolveProject(resolve(this.named[name]!))
    const same = this.known.filter(({ id }) => basename(id).toLowerCase() === name.toLowerCase())
    return same.length === 1 ? same[0] : undefined
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
