import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { countSecrets, findSecrets } from '../../../src/scrub/find.js'
import { findCommitted } from '../../../src/scrub/history.js'
import { removeSecrets } from '../../../src/scrub/remove.js'
import { slugOf, toStableId } from '../../../store/names.js'
import { openStore } from '../../../store/store.js'
import { listTree } from '../../handlers/hooks/host.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'

const SECRET = ['gh', 'p_', 'Zq7kR4tW9xB2mN5vC8jL1pD6sF3gH0aQyUe1'].join('')
const LONG = ['sk', '-proj-', 'Ab3dEf6hIj9lMn2pQr5tUv8x'.repeat(6)].join('')
const PASSWORD = ['h0rse', 'battery', '77'].join('-')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const lines = (text: string) => text.replace(/.{64}(?=.)/g, part => `${part}\n`)

const HAND = `by hand ${SECRET} end of it.md`
/** The name of a memory that a person wrote, and that was forgotten. */
const LOST = `lost ${SECRET} at the end.md`

/** Every form in which one of the secrets could be left. */
const FORMS = [
  ...[SECRET, slugOf(SECRET), base64(SECRET), base64(`token ${SECRET}`)],
  ...[LONG, LONG.slice(0, 64), LONG.slice(64, 128), base64(LONG).slice(0, 60)],
  ...[PASSWORD, slugOf(PASSWORD)],
]

/** The paths below a folder in whose text or name a form of a secret is left. */
function leftIn(folder: string): string[] {
  return listTree(folder)
    .filter(path => !path.includes('/.git/'))
    .filter(path => {
      const all = path.slice(folder.length) + readFileSync(path, 'latin1')
      return FORMS.some(form => all.includes(form))
    })
}

async function makeStore(owner: Parameters<typeof openService>[0]) {
  const { service, dataDir } = openService(owner)
  const remember = (title: string, content: string) =>
    service.remember({ scope: GLOBAL, title, content, tags: ['kept'] })
  const named = await remember('Deploy', 'text')
  const wrapped = await remember('Wrapped', 'text')
  const gone = await remember('Gone', 'text')
  const plain = await remember('Plain', `stays, see HAND`)
  await service.close()
  const folder = join(dataDir, 'global', 'memories')
  const withText = (id: string, text: string) => {
    const path = fileOf(folder, id)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('text', () => text),
    )
  }
  const rename = (id: string, title: string) => {
    const path = fileOf(folder, id)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^title: .*$/m, `title: ${title}`))
    renameSync(path, join(folder, `${slugOf(title)}--${id}.md`))
  }
  const see = fileOf(folder, plain.id)
  writeFileSync(
    see,
    readFileSync(see, 'utf8').replace('HAND', () => HAND),
  )
  rename(named.id, `Deploy with ${SECRET} now`)
  rename(gone.id, `Gone with ${SECRET}`)
  withText(
    named.id,
    `password: ${PASSWORD}\n\nSee [it](gone-with-${slugOf(SECRET)}--${gone.id}.md).`,
  )
  withText(
    wrapped.id,
    `The key:\n\n${lines(LONG)}\n\nkind: Secret\ndata:\n  token: ${base64(SECRET)}\n`,
  )
  writeFileSync(join(folder, HAND), 'A text by hand.\n')
  writeFileSync(join(folder, LOST), 'Another by hand.\n')
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), text)
  }
  put(
    'global/skills/ship/SKILL.md',
    `---\nname: ship\ndescription: >-\n  ${SECRET.slice(0, 22)}\n  ${SECRET.slice(22)}\n---\nDo.\n`,
  )
  put(`global/skills/ship-${PASSWORD}/SKILL.md`, '---\nname: x\ndescription: y\n---\nDo.\n')
  put(
    'state/events/000009.jsonl',
    `${JSON.stringify({ at: '2026-11-20', title: `a\n${lines(LONG)}\nb` })}\n`,
  )
  const next = openService(owner, dataDir).service
  await next.memories.edit(named.id, { tags: ['kept', 'a'] })
  await next.memories.edit(named.id, { tags: ['kept', 'b'] })
  await next.memories.forget(gone.id)
  await next.memories.forget(toStableId(LOST))
  await next.close()
  return {
    dataDir,
    folder,
    ids: { named: named.id, wrapped: wrapped.id, gone: gone.id, plain: plain.id },
  }
}

t.test(
  'in a store in git, what is found is gone from store, archive, history, state and names',
  async t => {
    const { dataDir, folder, ids } = await makeStore(t)
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', dataDir, ...args], { encoding: 'utf8' })
    const commit = (name: string) => {
      git('add', '-A')
      git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', name)
      return git('rev-parse', 'HEAD').trim()
    }
    git('init', '-q')
    const dirty = commit('as it was')
    const before = openService(t, dataDir).service
    const known = await before.memories.get(ids.named)
    const listed = (await before.memories.list({ limit: 50 })).items.map(({ id }) => id).sort()
    await before.close()
    t.ok(leftIn(dataDir).length >= 9, `${leftIn(dataDir).length} hold one`)
    const store = openStore(join(dataDir, 'svc.json'))
    const found = findSecrets(store)
    t.same(
      leftIn(dataDir).filter(path => !found.some(one => path.startsWith(one.path))),
      [],
    )
    t.ok((await countSecrets(store, 60_000)).files >= 7)
    const sizes = () =>
      listTree(join(dataDir, 'state')).map(path => readFileSync(path).length).length
    const size = sizes()

    await removeSecrets(store, found)
    t.same(leftIn(dataDir), [])
    t.same(findSecrets(store), [])
    t.ok(size - sizes() <= 3, 'but indexes nothing under state/ is gone')

    const clean = commit('without')
    const committed = await findCommitted(store, process.env)
    t.same(
      [...new Set(committed.map(one => one.commit))],
      [dirty],
      'and only the first commit has it',
    )
    t.ok(committed.some(({ isName }) => isName))
    t.ok(committed.some(({ isName }) => !isName))
    t.not(clean, dirty)

    const { service } = openService(t, dataDir)
    const memory = await service.memories.get(ids.named)
    t.match(memory, { id: ids.named, updatedAt: known.updatedAt, tags: ['kept', 'b'] })
    t.match(memory.title, /^Deploy with \[redacted:github-token\] now$/)
    const link = /\]\((.*)\)/.exec(memory.content)?.[1] ?? ''
    t.match(link, new RegExp(`^gone-with-redactedx+--${ids.gone}\\.md$`))
    t.same((await service.memories.list({ limit: 50 })).items.map(({ id }) => id).sort(), listed)
    const hand = toStableId(HAND)
    t.match(
      await service.memories.get(hand),
      { content: 'A text by hand.' },
      'by the id that it had',
    )
    t.ok(
      readdirSync(folder).some(
        name => name.startsWith('by hand redacted') && name.endsWith(`--${hand}.md`),
      ),
    )
    t.match(await service.memories.get(ids.plain), {
      content: new RegExp(`^stays, see by hand redacted.*--${hand}\\.md$`),
    })
    t.ok(
      existsSync(join(dataDir, 'state', 'history', link)),
      'what was forgotten is where its name says',
    )
    const back = await service.archive.restore(ids.gone)
    t.match(back, { id: ids.gone })
    t.match(await service.archive.restore(toStableId(LOST)), { content: 'Another by hand.' })
    t.ok((await service.archive.versions(ids.named)).versions.length >= 2)
    const { findings } = await service.doctor()
    t.same(
      findings.filter(({ level }) => level === 'failure'),
      [],
    )
  },
)

t.test('a name that a person names is changed; a project folder is only told of', async t => {
  const { dataDir, folder } = await makeStore(t)
  const store = openStore(join(dataDir, 'svc.json'))
  writeFileSync(join(folder, 'the blue horse.md'), 'Text.\n')
  const named = findSecrets(store, 'blue horse').filter(({ line }) => line === 0)
  t.match(named, [{ rule: 'given', kind: 'memory' }])
  await removeSecrets(store, named)
  t.same(
    readdirSync(folder).filter(name => name.includes('horse.md')),
    [],
  )
  const scope = join(dataDir, 'projects', `x-${SECRET}-abcdefgh`)
  mkdirSync(join(scope, 'memories'), { recursive: true })
  writeFileSync(join(scope, 'scope.json'), '{"format":1,"key":"abcdefgh"}')
  const folders = findSecrets(store).filter(({ path }) => path.startsWith(scope))
  t.ok(folders.length > 0)
  await removeSecrets(
    store,
    folders.filter(({ kind }) => kind === 'scope'),
  )
  t.ok(existsSync(scope))
})

t.test('names of which the words are no secret stay', async t => {
  const { service, dataDir } = openService(t)
  const titles = [
    'Rotate the API key every 90 days',
    'Password rules for sk-learn 2.0',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'OAuth2 token bucket',
    'gh-pages deploys',
  ]
  for (const title of titles) await service.remember({ scope: GLOBAL, title, content: 'text' })
  t.same(findSecrets(openStore(join(dataDir, 'svc.json'))), [])
})
