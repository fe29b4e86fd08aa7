#!/usr/bin/env node
// Prints how well a provider finds what is worth keeping of labelled conversations:
//   node test/eval/distill.mjs [--set FILE]… [--provider NAME] [--model NAME] [--limit N] [--misses]
//     [--curve] [--conversations]
// A set is a JSON file [{id, turns: [{prompt, reply, commands?: [{command, isFailed?, error?}]}], own?,
// global?, expect: [{kind, scope, words}], forbid?: [words that no memory may hold]}].
// A produced memory is found when every key word stands in its title or content (letter case ignored,
// endings tolerated), and right when kind and scope agree too; precision is right / made, recall
// right / expected, noise the memories made per 10 conversations in which nothing is worth keeping.
// Of `builtin` the labelled sentences are judged too, as conversations and one by one: cross-validated
// by batch, held-out batches apart; --curve shows how the figures grow with the number of sentences.
// --conversations runs another provider on the conversations of the held-out batches.
// Skills are not scored. `builtin` costs nothing. Any other provider is configured as for svc, the
// environment alone; what it answers is checked as reflection does, and what it takes is printed: try
// it with --limit first. A conversation that it gives no answer to is counted apart.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { importSource } from './bundle.mjs'
import { printConversations, printHeldOut } from './distill-product.mjs'
import { scoreSet } from './distill-score.mjs'
import { printSentences } from './distill-sentences.mjs'

const root = resolve(new URL('../..', import.meta.url).pathname)
const args = process.argv.slice(2)
const values = name => args.flatMap((arg, at) => (arg === name ? [args[at + 1]] : []))
const name = values('--provider')[0] ?? 'builtin'
const model = values('--model')[0]
const limit = Number(values('--limit')[0] ?? Infinity)
const fixtures = join(root, 'test/fixtures/distill')
const given = values('--set')
// `unseen` was written by somebody who knew nothing of the provider, and measured when that was done;
// `apart` was written so too, and looked at after its first measurement; the others were worked with.
const SETS = ['dev', 'held-out', 'procedures', 'procedures-unseen', 'apart', 'unseen']
const files = given.length > 0 ? given : SETS.map(name => join(fixtures, `${name}.json`))

async function openNamed() {
  if (name === 'builtin') {
    const { createBuiltinProvider } = await importSource(['src/provider/builtin/index.ts'])
    return createBuiltinProvider()
  }
  const { createConfig, openProvider, checkCandidates } = await importSource([
    'src/config.ts',
    'src/provider/index.ts',
    'src/reflect/candidates.ts',
  ])
  const given = { provider: name, ...(model && { model }) }
  const config = createConfig({ given, env: { ...process.env, SVC_PROVIDER: undefined } })
  const opened = await openProvider(config, process.env)
  const reflect = async (request, signal) => {
    const { value, usage } = await opened.reflect(request, signal)
    try {
      return { value: checkCandidates(value, request).candidates, usage }
    } catch (error) {
      throw Object.assign(error, { spent: usage })
    }
  }
  return { name: opened.name, model: opened.model, reflect }
}

function printCost({ rows, failed, left, inputTokens, outputTokens, usd }) {
  const price = usd === undefined ? 'at a price that is not known' : `$${usd.toFixed(4)}`
  const tokens = `${inputTokens} tokens in, ${outputTokens} out`
  console.log(`           ${rows.length} calls: ${tokens}, ${price}`)
  if (failed === 0) return
  const reasons = new Map()
  for (const { failure } of rows.filter(row => row.failure)) {
    reasons.set(failure, (reasons.get(failure) ?? 0) + 1)
  }
  const untried = left > 0 ? `, ${left} not tried any more` : ''
  console.log(`           ${failed} without an answer${untried}`)
  for (const [reason, times] of reasons) console.log(`  ! ${times} x ${reason}`)
}

function printMisses({ rows }) {
  for (const { id, wrong, missing, failure } of rows) {
    if (failure !== undefined) continue
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
  const set = JSON.parse(readFileSync(file, 'utf8')).slice(0, limit)
  const figures = await scoreSet(provider, set)
  console.log(
    `${basename(file, '.json').padEnd(17)} ${set.length} conversations, ${figures.empty} of them empty:` +
      ` found: precision ${figures.foundPrecision.toFixed(3)}  recall ${figures.foundRecall.toFixed(3)}` +
      `  with kind and scope: ${figures.precision.toFixed(3)}  ${figures.recall.toFixed(3)}` +
      `  noise ${figures.noise.toFixed(2)} per 10 empty  forbidden ${figures.forbidden}` +
      `  slowest ${figures.slowest.toFixed(1)} ms`,
  )
  if (name !== 'builtin') printCost(figures)
  if (args.includes('--misses')) printMisses(figures)
}

if (name === 'builtin' && given.length === 0) {
  const { openModel } = await importSource(['src/provider/builtin/model/score.ts'])
  const { least } = openModel()
  await printConversations(least)
  printSentences(least, { isCurve: args.includes('--curve') })
} else if (args.includes('--conversations')) await printHeldOut(provider)
