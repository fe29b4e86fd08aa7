#!/usr/bin/env node
// Trains the model of the builtin provider from the labelled sentences and writes it into the
// source: npm run train:distill. The same sentences give the same file, bit for bit.
// Thresholds come from cross-validation; held-out batches are left out of everything.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crossScore, measure, thresholdFor } from './cross.mjs'
import { toRows, trainModel } from './model.mjs'
import { isHeldOut, readConversations } from './sentences.mjs'

/** How precise sentences must be, by who says them: an agent's are kept more reluctantly. */
const PRECISION = { user: 0.87, agent: 0.92 }
const FILE = join(import.meta.dirname, '../../src/provider/builtin/model/weights.ts')

const rows = toRows(readConversations().filter(({ batch }) => !isHeldOut(batch)))
const judged = crossScore(rows)
const of = who => judged.filter(({ row }) => row.segment.who === who)
const fix = who => Number(thresholdFor(of(who), PRECISION[who]).toFixed(2))
const least = { user: fix('user'), agent: fix('agent') }
const packed = trainModel(rows, least)
writeFileSync(
  FILE,
  '/** The trained model, deflated, in base64 (npm run train:distill writes it). */\n' +
    `export const WEIGHTS =\n  '${packed.toString('base64')}'\n`,
)
const { precision, recall } = measure(judged, least)
console.log(`${rows.length} rows, ${packed.length} bytes, least score ${JSON.stringify(least)}`)
console.log(`cross-validated: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
