import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findEncoded, findWrapped, type FindSecrets } from '../../../src/redact/hidden.js'
import { collectSecrets, redact, redactText } from '../../../src/redact/index.js'
import { processorMs } from '../../processor-time.js'
import { isLeft } from './made.js'
import { createRandom } from './samples.js'

const random = createRandom(11)
const of = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
const WORD = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const word = (length: number) => of(WORD, length)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const wrap = (text: string, columns: number, indent = '') =>
  text.replace(new RegExp(`.{${columns}}(?=.)`, 'g'), part => `${part}\n${indent}`)

const github = ['gh', 'p_', word(36)].join('')
const openai = ['sk', '-proj-', word(150)].join('')
const jwt = [`{"alg":"RS256"}`, `{"sub":"${word(90)}"}`, word(200)].map(part =>
  Buffer.from(part).toString('base64url'),
)
const url = ['postgres://app:', word(14), '@db.internal:5432/app'].join('')
const pem = [
  '-----BEGIN PRIVATE',
  ' KEY-----\n',
  wrap(word(400), 64),
  '\n-----END PRIVATE',
  ' KEY-----\n',
].join('')
const account = JSON.stringify({ type: 'service_account', private_key: pem, client_email: 'a@b.c' })

/** A secret as it stands in a text, and the text. */
const HIDDEN: Readonly<Record<string, [secret: string, text: string]>> = {
  wrapped64: [openai, `The key is\n${wrap(openai, 64)}\nand no other.`],
  wrapped76: [openai, `OPENAI_API_KEY=${wrap(openai, 76)}\n\nNext.`],
  wrappedShort: [github, `token: ${wrap(github, 20)}\n`],
  wrappedThrice: [github, `${wrap(github, 14)}\n`],
  windows: [openai, `Key:\r\n${wrap(openai, 64).replaceAll('\n', '\r\n')}\r\nEnd.`],
  folded: [github, `env:\n  TOKEN: >-\n    ${wrap(github, 22, '    ')}\n  OTHER: x\n`],
  literal: [openai, `key: |\n  ${wrap(openai, 60, '  ')}\n`],
  quoted: [openai, `> ${wrap(openai, 70, '> ')}\n\nIs that right?`],
  continued: [openai, `export KEY=${wrap(openai, 60).replaceAll('\n', '\\\n')}\n`],
  concatenated: [github, `const key = "${github.slice(0, 20)}" +\n  "${github.slice(20)}"\n`],
  jwtLines: [jwt.join('.'), `Authorization: Bearer ${wrap(jwt.join('.'), 64)}\n`],
  inJson: [openai, JSON.stringify({ content: `a\n${wrap(openai, 64)}\nb` })],
  kubernetes: [github, `apiVersion: v1\nkind: Secret\ndata:\n  token: ${base64(github)}\n`],
  kubernetesUrl: [url, `kind: Secret\ndata:\n  dsn: ${base64(url)}\n`],
  kubernetesPlain: [
    'correct-horse-battery',
    `kind: Secret\ndata:\n  any: ${base64('correct-horse-battery')}\n`,
  ],
  kubernetesJson: [
    'correct-horse-battery',
    `{"kind": "Secret", "data": {\n    "any": "${base64('correct-horse-battery')}"\n}}`,
  ],
  basic: ['admin:h0rse-battery', `curl -H "X-Auth: Basic ${base64('admin:h0rse-battery')}" x`],
  config: [account, `GCP_CREDENTIALS=${base64(account)}\n`],
  configLines: [account, `credentials: |\n  ${wrap(base64(account), 76, '  ')}\n`],
  base64Lines: [pem, `$ base64 key.pem\n${wrap(base64(pem), 76)}\n$ ls\n`],
  twice: [github, `it is ${base64(base64(`token ${github}`))}`],
  docker: [
    github,
    `.dockerconfigjson: ${base64(JSON.stringify({ auths: { x: { auth: base64(`u:${github}`) } } }))}`,
  ],
  urlSafe: [openai, `state=${Buffer.from(`{"key":"${openai}?>"}`).toString('base64url')}`],
  powershell: [
    github,
    `powershell -EncodedCommand ${Buffer.from(`$t = '${github}'`, 'utf16le').toString('base64')}`,
  ],
  named: ['hunter22horse', `DB_PASSWORD_B64=${base64('hunter22horse')}`],
}

t.test('secrets that are broken over lines or encoded are found', async t => {
  for (const [name, [secret, text]] of Object.entries(HIDDEN)) {
    const { text: left, rules } = redact(text)
    t.ok(rules.length > 0, name, { left })
    const plain = left.replace(/["'`\\]?(?:\r?\n|\\n)[ >+"]*/g, '')
    t.notOk(isLeft(plain, secret), `${name}: ${left}`)
    t.notOk(isLeft(plain, base64(secret)), name)
    t.equal(redactText(left), left, `${name}: a second time changes nothing`)
    for (const { secret: found } of collectSecrets(text)) t.ok(text.includes(found), name)
  }
})

/** Of what is hidden the rules are asked as of any other text. */
const look: FindSecrets = text => collectSecrets(text).map(one => ({ ...one, check: 'shape' }))

/** Nothing of these is a secret. */
const HARMLESS = [
  `sha256:\n${[1, 2, 3].map(() => of('0123456789abcdef', 64)).join('\n')}\n`,
  `The names are\nconfiguration-reader\nconfiguration-writer\ntoken-bucket-limiter\n`,
  `secret: application-settings\nconfiguration-4-reader\n`,
  `Sizes: ${base64('This is only a sentence that somebody encoded for no reason.')}`,
  `data:image/png;base64,${Buffer.from(of(WORD, 300)).toString('base64')}`,
  `integrity sha512-${Buffer.from(Array.from({ length: 64 }, () => Math.floor(random() * 256))).toString('base64')}`,
  `import { readConfiguration } from './configuration/reader.js'\nreadConfiguration()\n`,
  `kind: ConfigMap\ndata:\n  greeting: ${base64('hello there, world')}\n`,
  `ssh-ed25519 ${Buffer.from(Array.from({ length: 51 }, () => Math.floor(random() * 256))).toString('base64')} me@host`,
  `-----BEGIN CERTIFICATE-----\n${wrap(Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256))).toString('base64'), 64)}\n-----END CERTIFICATE-----\n`,
  `TOKEN_NAME=github-app-token\ndeployment-main\n`,
  `{"sourcesContent":"${base64('export function sum(a, b) { return a + b }')}"}`,
]

t.test('lists, digests, certificates and what was encoded for no reason stay', async t => {
  for (const text of HARMLESS) t.equal(redactText(text), text)
})

t.test('what stands beside a broken secret stays', async t => {
  const said = redactText(`Use this key\n${wrap(openai, 64)}\n\nmain branch\nfor deploys`)
  t.equal(said, 'Use this key\n[redacted:openai-key]\n\nmain branch\nfor deploys')
  const two = redactText(`A=${github}\nproduction-cluster\n`)
  t.equal(two, 'A=[redacted:github-token]\nproduction-cluster\n')
})

t.test('hostile texts take no minutes', async t => {
  const parts = [
    'a',
    'aaaaaaaaaaaaa\n',
    'aaaaaaaaaaaaa\naaaa ',
    'abcdefghijklm"\n  "',
    '\\n',
    'YWJj',
    '=',
    'YWJjYWJjYWJjYWJj=',
    'kind: Secret\n a: ',
    '\n    ',
    ' + \n',
    'Basic YWJjYWJjYWJj ',
  ]
  for (const part of parts) {
    const text = part.repeat(Math.ceil(250_000 / part.length))
    const took = await processorMs(() => redactText(text))
    t.ok(took < 1_000, `${JSON.stringify(part)}: ${took} ms of processor time`)
  }
})

t.test(
  'neither is found in what others wrote: their readmes are full of paths and digests',
  async t => {
    const folder = new URL('../../../node_modules', import.meta.url).pathname
    const texts = readdirSync(folder)
      .filter(name => !name.startsWith('.'))
      .flatMap(name => readdirSync(join(folder, name)).map(file => join(folder, name, file)))
      .filter(path => /(?:readme|changelog|package)\.(?:md|json)$/i.test(path))
      .map(path => readFileSync(path, 'utf8').slice(0, 100_000))
    t.ok(texts.length > 100, `${texts.length} files`)
    t.same(
      texts.flatMap(text => [...findWrapped(text, look), ...findEncoded(text, look)]),
      [],
    )
  },
)
