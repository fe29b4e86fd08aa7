import { basename, dirname } from 'node:path/posix'
import { roomOf } from '../rooms.mjs'
import type { Source } from '../sources.js'
import type { Import } from '../syntax.mjs'
import type { Mutant } from './choose.js'

/** Imports from a test to what it tests, at most. */
const MOST_STEPS = 3
/** How much farther a test is that lies in the folder of another room. */
const ELSEWHERE = 1.25
/** How far a test of the room is at most: it may start a program. */
const FARTHEST = 3
/** How many lines before and after a mutant are compared with a test. */
const LINES = 15

/**
 * Rates how far the test files are from a mutant, nearest first: that of the file's name, those of
 * what the line calls, those that import the file directly or by a few steps, and all of its room;
 * nearer the more rare words they share with the lines around it.
 */
export function relatedTests(sources: readonly Source[], mutant: Mutant): string[] {
  const { file, line, around } = mutant
  const source = sources.find(({ path }) => path === file)!
  const steps = stepsFrom(sources, file)
  const called = source.imports.filter(one => namesIn(one).some(name => around.includes(name)))
  const room = roomOf(file) === file ? dirname(file) : roomOf(file)
  const tests = sources.filter(({ path }) => /^test\/(?!panel\/).*\.test\.ts$/.test(path))
  const lines = source.text.split('\n').slice(Math.max(0, line - LINES), line + LINES)
  const alike = likenessTo(lines.join('\n'), tests)
  const rate = (test: string): number => {
    if (test === testOf(file)) return -MOST_STEPS
    if (called.some(({ target }) => test === testOf(target))) return 0
    const isNear = test.startsWith(`test/${room}/`)
    const isNamed = isNear && basename(test).startsWith(basename(file, '.ts'))
    const distance = Math.min(steps.get(test) ?? Infinity, isNear ? FARTHEST : Infinity)
    return distance + (isNear ? 0 : ELSEWHERE) - (isNamed ? MOST_STEPS : alike.get(test)!)
  }
  const rated = tests.map(({ path }) => ({ path, rate: rate(path) }))
  rated.sort((a, b) => a.rate - b.rate)
  return rated.flatMap(({ path, rate }) => (rate < Infinity ? [path] : []))
}

/** The names between the braces of an import. */
function namesIn({ specifier }: Import): string[] {
  const [, names = ''] = /\{([^}]*)\}/.exec(specifier.parent?.getText() ?? '') ?? []
  return names.match(/\w+/g) ?? []
}

function testOf(file: string): string {
  return `test/${file.replace(/\.ts$/, '.test.ts')}`
}

/** How many rare words each test has of a text; at most one import counts as much. */
function likenessTo(text: string, tests: readonly Source[]): Map<string, number> {
  const likeness = new Map(tests.map(({ path }) => [path, 0]))
  for (const word of new Set(text.match(/[A-Za-z]{4,}/g))) {
    const having = tests.filter(test => test.text.includes(word))
    for (const { path } of having)
      likeness.set(path, Math.min(1, likeness.get(path)! + 1 / having.length))
  }
  return likeness
}

/** How many imports lead from each file to this one, types aside. */
function stepsFrom(sources: readonly Source[], file: string): Map<string, number> {
  const steps = new Map([[file, 0]])
  for (const [to, step] of steps) {
    const importers = sources.filter(({ imports }) =>
      imports.some(one => one.target === to && !one.isType),
    )
    for (const { path } of step === MOST_STEPS ? [] : importers)
      if (!steps.has(path)) steps.set(path, step + 1)
  }
  return steps
}
