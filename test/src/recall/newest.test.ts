import t, { type Test } from 'tap'
import { askHook, openProject, startSession } from '../../eval/inject-store.mjs'
import type { SetMemory } from '../../eval/inject-sets.mjs'

/** Enough of other things that a session's start has no room for what is old. */
const OTHERS: SetMemory[] = Array.from({ length: 40 }, (_, at) => ({
  kind: 'decision',
  title: `Depot ${at}`,
  content: `Parcel lorem ${at} ipsum dolor. `.repeat(18),
  daysAgo: 1,
}))

const fact = (title: string, content: string, fields: Partial<SetMemory> = {}): SetMemory => {
  return { kind: 'fact', title, content, ...fields }
}

/** What a prompt is given in a project of these memories and many others. */
async function give(t: Test, memories: readonly SetMemory[], prompt: string): Promise<string> {
  const opened = await openProject({ memories: [...memories, ...OTHERS] }, [], { aliases: true })
  t.teardown(() => opened.close())
  const { session } = await startSession(opened)
  return askHook(opened, session, prompt)
}

t.test('of two memories about one thing the newer comes first, both with their days', async t => {
  const old = fact('Staging is at stg1', 'Use stg1.example.net.', { daysAgo: 90 })
  const fresh = fact(
    'Staging is at stg2 now',
    'Since the move in October the staging machine is stg2.example.net; its certificates are renewed by hand.',
    { daysAgo: 20 },
  )
  for (const memories of [
    [old, fresh],
    [fresh, old],
  ]) {
    const text = await give(t, memories, 'where is staging now?')
    t.match(text, /stg2 now \(project memory [a-z0-9]+, 2026-10-31\)\n {2}Since the move/)
    t.match(text, /stg1 \(project memory [a-z0-9]+, 2026-08-22\)/)
    t.ok(text.indexOf('stg2.example.net') < text.indexOf('stg1.example.net'))
  }
})

t.test('what is about other things keeps its place and shows no day', async t => {
  const text = await give(
    t,
    [
      fact('Invoices are numbered by year', 'Like 2026-0001.', { daysAgo: 90 }),
      fact('Reminders', 'A reminder of an invoice goes out after ten days.', { daysAgo: 2 }),
    ],
    'how are invoices numbered?',
  )
  t.match(text, /^- \[fact\] Invoices are numbered by year \(project memory [a-z0-9]+\)$/m)
})

t.test('what is contradicted comes with what contradicts it, after it, or not at all', async t => {
  const old = fact('Login tokens', 'They live for thirty days.', {
    ...{ id: 'oldtokens1', daysAgo: 90, source: { contradicts: ['newlimit22'] } },
  })
  const fresh = fact('Sessions end after an hour', 'Nobody stays signed in longer than that.', {
    ...{ id: 'newlimit22', daysAgo: 10, source: { contradicts: ['oldtokens1'] } },
  })
  const prompt = 'how long do login tokens live?'
  const text = await give(t, [old, fresh], prompt)
  t.match(text, /Sessions end after an hour \(project memory newlimit22, 2026-11-10\)/)
  t.notMatch(text, 'thirty days', 'what was asked for came with it: one item, the newer')
  const other = { ...old, source: { contradicts: ['gonelong33'] } }
  t.match(await give(t, [other, fresh], prompt), 'thirty days', 'what is gone says nothing')
  const long = { ...fresh, content: 'Nobody stays signed in longer. '.repeat(60) }
  t.notMatch(await give(t, [old, long], prompt), 'thirty days')
})

t.test('of a chain of contradictions the newest is given', async t => {
  const one = (id: string, title: string, content: string, daysAgo: number, newer: string[]) =>
    fact(title, content, { id, daysAgo, source: { contradicts: newer } })
  const old = one('oldtokens1', 'Login tokens', 'They live for thirty days.', 90, ['newlimit22'])
  const next = one('newlimit22', 'Sessions end early', 'After an hour.', 50, ['lastlimit3'])
  const last = one('lastlimit3', 'Everyone stays signed in', 'Until the evening.', 10, [])
  const text = await give(t, [old, next, last], 'how long do login tokens live?')
  t.match(text, 'Until the evening.')
  t.notMatch(text, 'After an hour.')
})

t.test('a newer memory is added though it is older than another that contradicts it', async t => {
  const old = fact('Login tokens', 'They live for thirty days.', {
    ...{ id: 'oldtokens1', daysAgo: 90, source: { contradicts: ['newlimit22'] } },
  })
  const sure = fact('Login tokens of guests', 'They live for a week.', {
    ...{ id: 'guesttoken', daysAgo: 5, source: { contradicts: ['newlimit22'] } },
  })
  const newer = fact('Sessions end early', 'After an hour.', { id: 'newlimit22', daysAgo: 50 })
  const text = await give(t, [sure, old, newer], 'how long do login tokens of guests live?')
  t.match(text, 'for a week')
  t.match(text, 'After an hour.')
  t.notMatch(text, 'thirty days', 'two items, the newer of each two')
})
