// The rules of the house as an ESLint plugin: test/rules.mjs looks at the tree that is parsed anyway.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { findFaults, RULE_NAMES } from '../test/rules.mjs'

const ROOT = join(import.meta.dirname, '..')
const PARTS = ['.eslint/house.mjs', 'test/rules.mjs', 'test/rooms.mjs', 'test/syntax.mjs']

/** The faults of a file, by its tree: they are looked for once for all rules. */
const known = new WeakMap()

/** The plugin. What ESLint's cache knows holds for one version. */
export const house = {
  meta: { name: 'house', version: hashOf(PARTS) },
  rules: Object.fromEntries(RULE_NAMES.map(name => [name, toRule(name)])),
}

/** All of its rules, as errors. */
export const houseRules = Object.fromEntries(RULE_NAMES.map(name => [`house/${name}`, 'error']))

function toRule(name) {
  return {
    meta: { type: 'problem', schema: [] },
    create: context => ({
      Program: () => {
        const { sourceCode } = context
        for (const { rule, start, end, says } of faultsIn(context)) {
          if (rule !== name) continue
          const [from, to] = [start, end].map(at => sourceCode.getLocFromIndex(at))
          context.report({ loc: { start: from, end: to }, message: says })
        }
      },
    }),
  }
}

function faultsIn({ filename, sourceCode }) {
  const tree = sourceCode.parserServices.esTreeNodeToTSNodeMap.get(sourceCode.ast)
  const path = relative(ROOT, filename).split(sep).join('/')
  if (!known.has(tree)) known.set(tree, findFaults(path, tree))
  return known.get(tree)
}

function hashOf(paths) {
  const texts = paths.map(path => readFileSync(join(ROOT, path), 'utf8'))
  return createHash('sha256').update(texts.join('')).digest('hex').slice(0, 12)
}
