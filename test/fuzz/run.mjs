#!/usr/bin/env node
// Attacks every parser for some time: npm run fuzz -- [--seconds N] [--seed N] [--only NAME] [--ci]
import fc from 'fast-check'
import { ATTACKS } from './parsers.ts'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const seconds = Number(option('--seconds', process.argv.includes('--ci') ? 20 : 600))
const seed = Number(option('--seed', Math.floor(Math.random() * 2 ** 31)))
const only = option('--only', '')
const attacks = ATTACKS.filter(({ name }) => name.includes(only))
const share = (seconds * 1000) / attacks.length

console.log(`seed ${seed}, ${attacks.length} parsers, ${seconds} s`)
let passed = 0
for (const { name, property } of attacks) {
  const limits = { interruptAfterTimeLimit: share, markInterruptAsFailure: false }
  const result = await fc.check(property, { seed, numRuns: 10_000_000, ...limits })
  const { failed, numRuns, numShrinks, counterexample, errorInstance } = result
  console.log(`${name}: ${numRuns} runs${failed ? `, FAILED after ${numShrinks} shrinks` : ''}`)
  if (!failed) passed++
  else
    console.log(`  ${errorInstance?.message}\n  ${JSON.stringify(counterexample)?.slice(0, 2_000)}`)
}
console.log(`${passed} passed, ${attacks.length - passed} failed`)
process.exitCode = passed === attacks.length ? 0 : 1
