#!/usr/bin/env node
// Trains the models of the builtin provider, of sentences and of pairs of a sentence and what is known,
// from what is labelled, and writes them into the source: npm run train:distill [-- --pairs] (those alone).
// The same labels give the same files, bit for bit.
// Thresholds come from cross-validation; held-out batches are left out of everything.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crossScore, measure, thresholdFor } from './cross.mjs'
import { toRows, trainModel, trainPairs } from './model.mjs'
import { readPairs, toPairRows } from './pairs.mjs'
import { isHeldOut, readConversations } from './sentences.mjs'

/** How precise sentences must be, by who says them: an agent's are kept more reluctantly. */
const PRECISION = { user: 0.865, agent: 0.92 }
const SOURCE = join(import.meta.dirname, '../../src')

const pairs = readPairs().filter(({ file }) => !isHeldOut(file))
write('reflect/pair-weights.ts', 'PAIR_WEIGHTS', trainPairs(pairs.flatMap(toPairRows)))
if (process.argv.includes('--pairs')) process.exit()

const rows = toRows(readConversations().filter(({ batch }) => !isHeldOut(batch)))
const judged = crossScore(rows)
const of = who => judged.filter(({ row }) => row.segment.who === who)
const fix = who => Number(thresholdFor(of(who), PRECISION[who]).toFixed(2))
const least = { user: fix('user'), agent: fix('agent') }
const packed = trainModel(rows, least)
write('provider/builtin/model/weights.ts', 'WEIGHTS', packed)
const { precision, recall } = measure(judged, least)
console.log(`${rows.length} rows, ${packed.length} bytes, least score ${JSON.stringify(least)}`)
console.log(`cross-validated: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)

function write(path, name, packed) {
  const text =
    '/** A trained model, deflated, in base64 (npm run train:distill writes it). */\n' +
    `export const ${name} =\n  '${packed.toString('base64')}'\n`
  writeFileSync(join(SOURCE, path), text)
}
