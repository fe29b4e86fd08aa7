import { parse } from 'smol-toml'
import t from 'tap'
import {
  addTable,
  createTomlServerPart,
  removeTable,
} from '../../../../../src/hosts/install/parts/toml.js'

const PATH = ['mcp_servers', 'svc']
const ENTRY = { command: '/d/bin/svc', args: ['mcp', '--host', 'codex'] }
const part = createTomlServerPart(PATH, ENTRY)

const TEXTS: Record<string, string> = {
  empty: '',
  'a comment alone': '# mine\n',
  'no line end': 'model = "x"',
  CRLF: 'model = "x"\r\n\r\n[a]\r\nb = 1\r\n',
  'another server': '[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.other.env]\nA = "1"\n',
  'a heading of its own': '[mcp_servers]\n\n[a]\nb = 1\n',
  'a list over several lines': 'a = [\n  "[mcp_servers.svc]",\n  # [b]\n]\n',
  'text over several lines': 'a = """\n[mcp_servers.svc]\ncommand = 1\n"""\n\n[[b]]\nc = 1\n',
  'blank lines at the end': 'a = 1\n\n\n',
}

for (const [name, text] of Object.entries(TEXTS)) {
  t.test(`${name}: the table is put in and taken out`, async t => {
    const changed = part.put(text)
    t.ok(changed.startsWith(text))
    t.match(parse(changed), { mcp_servers: { svc: ENTRY } })
    t.equal(part.put(changed), changed)
    t.same(part.commands?.(changed), ['/d/bin/svc mcp --host codex'])
    const end = text === '' || text.endsWith('\n') ? '' : '\n'
    t.equal(part.take(changed, undefined), text + end)
  })
}

t.test('between others: comments and blank lines of these stay theirs', async t => {
  const before = '# one\n[a]\nb = 1\n'
  const after = '\n# two\n[c]\nd = 1 # three\n'
  const own = '\n[mcp_servers.svc] # ours\ncommand = "/x/svc"\nargs = ["mcp"]\n'
  const env = '\n[mcp_servers.svc.env]\nA = "1"\n'
  t.equal(removeTable(before + own + after, PATH), before + after)
  t.equal(removeTable(before + own + env + after, PATH), before + after)
  t.equal(removeTable(before + own + '# last\n', PATH), before + '# last\n')
  t.equal(removeTable(before + own + '\n[[d]]\ne = 1\n', PATH), before + '\n[[d]]\ne = 1\n')
})

t.test('an older one is brought up to date, what a person added stays', async t => {
  const old = '[mcp_servers.svc]\ncommand = "/old/svc"\nargs = ["mcp"]\nstartup_timeout_sec = 9\n'
  const text = part.put(`${old}\n[mcp_servers.svc.env]\nA = "1"\n`)
  t.same(JSON.parse(JSON.stringify(parse(text))), {
    mcp_servers: { svc: { ...ENTRY, startup_timeout_sec: 9, env: { A: '1' } } },
  })
})

t.test('what cannot be edited as text is refused, and nothing is lost', async t => {
  const refused: [string, RegExp][] = [
    ['a = [', /not valid TOML \(line 1\)/],
    ['[mcp_servers]\nsvc = { command = "/x/svc", args = ["mcp"] }\n', /cannot be taken out here/],
    ['mcp_servers.svc.command = "/x/svc"\nmcp_servers.svc.args = ["mcp"]\n', /cannot be taken out/],
  ]
  for (const [text, message] of refused) {
    t.throws(() => part.take(text, undefined), { code: 'INVALID_REQUEST', message }, text)
  }
  t.throws(() => part.put('mcp_servers = { other = { command = "x" } }\n'), {
    message: /form that cannot be added to/,
  })
  t.throws(() => part.put('[mcp_servers.svc]\ncommand = "other"\n'), { code: 'CONFLICT' })
})

t.test('a key that needs quotes', async t => {
  const path = ['hooks', 'state', '/home/dev/a "b" [c]/hooks.json:stop:0:0']
  const text = addTable('model = "x"\n', path, { trusted_hash: 'sha256:1' })
  t.equal(removeTable(text, path), 'model = "x"\n')
})
