import t from 'tap'
import { redact, redactText } from '../../../src/redact/index.js'
import { RULES } from '../../../src/redact/rules.js'
import { processorMs } from '../../processor-time.js'
import { HARMLESS, UNSEEN, UNSEEN_HARMLESS } from './harmless.js'
import { createKindLines } from './kinds.js'
import { fillTemplates, isLeft } from './made.js'
import { createSamples } from './samples.js'

t.test('secrets of many kinds are found', async t => {
  const kinds = new Set<string>()
  const samples = [...createSamples(1), ...createSamples(2)]
  for (const [kind, line, secret] of samples) {
    const { text, rules } = redact(line)
    if (text.includes(secret) || rules.length === 0) t.fail(`${kind} is left in: ${text}`)
    kinds.add(kind)
    if (redactText(text) !== text) t.equal(redactText(text), text, `${kind}: again`)
  }
  t.ok(kinds.size >= 32, `${kinds.size} kinds`)
  t.comment(`${samples.length} samples of ${kinds.size} kinds`)
})

t.test('kinds are found in every context that they are written in', async t => {
  const lines = [...createKindLines(4), ...createKindLines(5)]
  const missed = lines.filter(({ line, secret }) => isLeft(redactText(line), secret))
  t.ok(missed.length <= lines.length * 0.003, `${missed.length} of ${lines.length} missed`, {
    missed: missed.map(({ kind, context }) => `${kind} ${context}`),
  })
  const kinds = new Set(lines.map(({ kind }) => kind))
  t.ok(kinds.size >= 180, `${kinds.size} kinds`)
  const unsteady = lines.filter(({ line }) => redactText(redactText(line)) !== redactText(line))
  t.same(unsteady, [], 'a second time changes nothing')
})

t.test('lines that no rule was fitted by', async t => {
  const lines = [1, 2].flatMap(seed => fillTemplates(UNSEEN, seed))
  const found = lines.filter(({ line, secret }) => !isLeft(redactText(line), secret))
  // What is missed is not named here: these lines are not for fitting.
  t.ok(found.length >= lines.length * 0.9, `${found.length} of ${lines.length} found`)
  const altered = UNSEEN_HARMLESS.filter(line => redactText(line) !== line)
  t.ok(altered.length <= 2, `${altered.length} of ${UNSEEN_HARMLESS.length} altered`)
})

t.test('what a pattern finds has one of its signs', async t => {
  const between = ['=', ' = ', ':', '=>', ':=', '==', ' is ', '\tis ', ' IS\t', ',"', ", '", ',\t"']
  const named = [
    ...between.map(sign => `my_token${sign}`),
    'https://example.org/a?b_token=',
    'password a1',
    'deploy --api-token ',
    'token ',
    'token,',
  ]
  const lines = named.map(start => `${start}q7Wz0pXk2LmN9vBt4RyU`)
  let found = 0
  for (const rule of RULES.filter(({ signs }) => signs !== undefined)) {
    for (const line of [...lines, ...createSamples(3).map(([, line]) => line), ...HARMLESS]) {
      if (!new RegExp(rule.pattern, rule.flags).test(line)) continue
      found++
      t.ok(
        rule.signs?.some(sign => line.toLowerCase().includes(sign)),
        line,
      )
    }
  }
  t.ok(found >= named.length - 2, `${found} found`)
})

t.test('harmless lines stay as they are', async t => {
  for (const line of HARMLESS) if (redactText(line) !== line) t.equal(redactText(line), line)
  const whole = HARMLESS.join('\n')
  t.equal(redactText(whole), whole, `${HARMLESS.length} lines at once`)
})

t.test('an address or a path is no secret, however random its last part is', async t => {
  const random = 'q7Wz0pXk2LmN9vBt4RyU'
  const places = [`/srv/keys/${random}`, `./certs/${random}`, `../${random}`, `C:\\keys\\${random}`]
  const addresses = [`https://example.org/${random}`, `arn:aws:iam::123456789012:role/${random}`]
  for (const place of [...places, ...addresses])
    for (const line of [`api_key = ${place}`, `my_token=${place}`, `"secret": "${place}"`])
      t.equal(redactText(line), line)
  t.notMatch(redactText(`api_key = ${random}`), random)
})

t.test('private blocks go, also nested, unclosed and hidden ones', async t => {
  t.equal(redactText('a <private>b</private> c'), 'a  c')
  t.equal(redactText('a <PRIVATE reason="x">b\n</Private > c'), 'a  c')
  t.equal(redactText('a <private>b <private>c</private> d</private> e'), 'a  e')
  t.equal(redactText('a <private>b'), 'a ')
  t.equal(redactText('a <pri\u200bvate>b</private> c'), 'a  c')
  t.equal(redactText('a <pri<private>x</private>vate>b</private> c'), 'a  c')
  t.equal(redactText('<private/>a </private>'), 'a </private>')
  t.equal(redactText('the <privateer> sails'), 'the <privateer> sails')
  t.equal(redactText('a < private>b'), 'a < private>b', 'a sign, not a tag')
  t.equal(redactText("a <Private\n to='x' at = y >b</PRIVATE\t> c"), 'a  c')
})

t.test('a tag of which private is only the first word opens no block, and closes none', async t => {
  const said = ['put the <private key> into vault', 'set &lt;private key id&gt; and go on']
  for (const text of [...said, '<private repo> and </private repo>, then <private-key> stays'])
    t.equal(redactText(text), text)
  t.equal(redactText('a <private>b <private key> c</private> d'), 'a  d', 'it nests nothing')
  t.equal(redactText('a <private>b </private key> c</private> d'), 'a  d')
})

t.test('a secret that invisible characters or a private block split is found', async t => {
  const token = ['gh', 'p_', 'a1B2c3D4e5'.repeat(4)].join('')
  t.same(redact(token.replace('c3', 'c\u200b3')), {
    text: '[redacted:github-token]',
    rules: ['github-token'],
  })
  t.same(redact(token.replace('c3', 'c<private>x</private>3')).rules, ['github-token'])
  t.same(redact(`${token} ${token}`), {
    text: '[redacted:github-token] [redacted:github-token]',
    rules: ['github-token'],
  })
})

t.test('nothing to do costs nothing and changes nothing', async t => {
  t.same(redact(''), { text: '', rules: [] })
  t.same(redact('plain'), { text: 'plain', rules: [] })
})

t.test('no pattern takes longer than the text is long', async t => {
  const chars = 100_000
  const fillers = [
    '',
    ' ',
    '=',
    ': ',
    '="',
    'a',
    '_',
    '-',
    '/',
    '\n',
    ' -p',
    'a@',
    ':a:',
    '://',
    'A_',
  ]
  let slowest = ['', 0] as [string, number]
  for (const rule of RULES) {
    const pattern = new RegExp(rule.pattern, rule.flags)
    for (const start of rule.keywords.flatMap(word => fillers.map(filler => word + filler))) {
      for (const part of [start, `${start}ab1 `]) {
        // What is quadratic and takes less than this takes less than a tenth of the bound below.
        if ((await timeOf(pattern, part, chars / 10)) < 0.2) continue
        const spent = await timeOf(pattern, part, chars)
        if (spent > slowest[1]) slowest = [`${rule.id} ${JSON.stringify(part)}`, spent]
      }
    }
  }
  t.ok(slowest[1] < 200, `${slowest[0]}: ${slowest[1]} ms of processor time for 100 KB`)
})

/** Processor time for so many characters of a part that repeats. */
function timeOf(pattern: RegExp, part: string, chars: number): Promise<number> {
  const text = part.repeat(Math.ceil(chars / part.length)).slice(0, chars)
  return processorMs(() => text.replace(pattern, ''))
}

t.test('hostile texts take no minutes', async t => {
  const parts = [
    'a',
    'eyJ',
    '-eyJ',
    '-eyJaaaaaaaaaaaa.',
    '://',
    'a://b:',
    'a://b:c',
    'password',
    'password: ',
    'password="',
    'token ',
    'secret=',
    'api_key_',
    'bearer ',
    'bearer a1',
    'Authorization: Basic ',
    'curl ',
    'curl -u ',
    '\\\n',
    'curl \\',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
    '-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----AAAAAAAAAAAAAAAAAAAA',
    '<private>',
    '<private',
    '<private a',
    '<private a=b ',
    ' a=b',
    '<private a="',
    '<pri<private>',
    '</private>',
    'sk-',
    'sk-ant-',
    'sk-a',
    'xoxb-',
    'xapp-1-A',
    'AKIA',
    'ghp_',
    'SG.',
    'SG.aaaaaaaaaaaaaaaaaaaa',
    'hooks.slack.com/services/',
    'q~',
    '1Q~',
    'dp.pt.',
    '.atlasv1.',
    'Maaaaaaaaaaaaaaaaaaaaaaaa.',
    'discord ',
    ':AA',
    '1',
    'heroku',
    'heroku.',
    'secret_access_key',
    'vault-token',
    'sig=',
    '&sig=%',
    '\u200d',
    '\u200b',
    'é',
    '"auth": "',
    ':_auth=',
    'pat',
    'a-us1',
    'key-',
    'glpat-',
    '=',
    ' ',
    '\n',
    '\t',
    '"',
    '--token ',
    '--',
    'A3-AAAAAA-',
    'datadog,',
  ]
  let slowest = ['', 0] as [string, number]
  for (const part of parts) {
    const text = part.repeat(Math.ceil(2 ** 17 / part.length))
    const spent = await processorMs(() => redact(text))
    if (spent > slowest[1]) slowest = [part, spent]
  }
  const [part, took] = slowest
  t.ok(took < 1_000, `${JSON.stringify(part)}: ${took} ms of processor time`)
})
