import { readdirSync, readFileSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { roomOf } from './rooms.mjs'
import { ROOT } from './root.js'
import { type Import, importsOf } from './syntax.mjs'

/** One source file; it is parsed when the first one asks for what stands in it. */
export interface Source {
  /** Relative to the root, with slashes. */
  path: string
  text: string
  readonly tree: ts.SourceFile
  readonly imports: Import[]
}

/** Every TypeScript file below these folders of the repository. */
export function readSources(...folders: string[]): Source[] {
  return readSourcesIn(ROOT, ...folders)
}

/** Every TypeScript file below these folders of a tree. */
export function readSourcesIn(root: string, ...folders: string[]): Source[] {
  return folders.flatMap(folder =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .filter(name => !name.split(sep).includes('node_modules'))
      .map(name => readSource(root, posix.join(folder, name.split(sep).join('/'))))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  )
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(resolve(root, path), 'utf8')
  let tree: ts.SourceFile | undefined
  let imports: Import[] | undefined
  return {
    path,
    text,
    get tree() {
      return (tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true))
    },
    get imports() {
      return (imports ??= importsOf(path, this.tree, root))
    },
  }
}

/** The files that are loaded with these ones, themselves included, and what else they import. */
export function loadedWith(sources: readonly Source[], roots: readonly string[]) {
  const byPath = new Map(sources.map(source => [source.path, source]))
  const files = new Set<string>()
  const modules = new Map<string, string>()
  const visit = (path: string) => {
    const source = byPath.get(path)
    if (source === undefined) throw new Error(`${path} is not a source file`)
    if (files.has(path)) return
    files.add(path)
    for (const { target, isType, isDynamic } of source.imports) {
      if (isType || isDynamic) continue
      if (/^(src|handlers|store)\//.test(target)) visit(target)
      else if (!modules.has(target)) modules.set(target, path)
    }
  }
  roots.forEach(visit)
  return { files, modules }
}

/** The arrows that files draw between rooms, each once, sorted. */
export function arrowsBetween(sources: readonly Source[]): string[] {
  const ours = new Set(sources.map(({ path }) => path))
  const arrows = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => ours.has(target) && roomOf(target) !== roomOf(path))
      .map(({ target }) => `${roomOf(path)} → ${roomOf(target)}`),
  )
  return [...new Set(arrows)].sort()
}

/** The files that reach themselves through their imports, in groups that reach each other. */
export function circlesOf(sources: readonly Source[]): string[][] {
  const reached = new Map(sources.map(source => [source.path, reachFrom(source, sources)]))
  const groups = sources.flatMap(({ path }) => {
    const within = [...(reached.get(path) ?? [])].filter(other => reached.get(other)?.has(path))
    return within.length === 0 ? [] : [within.sort().join(' ')]
  })
  return [...new Set(groups)].map(group => group.split(' '))
}

function reachFrom(source: Source, sources: readonly Source[]): Set<string> {
  const byPath = new Map(sources.map(one => [one.path, one]))
  const reached = new Set<string>()
  const waiting = [source]
  for (const { imports } of waiting) {
    for (const { target } of imports) {
      const next = byPath.get(target)
      if (next === undefined || reached.has(target)) continue
      reached.add(target)
      waiting.push(next)
    }
  }
  return reached
}

/** The path of a file in the repository, from its absolute path. */
export function toRepositoryPath(path: string): string {
  return relative(ROOT, path).split(sep).join('/')
}
