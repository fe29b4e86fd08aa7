import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { ROOT } from './root.js'

export interface Import {
  /** Path of a file of ours relative to the root (`store/lock.ts`), or the name of a module. */
  target: string
  /** Loaded with the importing file: neither `import type` nor `import()`. */
  isStatic: boolean
  isDynamic: boolean
  names: string[]
}

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
  return folders.flatMap(folder =>
    readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .filter(name => !name.split(sep).includes('node_modules'))
      .map(name => readSource(posix.join(folder, name.split(sep).join('/'))))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  )
}

function readSource(path: string): Source {
  const text = readFileSync(resolve(ROOT, path), 'utf8')
  let tree: ts.SourceFile | undefined
  let imports: Import[] | undefined
  return {
    path,
    text,
    get tree() {
      return (tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true))
    },
    get imports() {
      return (imports ??= [...findImports(path, this.tree)])
    },
  }
}

function* findImports(path: string, tree: ts.SourceFile): Generator<Import> {
  // Other imports than statements are calls and types, and few files have them.
  const nodes = /\bimport\(/.test(tree.text) ? nodesOf(tree) : tree.statements
  for (const node of nodes) {
    const to = specifierOf(node)
    if (to === undefined) continue
    const isType =
      (ts.isImportDeclaration(node) &&
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly) ||
      ts.isImportTypeNode(node)
    const isDynamic = ts.isCallExpression(node)
    const target = to.startsWith('.') ? toSourcePath(posix.join(posix.dirname(path), to)) : to
    yield { target, isStatic: !isType && !isDynamic, isDynamic, names: namesOf(node) }
  }
}

/** The source of `a.js` is `a.ts`, or `a.tsx`; what is no script stays as it is named. */
function toSourcePath(path: string): string {
  const source = path.replace(/\.js$/, '.ts')
  return source !== path && existsSync(resolve(ROOT, `${source}x`)) ? `${source}x` : source
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && (node.moduleSpecifier as ts.StringLiteral).text
  }
  if (ts.isImportTypeNode(node)) return textOf(node.argument)
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return
  const [given] = node.arguments
  return given && ts.isStringLiteral(given) ? given.text : undefined
}

/** The path in `import('./file.js').Name`, a type that is named where it stands. */
function textOf(type: ts.TypeNode): string | undefined {
  const isText = ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)
  return isText ? type.literal.text : undefined
}

/** The names taken from the other file; `*` for all of them. */
function namesOf(node: ts.Node): string[] {
  const all =
    (ts.isImportDeclaration(node) && node.importClause?.namedBindings) ||
    (ts.isExportDeclaration(node) && node.exportClause)
  if (!all || !('elements' in all)) return ['*']
  return all.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
}

/** A node and everything below it, in no order: tokens and comments are no nodes. */
export function nodesOf(node: ts.Node): ts.Node[] {
  const nodes = [node]
  for (const one of nodes) ts.forEachChild(one, child => void nodes.push(child))
  return nodes
}

/** What a file exports by a declaration of its own: the name and its docstring. */
export function exportsOf({ tree }: Source): { name: string; kind: string; isSaid: boolean }[] {
  return tree.statements.filter(isExported).flatMap(statement => {
    const isSaid = ts.getJSDocCommentsAndTags(statement).length > 0
    const kind = ts.SyntaxKind[statement.kind]
    const declared = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement as ts.Statement & { name?: ts.Node }]
    return [...declared].map(({ name }) => ({ name: name?.getText() ?? '', kind, isSaid }))
  })
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
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
    for (const { target, isStatic } of source.imports) {
      if (!isStatic) continue
      if (/^(src|handlers|store)\//.test(target)) visit(target)
      else if (!modules.has(target)) modules.set(target, path)
    }
  }
  roots.forEach(visit)
  return { files, modules }
}

/** The path of a file in the repository, from its absolute path. */
export function toRepositoryPath(path: string): string {
  return relative(ROOT, path).split(sep).join('/')
}
