// The rules that a file of the three folders can break by itself: the linter (.eslint/) says so where
// it happens, and architecture.test.ts of all files.
import { readdirSync } from 'node:fs'
import ts from 'typescript'
import { isOurs, whyForbidden } from './rooms.mjs'
import { exportsOf, importsOf, nodesOf, reexportsOf } from './syntax.mjs'

/** The programs that people and hosts start. */
const ENTRY_POINTS = /^src\/(?:bin|plugin)\//
/** Files that are one long table. */
export const TABLES = [
  'src/search/thesaurus.ts',
  ...readdirSync(new URL('../src/languages/', import.meta.url))
    .filter(name => /^[a-z]{2}\.ts$/.test(name))
    .map(name => `src/languages/${name}`),
]
const MOST_LINES = 400
/** Files whose work is to hand on what others export. */
export const FACES = ['src/index.ts', 'handlers/index.ts', 'store/index.ts']
/** The one exception: what a caller of the service needs stands in one place, types only. */
export const HANDED_ON = ['memories/fields', 'report', 'types'].map(
  name => `src/api.ts: export type * from './${name}.js'`,
)
/** The words and names that the page shares with the service. */
export const OF_PAGE = ['store/types.ts', 'src/hosts/profiles.ts']
const IN_SRC = 'see src/README.md#what-may-enter'
const IN_STORE = 'see store/README.md#what-may-enter'
/** What some files alone import. */
const RESERVED = [
  {
    target: /^store\/projects\/(?:find|identity|pointers|document)\.ts$/,
    by: /^(?:store\/projects|src\/scopes|src\/health|src\/work)\//,
    why: "which folder is a project's is asked of store/projects/projects.ts",
    where: IN_STORE,
  },
  {
    target: /^gray-matter$/,
    by: /^store\/document\/front-matter/,
    why: 'YAML is read and written by store/document/front-matter.ts alone',
    where: IN_STORE,
  },
  {
    target: /^src\/hosts\/install\//,
    by: /^src\/(?:hosts|bin)\//,
    why: "hosts' settings are edited and examined by the programs alone",
    where: IN_SRC,
  },
  {
    target: /^src\/hosts\/transcript\//,
    by: /^src\/(?:hosts|reflect|skills|backfill)\//,
    why: 'transcripts are read by what learns from them, and by what counts the use of skills',
    where: IN_SRC,
  },
  {
    target: /^src\/memories\/(?:documents-file|glance|layered|redacted|timeline)\.ts$/,
    by: /^src\/memories\//,
    why: 'it is part of how memories are kept; ask what keeps them',
    where: IN_SRC,
  },
]

const RULES = {
  rooms: findForbiddenArrows,
  'reserved-imports': findReservedImports,
  'page-imports': findValuesInPage,
  environment: findEnvironment,
  'state-names': findStateNames,
  'handed-on': findHandedOn,
  docstrings: findSilentExports,
  length: findLongFile,
}
/** The names of the rules. */
export const RULE_NAMES = Object.keys(RULES)

/** What breaks rules in a file: which rule, where in the text, and what is to be said of it. */
export function findFaults(path, tree) {
  const file = { path, tree, imports: importsOf(path, tree) }
  return RULE_NAMES.flatMap(rule =>
    RULES[rule](file).map(([node, says]) => {
      return { rule, start: node.getStart(tree), end: node.getEnd(), says }
    }),
  )
}

/** Whether a file is one of a program that people or hosts start. */
export function isEntry(path) {
  return ENTRY_POINTS.test(path)
}

function findForbiddenArrows({ path, imports }) {
  return imports
    .map(({ target, specifier }) => [specifier, whyForbidden(path, target)])
    .filter(([, why]) => why !== undefined)
}

function findReservedImports({ path, imports }) {
  return RESERVED.filter(({ by }) => !by.test(path)).flatMap(row =>
    imports
      .filter(({ target }) => row.target.test(target))
      .map(one => [
        one.specifier,
        `${path} must not import ${one.target}: ${row.why}; ${row.where}`,
      ]),
  )
}

function findValuesInPage({ path, imports }) {
  const isPage = name => name.startsWith('src/panel/')
  const why = 'the page runs in a browser, where the service is not'
  return imports
    .filter(({ target }) => isPage(path) && isOurs(target) && !isPage(target))
    .filter(({ isType, target }) => !isType && !OF_PAGE.includes(target))
    .map(one => [one.specifier, `${path} takes types alone from ${one.target}: ${why}; ${IN_SRC}`])
}

function findEnvironment({ path, tree, imports }) {
  if (isEntry(path)) return []
  const modules = imports.filter(({ target }) => /^(?:node:)?process$/.test(target))
  const reads = nodesWith(/process\.env/, tree).filter(
    node => ts.isPropertyAccessExpression(node) && node.getText(tree) === 'process.env',
  )
  const why = `${path} must not read the environment: only src/bin/ and src/plugin/ do; ${IN_SRC}`
  return [...modules.map(({ specifier }) => specifier), ...reads].map(node => [node, why])
}

function findStateNames({ path, tree }) {
  if (path === 'store/store.ts') return []
  const why = `${path} must not name what lies under state/: store/store.ts does; see store/README.md#to-add`
  return nodesWith(/\bstate\b/, tree)
    .filter(node => joinsState(node, tree))
    .map(node => [node, why])
}

function joinsState(node, tree) {
  if (!ts.isCallExpression(node)) return false
  const isJoin = /^(?:join|pathIn|resolve)$/.test(node.expression.getText(tree))
  return isJoin && node.arguments.some(isState)
}

function isState(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'state'
  return (ts.isStringLiteral(node) || ts.isIdentifier(node)) && node.text === 'state'
}

/** The nodes of a file that has such a text; of others none. */
function nodesWith(pattern, tree) {
  return pattern.test(tree.text) ? nodesOf(tree) : []
}

function findHandedOn({ path, tree }) {
  if (FACES.includes(path)) return []
  const why = `${path} must not hand on a name: it is imported from the file that makes it; ${IN_SRC}`
  return reexportsOf(tree)
    .filter(statement => !HANDED_ON.includes(`${path}: ${statement.getText(tree)}`))
    .map(statement => [statement, why])
}

/** Of an overloaded function the first signature is explained. */
function findSilentExports({ path, tree }) {
  const all = exportsOf(tree)
  const said = new Set(all.filter(({ isSaid }) => isSaid).map(({ name }) => name))
  return all
    .filter(({ name }) => !said.has(name))
    .map(({ name, node }) => [
      node,
      `${path} exports ${name} without a sentence that explains it; ${IN_SRC}`,
    ])
}

function findLongFile({ path, tree }) {
  const lines = tree.text.split('\n').length - 1
  if (TABLES.includes(path) || lines <= MOST_LINES) return []
  return [[tree.endOfFileToken, `${path} has ${lines} lines, ${MOST_LINES} at most; ${IN_SRC}`]]
}
