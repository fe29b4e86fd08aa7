import t from 'tap'
import { NO_CANDIDATES } from '../../../src/provider/types.js'
import { checkCandidates } from '../../../src/reflect/candidates.js'
import { ANSWER, FAILED, MEMORY, SKILL } from '../provider/answers.js'

const LIMITS = { maxMemories: 4, maxSkills: 1 }

const memory = (changes: Record<string, unknown>) => ({ ...MEMORY, ...changes })
const skill = (changes: Record<string, unknown>) => ({ ...SKILL, ...changes })
const reasonsOf = (value: unknown) => checkCandidates(value, LIMITS).dropped.map(d => d.reason)

t.test('good candidates come through as they are', t => {
  t.same(checkCandidates(ANSWER, LIMITS), {
    candidates: { ...ANSWER, retractions: [] },
    dropped: [],
  })
  t.end()
})

t.test('what is missing is empty, what is unknown is ignored', t => {
  const nothing = { candidates: NO_CANDIDATES, dropped: [] }
  for (const value of [{}, { memories: null, skills: [] }, { error: 'x', more: [1] }]) {
    t.same(checkCandidates(value, LIMITS), nothing)
  }
  const { title, content } = MEMORY
  t.same(checkCandidates({ memories: [{ title, content, mood: 1 }] }, LIMITS).candidates.memories, [
    { kind: 'fact', title, content, tags: [], aliases: [], scope: 'project' },
  ])
  t.end()
})

t.test('of the aliases what breaks a rule is left out, not the memory', t => {
  const aliasesOf = (aliases: unknown) =>
    checkCandidates({ memories: [memory({ aliases })] }, LIMITS).candidates.memories[0]?.aliases
  for (const value of [undefined, null, 'one phrase', 7, { a: 'b' }, []])
    t.same(aliasesOf(value), [])
  const token = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`
  const given = [7, ' too\nlong ', 'TOO LONG', '', 'x'.repeat(101), `the ${token}`, null]
  t.match(aliasesOf(given), ['too long', /^the \[redacted/])
  const many = Array.from({ length: 20 }, (_, number) => `phrase ${number}`)
  t.same(aliasesOf(many), many.slice(0, 12))
  t.end()
})

t.test('what is no object at all fails', t => {
  for (const value of [null, undefined, 7, 'memories', [], [ANSWER], true]) {
    t.throws(() => checkCandidates(value, LIMITS), FAILED)
  }
  t.end()
})

t.test('a bad candidate is dropped, not the answer', t => {
  const bad: [unknown, RegExp][] = [
    [null, /must be an object/],
    ['text', /must be an object/],
    [[], /must be an object/],
    [memory({ title: undefined }), /title is required/],
    [memory({ title: 7 }), /title must be a text/],
    [memory({ title: ' \n ' }), /title must not be blank/],
    [memory({ title: 'x'.repeat(301) }), /title must be at most 300/],
    [memory({ content: '' }), /content must not be blank/],
    [memory({ content: { text: 'x' } }), /content must be a text/],
    [memory({ content: 'x'.repeat(300_000) }), /content must be at most/],
    [memory({ tags: 'git' }), /tags must be an array/],
    [memory({ tags: [7] }), /tags must be a text/],
  ]
  for (const [entry, reason] of bad) {
    const { candidates, dropped } = checkCandidates({ memories: [entry, MEMORY] }, LIMITS)
    t.same(candidates.memories, [MEMORY])
    t.equal(dropped.length, 1)
    t.match(dropped[0]!.reason, reason)
    t.match(dropped[0]!.reason, /^memories\[0\]: /)
  }
  t.same(reasonsOf({ memories: 'many', skills: {} }), [
    'memories: must be an array',
    'skills: must be an array',
  ])
  t.end()
})

t.test('a bad skill is dropped', t => {
  const names = ['', 'Release', 'a_b', '-a', 'a-', 'a--b', '../x', 'a/b', 'ü', 'x'.repeat(65), 7]
  for (const name of names) {
    t.match(reasonsOf({ skills: [skill({ name })] }), [/^skills\[0\]: name must be/], `${name}`)
  }
  t.same(reasonsOf({ skills: [skill({ name: 'x'.repeat(64) })] }), [])
  const bad = [{ description: ' ' }, { description: 'x'.repeat(1025) }, { description: 1 }]
  for (const change of [...bad, { body: '\n' }, { body: null }, { body: 'x'.repeat(300_000) }]) {
    t.match(reasonsOf({ skills: [skill(change)] }), [/^skills\[0\]: (description|body) must/])
  }
  t.end()
})

t.test('kind and scope that cannot be are put right', t => {
  const kinds: [unknown, string][] = [
    ['constraint', 'constraint'],
    ['team-rule', 'team-rule'],
    ['Fact', 'fact'],
    ['x'.repeat(33), 'fact'],
    [7, 'fact'],
    [undefined, 'fact'],
  ]
  for (const [kind, expected] of kinds) t.equal(firstOf({ kind }).kind, expected)
  for (const scope of [undefined, null, '', 'Global', 'user', 7, {}]) {
    t.equal(firstOf({ scope }).scope, 'project')
  }
  t.equal(firstOf({ scope: 'global' }).scope, 'global')
  t.end()
})

t.test('texts are cleaned and redacted as a remembered memory is', t => {
  const token = 'ghp_' + 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAbCd'
  const cleaned = firstOf({
    title: ' Push\nwith​ ' + token,
    content: `line\r\nwith ${token}\n\n`,
    tags: ['Git', 'git', ' a,b '],
  })
  t.match(cleaned.title, /^Push with \[redacted:/)
  t.match(cleaned.content, /^line\nwith \[redacted:[a-z-]+\]$/)
  t.same(cleaned.tags, ['Git', 'a', 'b'])
  const { skills } = checkCandidates(
    { skills: [skill({ description: `Use when\n${token}`, body: token })] },
    LIMITS,
  ).candidates
  t.match(skills[0]!.description, /^Use when \[redacted:/)
  t.match(skills[0]!.body, /^\[redacted:/)
  t.end()
})

t.test('of two with one title the first counts, and no more than asked for are taken', t => {
  const memories = [
    memory({ content: 'first' }),
    memory({ title: ' ANSWERS  are ｓhort', content: 'second' }),
    ...['a', 'b', 'c', 'd', 'e'].map(title => memory({ title })),
  ]
  const { candidates, dropped } = checkCandidates({ memories, skills: [SKILL, SKILL] }, LIMITS)
  t.same(
    candidates.memories.map(({ title, content }) => [title, content].join(': ')),
    [
      'Answers are short: first',
      ...['a', 'b', 'c'].map(title => `${title}: The user wants short answers.`),
    ],
  )
  t.same(
    dropped.map(({ reason }) => reason),
    [
      'memories[1]: repeats an earlier one',
      'memories[5]: more than the 4 asked for',
      'memories[6]: more than the 4 asked for',
      'skills[1]: more than the 1 asked for',
    ],
  )
  t.same(checkCandidates(ANSWER, { maxMemories: 0, maxSkills: 0 }).candidates, NO_CANDIDATES)
  t.end()
})

t.test(
  'what the person asked to keep, or what changes something known, counts towards no cap',
  t => {
    const memories = Array.from({ length: 9 }, (_, at) =>
      memory({ title: `Title ${at}`, ...(at < 7 && { [at < 4 ? 'isAsked' : 'isChange']: true }) }),
    )
    const { candidates, dropped } = checkCandidates({ memories }, { maxMemories: 1, maxSkills: 0 })
    t.equal(candidates.memories.length, 8)
    t.same(
      candidates.memories.map(({ isAsked, isChange }) => isAsked ?? isChange ?? false),
      [...Array<boolean>(7).fill(true), false],
    )
    t.same(dropped, [{ reason: 'memories[8]: more than the 1 asked for' }])
    t.end()
  },
)

t.test('words of the conversation are taken where they are words', t => {
  const token = 'ghp_' + 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAbCd'
  t.match(firstOf({ isAsked: true, replaces: ' npm\n', said: `with ${token}` }), {
    isAsked: true,
    replaces: 'npm',
    said: /^with \[redacted:/,
  })
  for (const field of [7, '', ' ', null, {}, undefined]) {
    t.same(firstOf({ isAsked: field, replaces: field, said: field }), MEMORY)
  }
  t.equal(firstOf({ said: 'word '.repeat(500) }).said?.length, 500)
  t.end()
})

t.test('a bad retraction is dropped, not the answer', t => {
  const good = { statement: 'forget the rule about prettier', title: 'Prettier formats' }
  const retractions = [{ ...good, more: 1 }, good, { statement: 'drop it', title: 7 }, 'x', {}]
  const { candidates, dropped } = checkCandidates({ memories: [MEMORY], retractions }, LIMITS)
  t.same(candidates.memories, [MEMORY])
  t.same(candidates.retractions, [good, { statement: 'drop it' }])
  t.same(
    dropped.map(({ reason }) => reason),
    [
      'retractions[1]: repeats an earlier one',
      'retractions[3]: must be an object',
      'retractions[4]: statement must not be blank',
    ],
  )
  t.end()
})

t.test('one answer takes back ten things at most', t => {
  const retractions = Array.from({ length: 30 }, (_, at) => ({ statement: `drop rule ${at}` }))
  const { candidates, dropped } = checkCandidates({ retractions }, LIMITS)
  t.same(candidates.retractions, retractions.slice(0, 10))
  t.equal(dropped.length, 20)
  t.end()
})

t.test('what routing goes by: the scope that was said, and the project in doubt', t => {
  const language = memory({ title: 'Answers are in German', scope: 'global' })
  const workflow = skill({ name: 'shop-release', scope: 'project' })
  const pattern = skill({ name: 'git-bisect', scope: 'global' })
  const unsaid = { ...pattern, scope: undefined }
  const scopeOf = (entry: unknown) =>
    checkCandidates({ skills: [entry] }, LIMITS).candidates.skills[0]?.scope
  t.equal(firstOf(language).scope, 'global')
  t.same([workflow, pattern, unsaid].map(scopeOf), ['project', 'global', 'project'])
  t.end()
})

t.test('an endless list is not gone through', t => {
  const memories = Array.from({ length: 100_000 }, () => ({ title: 7 }))
  const { dropped } = checkCandidates({ memories }, LIMITS)
  t.equal(dropped.length, 101)
  t.equal(dropped.at(-1)!.reason, 'memories: 99900 more')
  t.end()
})

function firstOf(changes: Record<string, unknown>) {
  return checkCandidates({ memories: [memory(changes)] }, LIMITS).candidates.memories[0]!
}
