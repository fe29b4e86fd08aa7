import ts from 'typescript'
import type { Source } from '../sources.js'
import { circlesOf } from '../sources.js'
import { nodesOf } from '../syntax.mjs'

/** A name and a number, as one line of the table. */
export type Figure = [name: string, value: number]

/** Lines of functions that are counted as long, and as too long. */
const LONG = 40
const TOO_LONG = 60
/** Words that begin a subordinate clause: such a comment says neither who nor does what. */
const CLAUSE =
  /^(?:what|how|where|which|whether|when|why|who|so|of|as|that|from|until|if|than|for)\b/i
/** Names that stand for a host, a language and a list filter; a file that names one is to be touched. */
const HOSTS = ['codex', 'cursor', 'gemini', 'copilot', 'opencode']
const LANGUAGES: Record<string, RegExp> = {
  de: /(?<!\p{L})(?:nicht|immer|niemals|werden|bitte|statt)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:toujours|jamais|nous|plutôt|avant|désormais)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:siempre|nunca|usamos|debe|ahora)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:sempre|usamos|não|agora|deve)(?!\p{L})/iu,
  ja: /\p{Script=Hiragana}{2}/u,
  zh: /(?:不要|总是|必须|以后|使用)/u,
}
const FILTERS = ['scopeType', 'includeDormant']

/** Where the tables of a tree are, and what its rooms are called. */
export interface House {
  sources: readonly Source[]
  isTable: (path: string) => boolean
  roomOf: (path: string) => string
}

/** Counts what a reader meets: files, lines, functions, arrows, comments. Tables apart. */
export function measureHouse({ sources, isTable, roomOf }: House): Figure[] {
  const code = sources.filter(({ path }) => !isTable(path))
  const tables = sources.filter(({ path }) => isTable(path))
  const functions = code.flatMap(linesOfFunctions).sort((a, b) => a - b)
  const arrows = arrowsOf(sources)
  return [
    ['files, tables apart', code.length],
    ['lines, tables apart', sum(code.map(linesOf))],
    ['tables: files', tables.length],
    ['tables: lines', sum(tables.map(linesOf))],
    ['longest file, lines', Math.max(...code.map(linesOf))],
    ['functions', functions.length],
    ['lines of the middle function', functions[functions.length >> 1] ?? 0],
    [`functions above ${LONG} lines`, functions.filter(lines => lines > LONG).length],
    [`functions above ${TOO_LONG} lines`, functions.filter(lines => lines > TOO_LONG).length],
    ['rooms', new Set(sources.map(({ path }) => roomOf(path))).size],
    ['arrows between rooms', distinct(arrows, roomOf)],
    ['arrows between folders', distinct(arrows, folderOf)],
    ['arrows between files', arrows.length],
    ['files with one importer', filesWithOneImporter(arrows)],
    ['circles of files', circlesOf(sources).length],
    ['comments that begin with a clause', sources.flatMap(clausesIn).length],
  ]
}

/** Counts the files whose code names a host, a language or a list filter. */
export function measurePlaces(sources: readonly Source[]): Figure[] {
  const words = sources.map(({ path, tree }) => ({ path, code: wordsOf(tree).join('\n') }))
  const places = (pattern: RegExp) =>
    words.filter(({ path, code }) => pattern.test(path) || pattern.test(code)).length
  return [
    ...HOSTS.map((name): Figure => [`files that name ${name}`, places(new RegExp(name, 'i'))]),
    ...Object.entries(LANGUAGES).map(([language, pattern]): Figure => [
      `files with words of ${language}`,
      places(pattern),
    ]),
    ...FILTERS.map((name): Figure => [
      `files that name the filter ${name}`,
      places(new RegExp(`\\b${name}\\b`)),
    ]),
  ]
}

function linesOf({ text }: Source): number {
  return text.split('\n').length - 1
}

/** Lines of every function with a body, its inner functions included. */
export function linesOfFunctions({ tree }: Source): number[] {
  return nodesOf(tree)
    .filter(node => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
    .map(node => {
      const [first, last] = [node.getStart(tree), node.getEnd()].map(
        at => tree.getLineAndCharacterOfPosition(at).line,
      )
      return last! - first! + 1
    })
}

function arrowsOf(sources: readonly Source[]): [from: string, to: string][] {
  const ours = new Set(sources.map(({ path }) => path))
  return sources.flatMap(({ path, imports }) => {
    const targets = new Set(imports.map(({ target }) => target).filter(name => ours.has(name)))
    return [...targets].map((target): [string, string] => [path, target])
  })
}

function distinct(arrows: [string, string][], toPlace: (path: string) => string): number {
  const places = arrows.map(([from, to]) => [toPlace(from), toPlace(to)])
  return new Set(places.filter(([from, to]) => from !== to).map(pair => pair.join(' '))).size
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function filesWithOneImporter(arrows: [string, string][]): number {
  const importers = new Map<string, number>()
  for (const [, to] of arrows) importers.set(to, (importers.get(to) ?? 0) + 1)
  return [...importers.values()].filter(count => count === 1).length
}

/** Comments whose first word opens a clause; one that goes on from the line before is no beginning. */
export function clausesIn({ path, text, tree }: Source): string[] {
  const found = commentsOf(text, tree).filter(comment => CLAUSE.test(comment))
  return found.map(comment => `${path}: ${comment}`)
}

function commentsOf(text: string, tree: ts.SourceFile): string[] {
  const starts = new Map<number, number>()
  for (const node of nodesOf(tree)) {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      starts.set(pos, end)
    for (const { pos, end } of ts.getTrailingCommentRanges(text, node.getEnd()) ?? [])
      starts.set(pos, end)
  }
  const comments = [...starts].sort(([a], [b]) => a - b)
  return comments
    .filter(([pos], index) => !goesOn(text, comments[index - 1], pos))
    .map(([pos, end]) => text.slice(pos, end).replace(/^[/*\s]+/, ''))
}

/** True for a line comment right below another one that has its line to itself. */
function goesOn(text: string, before: [number, number] | undefined, pos: number): boolean {
  if (before === undefined || !text.startsWith('//', before[0])) return false
  const isAlone = /(?:^|\n)[ \t]*$/.test(text.slice(0, before[0]))
  return isAlone && text.startsWith('//', pos) && /^\n[ \t]*$/.test(text.slice(before[1], pos))
}

/** Every name and literal in the code, comments left out. */
function wordsOf(tree: ts.SourceFile): string[] {
  return nodesOf(tree).flatMap(node => {
    const isWord =
      ts.isIdentifier(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    return isWord ? [node.text] : []
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
