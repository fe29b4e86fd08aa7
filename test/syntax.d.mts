import type ts from 'typescript'

export interface Import {
  /** Path of a file of ours relative to the root (`store/lock.ts`), or the name of a module. */
  target: string
  isType: boolean
  isDynamic: boolean
  specifier: ts.StringLiteral
}
export function nodesOf(node: ts.Node): ts.Node[]
export function importsOf(path: string, tree: ts.SourceFile, root?: string): Import[]
export function exportsOf(tree: ts.SourceFile): { name: string; isSaid: boolean; node: ts.Node }[]
export function reexportsOf(tree: ts.SourceFile): ts.ExportDeclaration[]
