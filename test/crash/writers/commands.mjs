// Commands of a person: remember, edit, forget, import, load, consolidate, moves between scopes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, listFiles } from '../invariants.mjs'
import { GLOBAL, svc, withService } from '../stage.mjs'
import { runOnce } from '../trials.mjs'
import { git } from '../stage.mjs'

const LONG = 'A sentence that is said again. '.repeat(400).trim()
const BEFORE = { First: 'one', Second: LONG, Third: 'three' }

/** The table's common form: a command, what may stand afterwards, and what is true once it is done. */
function command(
  name,
  { prepare, argv, options = () => ({}), allow, isDone, also = async () => [] },
) {
  return {
    name,
    prepare,
    run: (stage, how) => runOnce(stage, svc(...argv(stage)), { ...options(stage), ...how }),
    judge: judgeCommand,
    isDone: isDone ?? (({ code }) => code === 0),
    check: async (stage, seen) => [
      ...compare(seen.items, allow(seen.isDone || seen.run.code === 0, stage)),
      ...(await also(stage, seen)),
    ],
  }
}

/** One line that says what to do, and no trace; where it says that it is done it must be so. */
export function judgeCommand({ code, signal, stderr }) {
  const problems = []
  if (signal !== null) problems.push(`ended with ${signal}`)
  else if (code > 1) problems.push(`exit code ${code}`)
  const lines = stderr.split('\n').filter(line => line !== '' && !/^svc: git knows no/.test(line))
  if (code === 1 && lines.length === 0) problems.push('failed without a word')
  if (code === 1 && lines.length > 1)
    problems.push(`${lines.length} lines: ${stderr.slice(0, 300)}`)
  if (/\n\s+at |node:internal|Node\.js v/.test(stderr))
    problems.push(`a trace: ${stderr.slice(0, 200)}`)
  if (/(?:^|[^(])\bE[A-Z]{2,9}: /.test(stderr))
    problems.push(`a raw errno: ${stderr.trim().slice(0, 200)}`)
  return problems
}

async function rememberAll(stage, items, scope = stage.scope) {
  await withService(stage, async service => {
    for (const [title, content] of Object.entries(items))
      await service.remember({ scope, title, content })
  })
  trackStore(stage)
}

/** With the store in git whatever lies where it should not is seen. */
export function trackStore({ store }) {
  git(store, 'init', '-q', '-b', 'main')
  git(store, 'add', '-A')
  git(store, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-qm', 'Before')
}

const kept = (items = BEFORE) => Object.fromEntries(Object.entries(items).map(([t, c]) => [t, [c]]))

async function idOf(stage, title) {
  return withService(stage, async service => {
    const { items } = await service.memories.list({ limit: 1000 })
    return items.find(item => item.title === title).id
  })
}

const remember = command('cli-remember', {
  prepare: stage => rememberAll(stage, BEFORE),
  argv: () => ['remember', '--title', 'New', LONG],
  allow: done => ({ ...kept(), New: done ? [LONG] : [LONG, null] }),
})

const edit = command('cli-edit', {
  prepare: async stage => {
    await rememberAll(stage, BEFORE)
    stage.id = await idOf(stage, 'Second')
  },
  argv: stage => ['edit', stage.id, '--content', `${LONG} More.`],
  allow: done => ({ ...kept(), Second: done ? [`${LONG} More.`] : [LONG, `${LONG} More.`] }),
  also: async (stage, { items }) => {
    // Once it is replaced the old version must be kept, whatever the command said.
    const isNew = items.some(({ content }) => content.endsWith('More.'))
    const old = listFiles(join(stage.store, 'state')).filter(path =>
      path.includes('/history/second--'),
    )
    const texts = old.map(path => readFileSync(path, 'utf8'))
    return isNew && !texts.some(text => text.includes(LONG) && !text.includes('More.'))
      ? ['the old version is lost']
      : []
  },
})

const forget = command('cli-forget', {
  prepare: async stage => {
    await rememberAll(stage, BEFORE)
    stage.id = await idOf(stage, 'Second')
  },
  argv: stage => ['forget', stage.id],
  isDone: ({ code, stderr }) => code === 0 || /no memory|not found|forgotten/.test(stderr),
  allow: done => ({ ...kept(), Second: done ? [null] : [LONG, null] }),
  also: async (stage, { items }) => {
    if (items.some(({ title }) => title === 'Second')) return []
    const texts = listFiles(join(stage.store, 'state')).filter(path =>
      path.includes('/history/second--'),
    )
    return texts.some(path => readFileSync(path, 'utf8').includes(LONG))
      ? []
      : ['its last version is lost']
  },
})

const RULES = 12
const importing = command('import', {
  prepare: async stage => {
    await rememberAll(stage, BEFORE)
    mkdirSync(join(stage.shop, '.cursor', 'rules'), { recursive: true })
    for (let n = 0; n < RULES; n++)
      writeFileSync(join(stage.shop, '.cursor', 'rules', `r${n}.mdc`), `# Rule ${n}\n\nDo ${n}.\n`)
  },
  argv: () => ['import', '--force'],
  allow: () => kept(),
  also: async (_, { rows, isDone }) => {
    const titles = new Set(rows.map(({ source }) => source.path))
    const problems = titles.size === rows.length ? [] : ['a row twice']
    if (isDone && rows.length !== RULES) problems.push(`${rows.length} rows`)
    return problems
  },
})

const LINES = 60
const loaded = n => `line ${n} of the file`
const load = command('load', {
  prepare: async stage => {
    await rememberAll(stage, BEFORE)
    const lines = Array.from({ length: LINES }, (_, n) => {
      const scope = n % 2 ? stage.scope : GLOBAL
      return JSON.stringify({
        scope,
        title: `Line ${n}`,
        content: loaded(n),
        createdAt: '2026-01-02T03:04:05.000Z',
      })
    })
    writeFileSync(join(stage.live, 'memories.jsonl'), lines.join('\n') + '\n')
  },
  argv: stage => ['load', join(stage.live, 'memories.jsonl')],
  allow: done => ({
    ...kept(),
    ...Object.fromEntries(
      Array.from({ length: LINES }, (_, n) => [
        `Line ${n}`,
        done ? [loaded(n)] : [loaded(n), null],
      ]),
    ),
  }),
})

const PARTS = {
  'Deploys go out on Monday': 'Deploys go out on Monday.',
  'Deploys go out on Mondays': 'Deploys go out on Mondays. The pipeline is called blue.',
  'Tests run with tap': 'Tests run with tap.',
  'The tests run with tap': 'The tests run with tap. They need Node 20.',
  'Cache lives in Redis': 'The cache lives in Redis.',
  'The cache lives in Redis': 'The cache lives in Redis on port 6379.',
}
const MANY = 210
const consolidate = {
  ...command('consolidate', {
    prepare: async stage => {
      const fill = Array.from({ length: MANY }, (_, n) => [
        `Fact ${n} zq${n * 7919}`,
        `w${n * 104729} x${n * 1299709}.`,
      ])
      await rememberAll(stage, { ...PARTS, ...Object.fromEntries(fill) })
    },
    argv: () => ['consolidate', '--scope', 'project'],
    allow: () => ({}),
  }),
  // Whatever is merged or evicted, its words stay in the scope's files.
  check: async (stage, { isDone, items }) => {
    const folder = join(stage.store, 'projects')
    const texts = listFiles(folder)
      .filter(path => path.endsWith('.md'))
      .map(path => readFileSync(path, 'utf8'))
    const all = texts.join('\n')
    const said = [
      'blue',
      'Node 20',
      '6379',
      ...Array.from({ length: MANY }, (_, n) => `w${n * 104729} x${n * 1299709}.`),
    ]
    const problems = said.filter(text => !all.includes(text)).map(text => `${text} is lost`)
    if (isDone && items.length > 200) problems.push(`${items.length} items after it`)
    return problems
  },
}

const move = command('scope-move', {
  prepare: async stage => {
    stage.other = join(stage.live, 'other')
    mkdirSync(join(stage.other, '.git'), { recursive: true })
    await withService(stage, async service => {
      for (let n = 0; n < 5; n++) {
        await service.remember({ scope: stage.scope, title: `From ${n}`, content: `${n}` })
        await service.remember({
          scope: { type: 'project', id: stage.other },
          title: `To ${n}`,
          content: `${n}`,
        })
      }
    })
    trackStore(stage)
  },
  argv: ({ shop, other }) => ['scope', 'move', `project:${shop}`, `project:${other}`],
  isDone: ({ code, stderr }) =>
    code === 0 || /nothing to move|same|already|no scope|belongs/.test(stderr),
  allow: () =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [n < 5 ? `From ${n}` : `To ${n - 5}`, [`${n % 5}`]]),
    ),
  also: async (stage, { items, isDone }) => {
    const left = items.filter(({ scope }) => scope.id !== stage.other)
    return isDone && left.length > 0 ? [`${left.length} were not moved`] : []
  },
})

const place = command('scope-place', {
  prepare: async stage => {
    git(stage.shop, 'init', '-q')
    await rememberAll(stage, { ...BEFORE, Fourth: 'four' })
  },
  argv: () => ['scope', 'place', 'in-repo'],
  allow: () => kept({ ...BEFORE, Fourth: 'four' }),
})

const file = (id, title, content) =>
  `---\nid: ${id}\nkind: fact\ntitle: ${title}\ntags: []\n---\n\n${content}\n`
const doctor = {
  ...command('doctor-fix', {
    prepare: async stage => {
      await rememberAll(stage, BEFORE)
      const projects = join(stage.store, 'projects')
      const own = join(projects, readdirSync(projects)[0], 'memories')
      const everyone = join(stage.store, 'global', 'memories')
      mkdirSync(everyone, { recursive: true })
      writeFileSync(join(everyone, 'notes.md'), file('samesame', 'Notes', 'said globally'))
      writeFileSync(join(own, 'notes.md'), file('samesame', 'Other notes', 'said here'))
      writeFileSync(join(own, 'a.md'), file('twiceaaa', 'Twice', 'one thing'))
      writeFileSync(join(own, 'b.md'), file('twicebbb', 'Twice', 'one thing'))
      const queue = join(stage.store, 'state', 'spool', 'global')
      mkdirSync(queue, { recursive: true })
      writeFileSync(join(queue, 'torn.json'), '{"torn')
    },
    argv: () => ['doctor', '--fix'],
    allow: () => ({
      ...kept(),
      Notes: ['said globally'],
      'Other notes': ['said here'],
      Twice: ['one thing'],
    }),
    also: async (stage, { isDone }) => {
      if (!isDone) return []
      const files = listFiles(stage.store)
      const count = files.filter(path => /\/memories\/[^/.][^/]*\.md$/.test(path)).length
      const torn = files.filter(path => path.endsWith('torn.json')).length
      return count === 7 && torn === 1 ? [] : [`${count} memory files, ${torn} torn turns`]
    },
  }),
  // What is left to mend is told with a report.
  judge: ({ code, stdout, stderr }) =>
    code === 1 && stdout !== '' ? [] : judgeCommand({ code, signal: null, stderr }),
  mends: true,
}

export default [remember, edit, forget, importing, load, consolidate, move, place, doctor]
