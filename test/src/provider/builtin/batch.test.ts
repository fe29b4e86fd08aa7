import t from 'tap'
import { kindsOf, reflectOn, titlesOf } from './cases.js'

t.test('a later statement wins over an earlier one', async t => {
  t.strictSame(await titlesOf('I prefer single quotes.', 'Hm, actually I prefer double quotes.'), [
    'Prefer double quotes',
  ])
  t.strictSame(
    await titlesOf("For logging let's go with pino.", 'We use winston for logging then.'),
    ['Use winston for logging then'],
  )
  t.strictSame(
    await titlesOf(
      'I prefer single quotes in TypeScript files.',
      'I prefer double quotes in TypeScript files.',
    ),
    ['Prefer double quotes in TypeScript files'],
    'also without a word that says so',
  )
})

t.test('what is taken back is not kept', async t => {
  const takenBack = [
    ['From now on use yarn.', 'never mind, forget what I said about yarn'],
    ['We decided to go with Mongo.', 'scratch that, nothing is decided'],
    ['Ab jetzt nutzen wir yarn.', 'vergiss das, doch nicht'],
    ['Désormais, utilise yarn.', 'laisse tomber'],
    ['A partir de ahora usa yarn.', 'olvídalo'],
    ['以后请使用 yarn。', '算了,当我没说'],
    ['今後はyarnを使ってください。', 'やっぱりなしで'],
  ]
  for (const prompts of takenBack) t.strictSame(await kindsOf(...prompts), [], prompts.join(' … '))
})

t.test('taking back one thing leaves the others', async t => {
  const prompts = ['From now on use pnpm.', 'I prefer tabs.', 'forget what I said about tabs']
  t.strictSame(await titlesOf(...prompts), ['Use pnpm'])
})

t.test('global is what the person marks as universal, all else is the project', async t => {
  const universal = [
    'In all my projects I prefer short answers.',
    'Generally I prefer functions over classes.',
    'Never add emojis to commit messages. That goes for all my projects.',
    'Ich bevorzuge in allen Projekten kurze Funktionen.',
    'remember: on this machine the port is 5544',
    'Dans tous mes projets, je préfère les tabulations.',
    'En todos mis proyectos prefiero tabulaciones.',
    '在所有项目里请始终用中文回答。',
    'すべてのプロジェクトで必ず英語でコミットしてください。',
  ]
  for (const prompt of universal) t.match((await kindsOf(prompt))[0], / global$/, prompt)
  const local = [
    'Never push to main, everywhere in this repo.',
    'Use 2 spaces everywhere.',
    'We use pnpm everywhere, not just here.',
    'Wir rücken überall mit Tabs ein.',
  ]
  for (const prompt of local) t.match((await kindsOf(prompt))[0], / project$/, prompt)
})

t.test('a command that worked becomes a procedure', async t => {
  const ask = 'how do I run the e2e tests?'
  const { memories } = await reflectOn([[ask, 'Run `pnpm e2e --headed`.'], 'that worked, thanks'])
  t.match(memories, [{ kind: 'procedure', title: 'Run the e2e tests: `pnpm e2e --headed`' }])
  const shown = 'I ran:\n```sh\nmake seed\n```\nIt finished successfully.'
  t.strictSame(await titlesOf(['How can I seed the database?', shown]), [
    'Seed the database: `make seed`',
  ])
})

t.test('a command that did not work, or that nobody tried, is not kept', async t => {
  const ask = 'how do I run the e2e tests?'
  t.strictSame(await titlesOf([ask, 'Run `pnpm e2e`.'], "doesn't work"), [])
  t.strictSame(await titlesOf([ask, 'Run `pnpm e2e`.']), [])
  t.strictSame(await titlesOf([ask, 'I ran `pnpm e2e` and 3 tests failed.']), [])
  const second: [string, string] = ["doesn't work", 'Use `pnpm --filter web e2e` instead.']
  t.strictSame(await titlesOf([ask, 'Run `pnpm e2e`.'], second, 'works now!'), [
    'Run the e2e tests: `pnpm --filter web e2e`',
  ])
})

t.test('titles read as a person writes them', async t => {
  const titles = {
    'I prefer tabs over spaces, please redo it': 'Prefer tabs over spaces',
    'btw, never push to main on Fridays, because nobody is around.':
      'Never push to main on Fridays',
    "We don't use default exports.": "Don't use default exports",
    'You must not touch the legacy folder without asking.':
      'Do not touch the legacy folder without asking',
    'The API lives in packages/api.': 'API lives in packages/api',
    'the team decided against microservices': 'Team decided against microservices',
    'Bitte antworte immer auf Deutsch.': 'Antworte immer auf Deutsch',
    'From now on use pnpm, ok?': 'Use pnpm',
  }
  for (const [prompt, title] of Object.entries(titles))
    t.strictSame(await titlesOf(prompt), [title], prompt)
})

t.test('titles are one line of at most 100 characters without a final stop', async t => {
  const long = `Never push to main ${'when the release manager is away or '.repeat(8)}asleep.`
  const { memories } = await reflectOn([long])
  t.equal(memories.length, 1)
  const title = memories[0]?.title ?? ''
  t.ok(title.length <= 100 && title.length > 20, title)
  t.notMatch(title, /[.\n]$|\s$/)
  t.match(memories[0]?.content, /asleep\.$/, 'the content keeps it all')
})

t.test('content is whole sentences with the reason, and stands on its own', async t => {
  const { memories } = await reflectOn([
    'and never squash merge commits. Otherwise the changelog loses entries.',
  ])
  t.equal(
    memories[0]?.content,
    'Never squash merge commits. Otherwise the changelog loses entries.',
  )
  const [resolved] = (await reflectOn(['The worker is written in Go. It runs on Fly.io.'])).memories
  t.notMatch(resolved?.content ?? '', /\bit\b/i)
})

t.test('tags name tools, languages and areas of the text, at most four', async t => {
  const { memories } = await reflectOn(['We decided to use Vitest with TypeScript for unit tests.'])
  t.strictSame(memories[0]?.tags, ['vitest', 'typescript', 'testing'])
})

t.test('known titles are not made again; an own one that says less is updated', async t => {
  const say = ['From now on use pnpm.']
  t.strictSame((await reflectOn(say, { own: ['Use pnpm'] })).memories, [])
  t.strictSame((await reflectOn(say, { global: ['use  PNPM'] })).memories, [])
  const changed = await reflectOn(['No, the staging URL is https://stage.acme.dev'], {
    own: ['Staging URL'],
  })
  t.match(changed.memories, [{ title: 'Staging URL', content: /stage\.acme\.dev/ }])
})

t.test('at most as many memories as asked for, the surest first', async t => {
  const prompts = ['Our CI runs on Buildkite.', 'Never push to main on Fridays.', 'I prefer tabs.']
  t.equal((await reflectOn(prompts, { maxMemories: 1 })).memories.length, 1)
  t.strictSame((await reflectOn(prompts, { maxMemories: 0 })).memories, [])
  const asked = [...prompts, 'Remember that the API lives in packages/api.']
  t.match((await reflectOn(asked, { maxMemories: 0 })).memories, [
    { title: 'API lives in packages/api', isAsked: true },
  ])
})

t.test(
  '"remember that" alone keeps what was said before it, and nothing where there is none',
  async t => {
    const found =
      'I found it. The test reads the clock twice, so it fails at midnight. Shall I fix it?'
    const asked = { maxMemories: 0 }
    const why = ['why is the login test flaky?', found] as const
    t.match((await reflectOn([why, 'perfect, remember that'], asked)).memories, [
      { content: 'The test reads the clock twice, so it fails at midnight.', isAsked: true },
    ])
    const friday = 'we never deploy on fridays because support is off'
    const [own, ...more] = (await reflectOn([friday, 'remember that please'], asked)).memories
    t.match(own, { content: /never deploy on fridays/i, isAsked: true })
    t.strictSame([more, (await reflectOn(['remember that'])).memories], [[], []])
    const secret = ['the root password is Krake77!x9', 'Noted.'] as const
    t.strictSame((await reflectOn([secret, 'remember that'])).memories, [])
  },
)

t.test('what is asked for in one breath with a secret is kept without it', async t => {
  const both =
    'Remember that the root password is Krake77!x9 and that the terraform state lives in bucket tf-prod'
  const { memories } = await reflectOn([both])
  t.match(memories, [{ content: /terraform state lives in bucket tf-prod/i, isAsked: true }])
  t.equal(memories.length, 1)
  t.notMatch(JSON.stringify(memories), 'Krake')
})

t.test('a slip that is corrected in the next prompt gives the statement its new value', async t => {
  const cases: [string, string, RegExp][] = [
    [
      'Remember: the limits for potassium come from the table limits_2021.',
      'Damn, wrong line. It is limits_ref.',
      /potassium come from the table limits_ref/,
    ],
    [
      "Pour relancer la passerelle, c'est `systemctl restart gw`, retiens-le.",
      "Ah oui, pardon. Maintenant c'est `podman kube play --replace gw.yaml`, toujours.",
      /`podman kube play --replace gw\.yaml`/,
    ],
    [
      '记一下,支付网关在测试环境的端口是 8443',
      '等等,我看错了,支付网关是 9443 端口,不是 8443',
      /9443/,
    ],
  ]
  for (const [said, corrected, right] of cases) {
    const { memories } = await reflectOn([said, corrected])
    t.match(memories, [{ content: right }], corrected)
    t.notMatch(JSON.stringify(memories.map(one => one.content)), /limits_2021|systemctl|8443/)
  }
  const { memories } = await reflectOn([
    'Remember: the gateway listens on 4100.',
    'Sorry, which line was 4200 in? Show me 7 lines.',
  ])
  t.match(memories, [{ content: 'The gateway listens on 4100.' }])
})

t.test('a question behind what is taken back does not hinder it', async t => {
  const known = { own: ['Run the linter before committing', 'Use yarn'] }
  const says = async (prompt: string) => (await reflectOn([prompt], known)).retractions
  t.match(await says('forget what I said about the linter, can you look at the cart test?'), [
    { title: 'Run the linter before committing' },
  ])
  t.match(await says('olvida lo de yarn'), [{ title: 'Use yarn' }])
  t.strictSame(await says('should we forget what I said about the linter, or keep it?'), [])
})

t.test('what was asked is kept whatever it points to, and is not lost to a later one', async t => {
  const ports = ['4000', '4100', '4200'].map(port => `remember: the gateway on ${port} needs TLS`)
  t.equal((await reflectOn([ports.join('\n')], { maxMemories: 0 })).memories.length, 3)
  t.match((await reflectOn(['remember: it breaks on Sundays'])).memories, [
    { content: 'It breaks on Sundays.', isAsked: true },
  ])
})

t.test('what takes back an earlier session names what is known, or nothing', async t => {
  const own = ['Prettier formats the code', 'Tests run with tap']
  const takenBack = async (prompt: string) => (await reflectOn([prompt], { own })).retractions
  t.strictSame(await takenBack('forget what I said about prettier'), [
    { statement: 'forget what I said about prettier', title: 'Prettier formats the code' },
  ])
  t.match(await takenBack('the rule about tap no longer applies'), [
    { title: 'Tests run with tap' },
  ])
  for (const near of ['forget it', "never mind, I'll do it myself", 'what if we dropped tap?'])
    t.strictSame(await takenBack(near), [], near)
})

t.test('a skill is made only where the person asks for one', async t => {
  const steps = '1. Bump the version\n2. Run `make check`\n3. Tag and push'
  const asked = await reflectOn([`Save this as a skill called cut-release:\n${steps}`])
  t.match(asked.skills, [
    { name: 'cut-release', scope: 'project', body: /^1\. Bump the version\n2\./ },
  ])
  t.strictSame(asked.memories, [])
  t.strictSame((await reflectOn([`Do this:\n${steps}`])).skills, [])
  t.strictSame((await reflectOn(['save this as a skill'])).skills, [], 'no steps')
  const before = await reflectOn([
    ['how do we rotate keys?', steps],
    'Remember these steps as a checklist for rotating keys.',
  ])
  t.match(before.skills, [{ name: 'rotating-keys' }])
})

t.test(
  'what was said in one breath becomes one memory where there is room for one only',
  async t => {
    const prompt = 'Never push to main on Fridays. Our CI runs on Buildkite.'
    t.equal((await reflectOn([prompt])).memories.length, 2)
    const { memories } = await reflectOn([prompt], { maxMemories: 1 })
    t.equal(memories.length, 1)
    t.match(memories[0]?.content, /Fridays\. Our CI runs on Buildkite\.$/)
  },
)

t.test('six things that are asked for in a list are six memories', async t => {
  const things = ['queue is fifo', 'retries are capped at 5', 'poison messages go to dlq-main']
  const more = ['workers run on node 22', 'alerts go to Kim', 'never drop the table audit']
  const list = [...things, ...more].map(thing => `- ${thing}`).join('\n')
  const { memories } = await reflectOn([`remember:\n${list}`], { maxMemories: 1 })
  t.equal(memories.length, 6)
})

t.test('a retraction that meets nothing in the batch is handed on', async t => {
  const { memories, retractions } = await reflectOn(['forget what I said about prettier'])
  t.strictSame(memories, [])
  t.strictSame(retractions, [{ statement: 'forget what I said about prettier' }])
  const met = await reflectOn(['Never push to main on Fridays.', 'scratch that'])
  t.strictSame(met, { memories: [], skills: [], retractions: [] })
})

t.test('a new value names the old one', async t => {
  const { memories } = await reflectOn(['We switched from npm to pnpm.'])
  t.match(memories, [{ replaces: 'npm', said: 'We switched from npm to pnpm.' }])
})

t.test(
  'what holds instead of what is known or taken back is kept, however little has room',
  async t => {
    const others = 'Always run the linter before a commit. The cache lives in redis.'
    const instead: [said: string, title: string, own?: string[]][] = [
      ['Forget what I said about prettier, we use biome now.', 'Use biome now'],
      ['Forget what I said about prettier. We use biome now.', 'Use biome now'],
      [
        "oublie ce que j'ai dit sur jest, on utilise vitest maintenant",
        'On utilise vitest maintenant',
      ],
      ['olvida lo que dije sobre yarn, ahora usamos pnpm', 'Ahora usamos pnpm'],
      ['We switched from npm to pnpm.', 'Switched from npm to pnpm', ['Use npm, never yarn']],
      [
        'Staging is on port 4100 now, not 4000.',
        'Staging is on port 4100 now, not 4000',
        ['Staging port'],
      ],
    ]
    for (const [said, title, own = []] of instead) {
      for (const prompt of [said, `${others} ${said}`, `${said}\n\n${others}`]) {
        const { memories } = await reflectOn([prompt], { own, maxMemories: 1 })
        const [change, ...more] = memories.filter(({ isChange }) => isChange)
        t.match(change, { title }, prompt)
        t.notMatch(change?.content, /linter|redis|forget|oublie|olvida/i)
        t.same(more, [])
      }
    }
  },
)

t.test('a change of something known is kept also where its title stays', async t => {
  const own = ['Staging port', 'Staging is on port 4100 now, not 4000']
  const said = 'Staging is on port 4100 now, not 4000, and production on 4200.'
  const { memories } = await reflectOn([said], { own, maxMemories: 1 })
  t.match(memories, [{ isChange: true, content: said }])
})

t.test('what is said besides a retraction and states nothing is not kept', async t => {
  const besides = [
    'it was wrong',
    'run the tests now',
    'I was thinking of another project',
    'my bad',
  ]
  for (const rest of besides) {
    const { memories } = await reflectOn([`Forget what I said about prettier, ${rest}.`])
    t.same(memories, [], rest)
  }
})

t.test('what was asked for stays beside what is only like it', async t => {
  const asked = [
    ['Shard 0 lives in region-0', 'Shard 1 lives in region-1', 'Shard 2 lives in region-2'],
    ['The cache lives in redis', 'The cache warmup takes 30s now'],
    ['The pool has 8 connections, the proxy drops the rest', 'The proxy drops idle connections'],
  ]
  for (const statements of asked) {
    const { memories } = await reflectOn(statements.map(one => `Remember: ${one}.`))
    t.same(memories.map(({ content }) => content).sort(), statements.map(one => `${one}.`).sort())
  }
  const again = [
    'Remember: deploys happen on Tuesday.',
    'Remember: deploys happen on Tuesday at 9.',
  ]
  t.strictSame(await titlesOf(...again), ['Deploys happen on Tuesday at 9'])
  const corrected = [
    'Remember: staging runs on port 4000.',
    'Remember: staging runs on port 4100, not 4000.',
  ]
  t.strictSame(await titlesOf(...corrected), ['Staging runs on port 4100, not 4000'])
})

t.test('a name of several parts is taken back by its name', async t => {
  const own = ['Feature flags come from LaunchDarkly', 'Use npm']
  const { retractions } = await reflectOn(['Forget what I said about LaunchDarkly.'], { own })
  t.match(retractions, [{ title: 'Feature flags come from LaunchDarkly' }])
  const prompts = [
    'Remember: reports come from BigQuery.',
    'Remember: ids are ULIDs.',
    'forget what I said about BigQuery',
  ]
  t.strictSame(await titlesOf(...prompts), ['Ids are ULIDs'])
})
