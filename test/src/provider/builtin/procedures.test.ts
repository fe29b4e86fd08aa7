import t from 'tap'
import { createBuiltinProvider } from '../../../../src/provider/builtin/index.js'
import { findProcedures } from '../../../../src/provider/builtin/procedures/index.js'
import { parseCommand } from '../../../../src/provider/builtin/procedures/command.js'
import type { MemoryCandidate, Turn, TurnCommand } from '../../../../src/provider/types.js'
import { processorMs } from '../../../processor-time.js'

type Exchange = readonly [prompt: string, reply?: string, ran?: readonly TurnCommand[]]

const scope = { type: 'project' as const, id: '/work/shop' }
const failed = (command: string, error = ''): TurnCommand => ({
  command,
  isFailed: true,
  ...(error !== '' && { error }),
})
const worked = (command: string): TurnCommand => ({ command, isFailed: false })

function toTurns(exchanges: readonly Exchange[]): Turn[] {
  return exchanges.map(([prompt, reply = 'OK.', commands], index) => ({
    session: 's1',
    turn: index + 1,
    at: '2026-11-20T10:00:00.000Z',
    prompt,
    reply,
    ...(commands && { commands }),
  }))
}

const found = (...exchanges: Exchange[]) => findProcedures(toTurns(exchanges), scope)
const titles = (...exchanges: Exchange[]) => found(...exchanges).map(({ title }) => title)

t.test('a command that failed and the one that worked are one procedure with both', async t => {
  const reply = '`./gradlew contractTest` fails: the stub needs port 5672, which RabbitMQ has.'
  const [one, ...others] = found([
    'run the contract tests',
    `${reply} With \`./gradlew contractTest -PstubPort=5673\` they pass.`,
    [
      failed('./gradlew contractTest', 'java.net.BindException: Address already in use'),
      worked('cd /work/shop && ./gradlew contractTest -PstubPort=5673 2>&1'),
    ],
  ])
  t.match(one, { kind: 'procedure', scope: 'project', title: 'Run the contract tests' })
  t.equal(
    one?.content,
    `Run the contract tests: \`./gradlew contractTest -PstubPort=5673\`. ${reply}`,
  )
  t.same(one?.aliases, ['./gradlew contractTest', 'java.net.BindException: Address already in use'])
  t.same(others, [])
})

t.test('without a word about the purpose the title has the commands, in the language', async t => {
  const pair = [
    failed('npm ci', 'npm error ERESOLVE could not resolve'),
    worked('npm ci --legacy-peer-deps'),
  ]
  t.same(titles(['node_modules is gone', 'Installed again.', pair]), [
    '`npm ci --legacy-peer-deps`, not `npm ci`',
  ])
  t.same(titles(['node_modules ist weg, warum denn?', 'Ist jetzt wieder da.', pair]), [
    '`npm ci --legacy-peer-deps` statt `npm ci`',
  ])
  const [long] = found([
    'the job is not taken, look into it',
    'The account was wrong.',
    [
      failed('sbatch train.sh', 'sbatch: error: Invalid account'),
      worked('sbatch --account=neuro7_gpu --partition=a100 train.sh'),
    ],
  ])
  t.equal(long?.title, 'How to run `sbatch train.sh` here')
  t.match(long?.content, '`sbatch --account=neuro7_gpu --partition=a100 train.sh` works.')
})

t.test('the one that works may come a turn later, and the reply may tell instead', async t => {
  t.same(
    titles(
      ['build the ios app', 'It fails.', [failed('cd ios && pod install', '[!] not found')]],
      ['use bundler', 'Built.', [worked('cd /work/shop/ios && bundle exec pod install')]],
    ),
    ['Build the ios app: `cd ios && bundle exec pod install`'],
  )
  t.same(
    titles(['seed it', '`make seed` fails: a column is gone. `go run ./cmd/seed` works, 6 s.']),
    ['`go run ./cmd/seed`, not `make seed`'],
  )
})

t.test('what was prepared before the same command worked is its first step', async t => {
  const [one] = found([
    'run the integration tests',
    'They need Postgres: after `docker compose up -d db` all 80 pass.',
    [
      failed('make it', 'connect ECONNREFUSED 127.0.0.1:5432'),
      worked('docker compose up -d db'),
      worked('make it'),
    ],
  ])
  t.match(one?.content, '1. `docker compose up -d db`\n2. `make it`\n')
  const [same] = found([
    'tests fail now',
    'The tests needed a database: I start one with `docker compose up -d db` before.',
    [failed('make it', 'connection refused'), worked('docker compose up -d db'), worked('make it')],
  ])
  t.equal(same?.title, 'How to run `make it` here', 'its last step is no command that fails')
})

t.test('what tells nothing of the project is left out', async t => {
  const none = (reply: string, ...commands: TurnCommand[]) =>
    t.same(titles(['get it going', reply, commands]), [], commands.map(one => one.command).join())
  none('Fixed, green.', failed('npm test', 'AssertionError: 1'), worked('npm test -- --runInBand'))
  none('Fixed.', failed('npm test', 'connection refused'), worked('npm test'))
  none('Ok.', failed('npm run biuld', 'Missing script: "biuld"'), worked('npm run build'))
  none('Ok.', failed('python x.py', 'not found'), worked('python3 x.py'))
  none('Ok.', failed('docker ps', 'permission denied'), worked('sudo docker ps'))
  none('Ok.', failed('git push', 'rejected: no upstream'), worked('git push -u origin x'))
  none('Ok.', failed('git commit -m x', 'denied'), worked('HUSKY=0 git commit -m x'))
  none('Ok.', failed('make db', 'in use'), worked('make db FORCE=1'))
  none('Ok.', failed('npm start', 'Error: 3000 in use'), worked('PORT=3001 npm start'))
  none('Ok.', failed('cat a.txt', 'No such file'), worked('cat b.txt'))
  none('Ok.', failed('cd ../other && make', 'not found'), worked('cd ../other && make CC=clang'))
  none('Ok.', failed('cd /other && make', 'not found'), worked('cd /other && make CC=clang'))
  none('Ok.', failed('psql -c "select 1"', 'refused'), worked('psql -h db -c "select 1"'))
  none('Ok.', failed('./x.sh', 'Permission denied'), worked('bash x.sh'))
  none('Ok, both.', failed('go test ./a', '--- FAIL: TestX'), worked('go test ./a -run TestY both'))
  none('Ok.', failed('python a.py', 'ValueError: x'), worked('python a.py --in b.csv'))
  none('All done.', failed('npx vitest run', 'odd'), worked('npx vitest run -t "all"'))
  none('Ok.', failed('login', 'required'), worked('login --token [redacted:github-token]'))
})

t.test('what holds once, or was not accepted, is left out', async t => {
  const run = [failed('make up', 'memory'), worked('make up MEM=6g')]
  const reply = '`make up MEM=6g` works.'
  t.equal(titles(['start it', reply, run]).length, 1)
  t.same(titles(['start it, just this once with more memory', reply, run]), [])
  t.same(titles(['start it', reply, run], ['nur für heute']), [])
  t.same(titles(['start it', reply, run], ['no, use the small one']), [])
  t.same(titles(['start it', reply, run], ['fine. hm, wait, no, forget that']), [])
})

t.test('what the person approves for good is kept, in seven languages', async t => {
  for (const word of [
    'ok, always use that one',
    "perfect, that's how we do it from now on",
    'do it like this every time please',
    'super, genau so immer',
    'top, so machen wir das künftig',
    'parfait, fais toujours comme ça',
    'genial, hazlo siempre así',
    'boa, faz sempre desse jeito',
    '好，以后都这样跑',
    'ありがとう、今後は毎回これで',
  ]) {
    const [one] = found(['hm', 'I ran `make bundle TARGET=arm`.'], [word])
    t.match(one, { title: '`make bundle TARGET=arm`', isAsked: true }, word)
  }
  const steps = 'Done:\n1. `make bundle`\n2. copy it to test-3\n3. `ssh test-3 restart-app`'
  const [listed] = found(['deploy the new version', steps], ['always do it like that'])
  t.equal(listed?.title, 'Deploy the new version')
  t.match(listed?.content, '1. `make bundle`\n2. copy it to test-3\n3. `ssh test-3 restart-app`')
})

t.test('praise, complaints and questions approve nothing', async t => {
  for (const word of [
    'great, thanks',
    'this always takes so long',
    'that always fails on my machine',
    'das dauert immer so lange',
    'non, ça plante toujours',
    'should we always do it like that?',
    'maybe we always do it that way',
    "don't always do it like that",
    'only this once please, like this',
    'the dialog must always close like this one does when somebody clicks somewhere outside of it',
  ]) {
    t.same(titles(['hm', 'I ran `make bundle TARGET=arm`.'], [word]), [], word)
  }
})

t.test('what was asked for is kept once it worked, by the run or by the word', async t => {
  const asked = 'How do I run one e2e spec?'
  const command = '`pnpm e2e --spec cart`'
  const title = [`Run one e2e spec: ${command}`]
  t.same(titles([asked, `Try ${command}.`]), [])
  t.same(titles([asked, `Try ${command}.`, [worked('pnpm e2e --spec cart')]]), title)
  t.same(titles([asked, `Try ${command}.`, [failed('pnpm e2e --spec cart')]]), [])
  t.same(titles([asked, `Try ${command}.`], ['that works, thanks']), title)
  t.same(titles(['how do I list branches?', 'Use `git branch -a`.'], ['works']), [])
})

t.test('steps that a person tells are one memory with all of them', async t => {
  const list = 'Rotating the key works like this:\n- `kms rotate --all`\n- mail the plants'
  t.match(found([list]), [
    {
      title: 'Rotating the key',
      content: 'Rotating the key:\n1. `kms rotate --all`\n2. mail the plants',
    },
  ])
  t.same(titles(['to add a language: copy en.ftl, then run `l10n pull --lang xx`']), [
    'Add a language',
  ])
  const sentences = 'First run `snap list --all`. Then run `snap restore --into x`.'
  t.same(titles([`This is how we restore data. ${sentences}`]), ['Restore data'])
  t.same(titles([sentences]), [], 'a task')
  t.same(titles(['Please do the following:\n1. run `make x --all`\n2. open a PR']), [], 'a task')
  t.same(titles(['The wiki of the other team says:\n1. `make x --all`\n2. wait']), [])
  t.same(titles([list], ['forget that, it is wrong']), [])
})

t.test('through the provider it takes the place of what says the same', async t => {
  const provider = createBuiltinProvider()
  const turns = toTurns([
    ['flash it', '`west flash` fails, `west flash --dev-id 6830` works.'],
    ['OK, from now on always `west flash --dev-id 6830`'],
  ])
  const known = { memories: [], skills: [] }
  const request = {
    scope,
    turns,
    own: known,
    global: known,
    nearest: [],
    maxMemories: 4,
    maxSkills: 1,
  }
  const { value } = await provider.reflect(request, AbortSignal.timeout(10_000))
  const { memories } = value as { memories: MemoryCandidate[] }
  t.equal(memories.filter(({ content }) => content.includes('--dev-id')).length, 1)
})

t.test('a command is stripped of noise, and one of another place is none', async t => {
  const text = (command: string) => parseCommand(command, '/work/shop')?.text
  t.equal(text('cd /work/shop && time npm run e2e 2>&1 | tail -20'), 'npm run e2e')
  t.equal(text('cd /work/shop/web && npm run e2e > /tmp/log 2>&1'), 'cd web && npm run e2e')
  t.equal(text('cd web && make'), 'cd web && make')
  t.match(parseCommand('A=1 B=2 poetry run pytest -k x tests'), {
    env: ['A=1', 'B=2'],
    wrapper: 'poetry run',
    program: 'pytest',
    flags: ['-k'],
  })
  for (const one of ['cd ../x && make', 'cd /x && make', 'python - <<EOF', 'a | b', 'x\ny', ''])
    t.equal(text(one), undefined, one)
})

t.test('hostile commands and replies are read in bounded time', async t => {
  const texts = ['`', '`make x` ', 'cd a && ', ' ', '1. `make x`\n', 'always that ', '|', 'A=1 ']
  for (const part of texts) {
    const text = part.repeat(20_000)
    const calls = [failed(text.slice(0, 500)), worked(text.slice(1, 501))]
    const took = await processorMs(() => found([text, text, calls], [text]))
    t.ok(took < 5_000, `${part}: ${took} ms of processor time`)
  }
})
