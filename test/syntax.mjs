// What a parsed TypeScript file imports and exports, for the linter (.eslint/) and for the tests.
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** A node and everything below it, in no order: tokens and comments are no nodes. */
export function nodesOf(node) {
  const nodes = [node]
  for (const one of nodes) ts.forEachChild(one, child => void nodes.push(child))
  return nodes
}

/** Lists what the file at this path of a tree imports, type imports included. */
export function importsOf(path, tree, root = join(import.meta.dirname, '..')) {
  // Other imports than statements are calls and types, and few files have them.
  const nodes = /\bimport\(/.test(tree.text) ? nodesOf(tree) : tree.statements
  return nodes.flatMap(node => {
    const specifier = specifierOf(node)
    if (specifier === undefined) return []
    const isType =
      (ts.isImportDeclaration(node) &&
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly) ||
      ts.isImportTypeNode(node)
    const isDynamic = ts.isCallExpression(node)
    const target = toTarget(root, path, specifier.text)
    return [{ target, isType, isDynamic, specifier }]
  })
}

function toTarget(root, path, named) {
  return named.startsWith('.') ? toSourcePath(root, posix.join(posix.dirname(path), named)) : named
}

/** The source of `a.js` is `a.ts`, or `a.tsx`; what is no script stays as it is named. */
function toSourcePath(root, path) {
  const source = path.replace(/\.js$/, '.ts')
  const isPage = source !== path && existsSync(join(root, `${source}x`))
  return isPage ? `${source}x` : source
}

/** The literal that names the other file, also in `import('./file.js').Name`, a type. */
function specifierOf(node) {
  const named = namedBy(node)
  return named !== undefined && ts.isStringLiteral(named) ? named : undefined
}

function namedBy(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node)) return node.argument.literal
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport ? node.arguments[0] : undefined
}

/** What a file exports by a declaration of its own: the name, where it stands, and its docstring. */
export function exportsOf(tree) {
  return tree.statements.filter(isExported).flatMap(statement => {
    const isSaid = ts.getJSDocCommentsAndTags(statement).length > 0
    const declared = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement]
    return [...declared].map(({ name }) => {
      return { name: name?.getText(tree) ?? '', isSaid, node: name ?? statement }
    })
  })
}

function isExported(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

/** The statements by which a file exports what another file makes. */
export function reexportsOf(tree) {
  const imported = new Set(
    tree.statements
      .filter(ts.isImportDeclaration)
      .flatMap(statement => nodesOf(statement).filter(ts.isImportSpecifier))
      .map(({ name }) => name.text),
  )
  return tree.statements.filter(ts.isExportDeclaration).filter(statement => {
    if (statement.moduleSpecifier !== undefined) return true
    const { exportClause } = statement
    const names = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : []
    return names.some(({ propertyName, name }) => imported.has((propertyName ?? name).text))
  })
}
