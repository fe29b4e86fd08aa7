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
  type ScoredPrompt,
} from './inject-score.mjs'
import { groupPrompts, ownSets, readSet, splitSections, toSet } from './inject-sets.mjs'

const PROGRAM = fileURLToPath(new URL('inject.mjs', import.meta.url))
const ANALYSIS = { search, parseQuery, backgroundFrequency, tokenize, stem }

const MEMORIES = [
  { id: '1a2b', title: 'Releases leave on Thursdays' },
  { id: '3c4d', title: 'The queue is Redis' },
  { id: '5e6f', title: 'Parcel labels' },
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

t.test('items of an injected text are known by id and title, in full or as a title', async t => {
  const text = `<svc-memory>
Notes.

- [decision] Releases leave on Thursdays (shop memory 1a2b)
  Not before noon.

  - The queue is Redis, it is said.
- [fact] Parcel labels, but of another project (memory 9999)
  Labels.
Perhaps also; \`svc show ID\` has the rest:
- The queue is Redis (3c4d)
- Parcel labels (5e6f)
</svc-memory>`
  t.same(parseInjected(text, MEMORIES, FILES), [
    { names: ['Releases leave on Thursdays'], degree: 'full' },
    { names: ['The queue is Redis'], degree: 'title' },
    { names: ['Parcel labels'], degree: 'title' },
  ])
  t.same(parseInjected('', MEMORIES, FILES), [])
})

t.test('a passage of an agent file counts for the sections that it is from', async t => {
  const passage = (head: string, ...body: string[]) =>
    parseInjected([head, ...body, '</svc-memory>'].join('\n'), MEMORIES, FILES)
  t.same(
    passage('- [constraint] AGENTS.md (file AGENTS.md)', '  …called after team and purpose.'),
    [{ names: ['file:AGENTS.md', 'section:Names'], degree: 'full' }],
  )
  t.same(passage('- [constraint] AGENTS.md › Tests (file AGENTS.md)', '  make.'), [
    { names: ['file:AGENTS.md', 'section:Tests'], degree: 'full' },
  ])
  t.same(passage('- AGENTS.md › Names (file AGENTS.md)'), [
    { names: ['file:AGENTS.md', 'section:Names'], degree: 'title' },
  ])
  t.same(passage('- [constraint] AGENTS.md › Names; Tests (f1)'), [
    { names: ['file:AGENTS.md', 'section:Tests', 'section:Names'], degree: 'title' },
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
  const full = (...names: string[]) => ({ names, degree: 'full' as const })
  const title = (...names: string[]) => ({ names, degree: 'title' as const })
  const rows: ScoredPrompt[] = [
    scorePrompt(prompt(['a'], ['b']), 300, [full('a'), full('b'), full('c')]),
    scorePrompt(prompt(['a', 'b']), 100, [title('b')]),
    { ...scorePrompt(prompt(['a']), 0, []), miss: 'below the line' },
    scorePrompt(prompt([]), 200, [full('c')]),
    scorePrompt(prompt([]), 0, []),
  ]
  t.match(toFigures(rows), {
    wanting: 3,
    arrives: 2 / 3,
    arrivesInFull: 1 / 3,
    itemsInFull: 4 / 5,
    good: 2 / 4,
    wanted: 1 / 4,
    chars: 120,
    chars95: 300,
    idle: 2,
    disturbed: 1 / 2,
    disturbedInFull: 1 / 2,
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

t.test('what arrives is measured through the hook program, and the same in process', async t => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'tiny.json')
  const memory = (title: string, content: string, aliases: string[]) => {
    return { kind: 'decision', title, content, tags: [], aliases }
  }
  const memories = [
    memory('Releases leave on Thursdays', 'Never on Fridays.', ['go live']),
    memory('Parcel labels', 'Restart cupsd twice.', ['zebra printer jam']),
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
    const args = [process.execPath, PROGRAM, file, '--misses', '--json', out, ...options]
    const { status, stdout, stderr } = spawnSync(...bare(env, args), { encoding: 'utf8' })
    t.equal(status, 0, stderr)
    return { stdout, rows: JSON.parse(readFileSync(out, 'utf8')) as ScoredPrompt[] }
  }
  const { stdout, rows } = run()
  const [first, second, third, , aliased, last] = rows
  t.match(first, { mode: 'plain', set: 'tiny', project: 'shop', arrivesInFull: true })
  t.match(second, { arrives: false, miss: 'no word in common' })
  t.match(aliased, { mode: 'aliases', arrives: true })
  t.match([third, last], [{ items: [] }, { items: [] }])
  t.match(stdout, /^plain +want +arrives/)
  t.match(stdout, 'shop: no word in common: zebra printer jam')
  t.same(run('--in-process').rows, rows)
  t.same(run('--in-process', '--only', 'aliases').rows, rows.slice(3))
})
