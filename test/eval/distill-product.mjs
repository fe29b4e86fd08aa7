// How well whole conversations of labelled sentences are distilled by the builtin provider, each
// by a model that never saw its batch.
import { divide, PARTS } from '../train/cross.mjs'
import { toRows, trainModel } from '../train/model.mjs'
import { isHeldOut, readConversations, toMessages } from '../train/sentences.mjs'
import { importSource } from './bundle.mjs'
import { toRequest } from './distill-score.mjs'

const KINDS = { c: 'constraint', p: 'preference', f: 'fact', r: 'procedure' }

/** The turns of a labelled conversation, a line each sentence. */
export function toTurns(conversation) {
  const turns = []
  for (const { who, segments } of toMessages(conversation)) {
    const text = joinLines(segments)
    if (who === 'user') turns.push({ prompt: text, reply: '' })
    else if (turns.length === 0) turns.push({ prompt: '', reply: text })
    else turns.at(-1).reply = text
  }
  return turns
}

function joinLines(segments) {
  return segments.reduce((all, { text, at }, index) => {
    if (index === 0) return text
    return all + (segments[index - 1].at === at ? ' ' : '\n') + text
  }, '')
}

const wordsOf = text =>
  new Set(
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{Script=Latin}\d]{3,}|[\u3040-\u9fff]{2}/gu),
  )

/** True where title and content hold at least 60 % of the words of a statement. */
export function covers({ title, content }, statement) {
  const wanted = wordsOf(statement)
  const there = wordsOf(`${title} ${content}`)
  if (wanted.size === 0) return content.toLowerCase().includes(statement.trim().toLowerCase())
  return [...wanted].filter(word => there.has(word)).length / wanted.size >= 0.6
}

/** What should be kept of a conversation in the end: `{text, kind, isGlobal, who}`. */
export function expectedOf({ segments }) {
  return segments
    .filter(({ kind, isTaken }) => kind && !isTaken)
    .map(({ text, span, kind, isGlobal, who }) => {
      return { text: span ? text.slice(...span) : text, kind: KINDS[kind], isGlobal, who }
    })
}

/** What a provider makes of conversations, one after another: `{conversation, memories, wanted}`. */
export async function runProvider(provider, conversations) {
  const results = []
  for (const [index, conversation] of conversations.entries()) {
    const request = toRequest({ id: `c${index}`, turns: toTurns(conversation) })
    const { value } = await provider.reflect(request, AbortSignal.timeout(120_000))
    results.push({
      conversation,
      memories: value.memories ?? [],
      retractions: value.retractions ?? [],
      wanted: expectedOf(conversation),
    })
  }
  return results
}

/** Precision, recall, false memories per 10 conversations that hold nothing, kinds and scopes. */
export function toFigures(results) {
  const sum = count => results.reduce((total, one) => total + count(one), 0)
  const right = ({ memories, wanted }) =>
    memories.filter(memory => wanted.some(({ text }) => covers(memory, text)))
  const found = ({ memories, wanted }) =>
    wanted.filter(({ text }) => memories.some(memory => covers(memory, text)))
  const empty = results.filter(({ wanted }) => wanted.length === 0)
  const pairs = results.flatMap(one =>
    right(one).map(memory => [memory, one.wanted.find(({ text }) => covers(memory, text))]),
  )
  const share = fits => pairs.filter(([memory, one]) => fits(memory, one)).length / pairs.length
  const byKind = Object.values(KINDS).map(kind => {
    const all = sum(({ wanted }) => wanted.filter(one => one.kind === kind).length)
    return [kind, sum(one => found(one).filter(one => one.kind === kind).length) / all, all]
  })
  return {
    precision:
      sum(one => right(one).length) /
      Math.max(
        1,
        sum(({ memories }) => memories.length),
      ),
    recall:
      sum(one => found(one).length) /
      Math.max(
        1,
        sum(({ wanted }) => wanted.length),
      ),
    noise: (10 * empty.reduce((total, one) => total + one.memories.length, 0)) / empty.length,
    wanted: sum(({ wanted }) => wanted.length),
    kind: share((memory, one) => memory.kind === one.kind),
    scope: share((memory, one) => (memory.scope === 'global') === one.isGlobal),
    byKind,
  }
}

/** A line for each language, and the recall of each kind. */
export function printFigures(results) {
  const languages = [...new Set(results.map(({ conversation }) => conversation.language))]
  for (const name of ['all', ...languages]) {
    const some = results.filter(
      ({ conversation }) => name === 'all' || conversation.language === name,
    )
    const { precision, recall, noise, wanted, kind, scope } = toFigures(some)
    console.log(
      `  ${name.padEnd(4)}${String(some.length).padStart(5)} conversations, ${String(wanted).padStart(4)} to keep:` +
        `  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}` +
        `  noise ${noise.toFixed(2)} per 10 empty  kind right ${kind.toFixed(2)}  scope right ${scope.toFixed(2)}`,
    )
  }
  const kinds = toFigures(results).byKind.map(([kind, recall]) => `${kind} ${recall.toFixed(3)}`)
  console.log(`  recall by kind: ${kinds.join(', ')}`)
}

/** Prints what the builtin provider makes of all labelled conversations, those held out apart. */
export async function printConversations(least) {
  const { createBuiltinProvider, readModel } = await importSource([
    'src/provider/builtin/index.ts',
    'src/provider/builtin/model/score.ts',
  ])
  const all = readConversations()
  const own = all.filter(({ batch }) => !isHeldOut(batch))
  const rows = toRows(own)
  const parts = divide(rows.map(({ batch }) => batch))
  const run = (trained, conversations) =>
    runProvider(createBuiltinProvider({ ...readModel(trainModel(trained)), least }), conversations)
  const results = []
  for (let part = 0; part < PARTS; part++) {
    const isOther = ({ batch }) => parts.get(batch) !== part
    results.push(
      ...(await run(
        rows.filter(isOther),
        own.filter(one => !isOther(one)),
      )),
    )
  }
  console.log('conversations through the provider, cross-validated by batch')
  printFigures(results)
  console.log('conversations through the provider, held-out batches')
  const others = all.filter(({ batch }) => isHeldOut(batch))
  printFigures(await run(rows, others))
}

/** Prints what any provider makes of the held-out conversations. */
export async function printHeldOut(provider) {
  console.log('conversations through the provider, held-out batches')
  printFigures(
    await runProvider(
      provider,
      readConversations().filter(({ batch }) => isHeldOut(batch)),
    ),
  )
}
