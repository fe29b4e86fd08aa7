import t from 'tap'
import { reflectOn } from './cases.js'

const RULES = [
  'We use pnpm in this repo, never npm.',
  'Never commit directly to main, always open a pull request.',
  'All timestamps in the database are stored as UTC.',
  'The staging server listens on port 4100.',
  'Commit messages are written in English, please always.',
  'Migrations must be reversible, we had an outage because of one.',
  'From now on put every new endpoint behind a feature flag.',
  'Our customer ids start at 70000, lower ones are test data.',
  'Always run `make gen` after you change a proto file.',
  'I prefer short answers without a summary at the end.',
  'No docker on this machine, we use podman.',
  'Do not touch the vendor folder, it is generated.',
  'The nightly import runs at 02:30 and must not be restarted before 04:00.',
  'Prices are integers in cents everywhere in our code.',
  'We never deploy on Fridays.',
  'Wir benutzen hier immer pnpm, nie npm.',
  'Commits schreiben wir grundsätzlich auf Englisch.',
  'On utilise toujours pnpm dans ce projet, jamais npm.',
  'Nunca subas cambios directamente a main, siempre con un pull request.',
  'Neste projeto usamos sempre pnpm, nunca npm.',
  'このプロジェクトでは必ずpnpmを使ってください。npmは使いません。',
  '这个项目一律用 pnpm，不要用 npm。',
  'The ERP rejects rows that end in a bare newline, so exports always use CRLF.',
  'Tests live beside the source file and are named *.spec.ts.',
]

const REPLIES = [
  '',
  'ok',
  'Done.',
  'Understood.',
  'Done. I updated src/server.ts and the tests pass.',
  'Sure, noted. I will keep it in mind from now on.',
  'I have adjusted the configuration and rerun the whole suite. 212 tests pass, 3 are skipped as before. The slow one is still the export, which takes eleven seconds; I could look into that next if you like.',
  'Sorry, I cannot do that.',
  'Error: ENOENT: no such file or directory, open "config/app.yml"',
  'Should I apply this to the old files as well?',
  'Good call. That avoids a whole class of mistakes.',
  'I do not see why, but fine.',
  'Got it. What is next?',
  "You're right, I missed that. Fixed in the last commit.",
  'Working on it …',
  'Here is the diff:\n```diff\n-a\n+b\n```',
  '1. I read the file.\n2. I changed two lines.\n3. All is green.',
  'Erledigt.',
  "C'est fait.",
  'The tool call failed: permission denied (exit code 126).',
]

t.test('what a person says leaves the same memory however it is answered', async t => {
  for (const rule of RULES) {
    const results = new Set<string>()
    for (const reply of REPLIES) {
      results.add(JSON.stringify(await reflectOn([[rule, reply]])))
    }
    t.equal(results.size, 1, rule)
    const [only = ''] = results
    const { memories } = JSON.parse(only) as { memories: unknown[] }
    t.equal(memories.length, 1, `${rule} is one memory`)
  }
})
