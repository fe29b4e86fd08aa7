#!/usr/bin/env node
// Prints how well a provider finds what is worth keeping of labelled conversations:
//   node test/eval/distill.mjs [--set FILE]… [--provider NAME] [--model NAME] [--misses] [--curve]
// A set is a JSON file [{id, turns: [{prompt, reply, commands?: [{command, isFailed?, error?}]}], own?,
// global?, expect: [{kind, scope, words}]}].
// A produced memory is right when kind and scope agree and every key word stands in its title or
// content (letter case ignored, endings tolerated); precision is right / made, recall right /
// expected, noise the memories made per 10 conversations in which nothing is worth keeping.
// Of `builtin` the single sentences are judged too, cross-validated by batch; --curve shows how the
// figures grow with the number of sentences.
// Skills are not scored. `builtin` costs nothing; other providers are configured as for svc.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { importSource } from './bundle.mjs'
import { scoreSet } from './distill-score.mjs'
import { printSentences } from './distill-sentences.mjs'

const root = resolve(new URL('../..', import.meta.url).pathname)
const args = process.argv.slice(2)
const values = name => args.flatMap((arg, at) => (arg === name ? [args[at + 1]] : []))
const name = values('--provider')[0] ?? 'builtin'
const model = values('--model')[0]
const fixtures = join(root, 'test/fixtures/distill')
const given = values('--set')
const files = given.length > 0 ? given : ['dev.json', 'held-out.json'].map(f => join(fixtures, f))

async function openNamed() {
  if (name === 'builtin') {
    const { createBuiltinProvider } = await importSource(['src/provider/builtin/index.ts'])
    return createBuiltinProvider()
  }
  const { createConfig, openProvider } = await importSource([
    'src/config.ts',
    'src/provider/index.ts',
  ])
  const given = { provider: name, ...(model && { model }) }
  return openProvider(createConfig({ given, env: process.env }), process.env)
}

function printMisses({ rows }) {
  for (const { id, wrong, missing } of rows) {
    for (const { kind, scope, title, content } of wrong)
      console.log(`  + ${id}: ${kind} ${scope} | ${title} | ${content}`)
    for (const { kind, scope, words } of missing)
      console.log(`  - ${id}: ${kind} ${scope} | ${words.join(' ')}`)
  }
}

const provider = await openNamed().catch(error => {
  console.error(error.message)
  process.exit(1)
})
console.log(`provider ${provider.name}, model ${provider.model}`)
for (const file of files.filter(existsSync)) {
  const set = JSON.parse(readFileSync(file, 'utf8'))
  const figures = await scoreSet(provider, set)
  console.log(
    `${basename(file, '.json').padEnd(10)} ${set.length} conversations, ${figures.empty} of them empty:` +
      ` precision ${figures.precision.toFixed(3)}  recall ${figures.recall.toFixed(3)}` +
      `  noise ${figures.noise.toFixed(2)} per 10 empty  slowest ${figures.slowest.toFixed(1)} ms`,
  )
  if (args.includes('--misses')) printMisses(figures)
}

if (name === 'builtin' && given.length === 0) {
  const { openModel } = await importSource(['src/provider/builtin/model/score.ts'])
  printSentences(openModel().least, { isCurve: args.includes('--curve') })
}
