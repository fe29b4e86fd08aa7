import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { backgroundFrequency, parseQuery } from '../../src/search/query.js'
import { search } from '../../src/search/search.js'
import { stem, tokenize } from '../../store/index/analyse.js'
import { createScopeIndex } from '../../store/index/memory-index.js'
import { bare } from '../bare.js'
import { PATIENT } from '../handlers/hooks/host.js'
import { temporaryFolder } from '../store/fixture.js'
import { toDocument } from './evaluate.mjs'
import {
  judgeMiss,
  parseInjected,
  scorePrompt,
  toFigures,
  type InjectedItem,
  type ScoredPrompt,
} from './inject-score.mjs'
import { groupPrompts, ownSets, readSet, splitSections, toSet } from './inject-sets.mjs'

const PROGRAM = fileURLToPath(new URL('inject.mjs', import.meta.url))
const TYPESCRIPT = new URL('../typescript.mjs', import.meta.url).href
const ANALYSIS = { search, parseQuery, backgroundFrequency, tokenize, stem }

const MEMORIES = [
  { id: '1a2b', title: 'Releases leave on Thursdays', content: 'Not before noon.' },
  { id: '3c4d', title: 'The queue is Redis', content: 'It is said. '.repeat(60) },
  { id: '5e6f', title: 'Parcel labels', content: 'Labels.' },
]
const AGENTS = `# AGENTS.md

## Tests

Run make test before you push anything.

## Names

Buckets are called after team and purpose.
\`\`\`sh
# no heading
\`\`\`
`
const FILES = [{ path: 'AGENTS.md', sections: splitSections(AGENTS) }]

t.test(
  'items of an injected text are known by id and title, and have text or a part of it',
  async t => {
    const text = `<svc-memory>
Notes.

- [decision] Releases leave on Thursdays (shop memory 1a2b)
  Not before noon.

  - The queue is Redis, it is said.
- [fact] Parcel labels, but of another project (memory 9999)
  Labels.
- [fact] The queue is Redis (shop memory 3c4d)
  …It is said.…
- [fact] Parcel labels (shop memory 5e6f)
</svc-memory>`
    t.same(parseInjected(text, MEMORIES, FILES), [
      { names: ['Releases leave on Thursdays'], hasText: true },
      { names: ['The queue is Redis'], hasText: false },
      { names: ['Parcel labels'], hasText: false },
    ])
    const long = text.replace('…It is said.', 'It is said. '.repeat(20))
    t.match(parseInjected(long, MEMORIES, FILES)[1], { hasText: true })
    t.same(parseInjected('', MEMORIES, FILES), [])
  },
)

t.test('a passage of an agent file counts for the sections that it is from', async t => {
  const passage = (head: string, ...body: string[]) =>
    parseInjected([head, ...body, '</svc-memory>'].join('\n'), MEMORIES, FILES)
  t.same(
    passage('- [constraint] AGENTS.md (file AGENTS.md)', '  …called after team and purpose.'),
    [{ names: ['file:AGENTS.md', 'section:Names'], hasText: true }],
  )
  t.same(passage('- [constraint] AGENTS.md › Tests (file AGENTS.md)', '  make.'), [
    { names: ['file:AGENTS.md', 'section:Tests'], hasText: true },
  ])
  t.same(passage('- [constraint] AGENTS.md › Names; Tests (file AGENTS.md)'), [
    { names: ['file:AGENTS.md', 'section:Tests', 'section:Names'], hasText: false },
  ])
})

t.test('the sections of an agent file begin at its headings, not at comments in code', async t => {
  t.same(
    FILES[0]?.sections.map(({ heading }) => heading),
    ['AGENTS.md', 'Tests', 'Names'],
  )
  t.match(FILES[0]?.sections[2]?.text, '# no heading')
  t.same(splitSections(''), [])
})

t.test('figures tell what arrives, what is right, and who is disturbed', async t => {
  const prompt = (want: string[], also: string[] = []) => ({ text: 'x', want, also })
  const text = (...names: string[]) => ({ names, hasText: true })
  const bare = (...names: string[]) => ({ names, hasText: false })
  const beside = (chars: number, ...items: InjectedItem[]) => ({ chars, start: [], items })
  const rows: ScoredPrompt[] = [
    scorePrompt(prompt(['a'], ['b']), beside(300, text('a'), text('b'), text('c'))),
    scorePrompt(prompt(['a', 'b']), { ...beside(100, bare('b')), start: [text('a')] }),
    { ...scorePrompt(prompt(['a']), beside(0)), miss: 'below the line' },
    scorePrompt(prompt([]), beside(200, text('c'))),
    scorePrompt(prompt([]), { ...beside(0), start: [text('a')] }),
  ]
  t.match(toFigures(rows), {
    wanting: 3,
    arrives: 2 / 3,
    whole: 1 / 3,
    beside: 1 / 3,
    given: 5 / 5,
    good: 2 / 5,
    wanted: 1 / 5,
    chars: 120,
    chars95: 300,
    idle: 2,
    disturbed: 1 / 2,
    misses: [0, 0, 0, 1],
  })
})

t.test('a miss has the reason of the wanted item that was nearest to arriving', async t => {
  const index = createScopeIndex()
  const titles = ['Queue', 'Change of labels', ...'123456'.split('').map(n => `Backup ${n}`)]
  for (const title of titles) index.put(toDocument({ id: title, title, content: 'nothing else' }))
  const judge = (prompt: string, ...wanted: string[]) => {
    const sources = wanted.map(title => {
      return { text: title, isEntry: (entry: { id: string }) => entry.id === title }
    })
    return judgeMiss(ANALYSIS, [index], prompt, sources)
  }
  t.equal(judge('thanks', 'Queue'), 'no word in common')
  t.equal(judge('what is it of', 'Change of labels'), 'no word in common')
  t.equal(judge('change it', 'Change of labels'), 'only common words')
  t.equal(judge('the backups', 'Backup 1'), 'only common words')
  t.equal(judge('the backups of the queue', 'Backup 6', 'Queue'), 'below the line')
  t.equal(judge('labels', 'Queue', 'Change of labels'), 'below the line')
  const far = { text: 'queue', isEntry: () => false }
  t.equal(judgeMiss(ANALYSIS, [index], 'queue', [far]), 'ranked below five')
})

t.test('the sets that come with the source are sound', async t => {
  for (const file of ownSets()) {
    const { projects } = readSet(file)
    const prompts = projects.flatMap(project => project.prompts)
    t.ok(prompts.length > 50 && prompts.some(({ want }) => want.length === 0), file)
    t.ok(projects.every(({ memories }) => memories.every(one => one.aliases?.length)))
  }
})

t.test('a set names what it wants, or it is refused', async t => {
  const memories = [{ kind: 'fact', title: 'Queue', content: 'Redis.' }]
  const set = (project: string, want: string[]) => ({
    projects: [{ name: 'shop', memories, agents: AGENTS }],
    prompts: [{ project, text: 'which queue', want, also: [] }],
  })
  const { projects } = groupPrompts('s', set('shop', []), [{ prompt: 0, section: 'Tests' }])
  t.same(projects[0]?.prompts, [{ text: 'which queue', want: ['section:Tests'], also: [] }])
  t.throws(() => groupPrompts('s', set('shop', ['Cache']), []), /shop has no “Cache”/)
  t.throws(() => groupPrompts('s', set('sloop', ['Queue']), []), /no project sloop/)
  const corpus = [{ id: 'q1', ...memories[0]! }]
  const queries = [{ text: 'which queue', relevant: ['q1'] }]
  const ranked = toSet('r', { corpus, queries }, { aliases: { q1: ['broker'] }, negatives: ['hi'] })
  t.match(ranked.projects[0], {
    memories: [{ title: 'Queue', aliases: ['broker'] }],
    prompts: [{ want: ['Queue'] }, { text: 'hi', want: [] }],
  })
})

t.test('what arrives is measured in whole sessions', async t => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'tiny.json')
  const memory = (title: string, content: string, aliases: string[]) => {
    return { kind: 'decision', title, content, tags: [], aliases }
  }
  const memories = [
    memory('Releases leave on Thursdays', 'Never on Fridays.', ['go live']),
    { ...memory('Parcel labels', 'Restart cupsd twice.', ['zebra printer jam']), daysAgo: 400 },
    // A session's start has no room for the oldest.
    ...Array.from({ length: 40 }, (_, at) =>
      memory(`Depot ${at}`, `Lorem ipsum ${at} dolor. `.repeat(20), []),
    ),
  ]
  const prompt = (text: string, ...want: string[]) => ({ project: 'shop', text, want, also: [] })
  const prompts = [
    prompt('do releases leave on Thursdays?', 'Releases leave on Thursdays'),
    prompt('zebra printer jam', 'Parcel labels'),
    prompt('thanks, go on'),
  ]
  const projects = [{ name: 'shop', memories }]
  writeFileSync(file, JSON.stringify({ projects, global: [], prompts }))
  const run = (...options: string[]) => {
    const out = join(folder, 'rows.json')
    const env = { PATH: process.env.PATH, HOME: folder, NODE_OPTIONS: PATIENT }
    const args = [
      process.execPath,
      `--import=${TYPESCRIPT}`,
      PROGRAM,
      file,
      '--misses',
      '--json',
      out,
      ...options,
    ]
    const { status, stdout, stderr } = spawnSync(...bare(env, args), { encoding: 'utf8' })
    t.equal(status, 0, stderr)
    return { stdout, rows: JSON.parse(readFileSync(out, 'utf8')) as ScoredPrompt[] }
  }
  const { stdout, rows } = run()
  const [first, second, third, , aliased, last] = rows
  t.match(first, { mode: 'plain', set: 'tiny', project: 'shop', isBeside: true })
  t.match(second, { arrives: false, miss: 'no word in common' })
  t.match(aliased, { mode: 'aliases', arrives: true })
  t.match([third, last], [{ items: [] }, { items: [] }])
  t.match(stdout, /^plain +want +arrives/)
  t.match(stdout, 'shop: no word in common: zebra printer jam')
  // Each store has ids of its own, which the text names.
  const unnamed = (all: ScoredPrompt[]) => all.map(row => ({ ...row, said: undefined }))
  t.same(unnamed(run('--only', 'aliases').rows), unnamed(rows.slice(3)))
})
