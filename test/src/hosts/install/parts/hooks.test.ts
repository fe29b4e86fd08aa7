import t from 'tap'
import { execFileSync } from 'node:child_process'
import { quoteWord } from '../../../../../src/hosts/install/own.js'
import { createHooksPart, type HookEvent } from '../../../../../src/hosts/install/parts/hooks.js'
import { editJson } from '../../../../../src/hosts/install/hosts/host.js'

const COMMAND = '"/usr/bin/node" "/opt/svc/dist/svc-hook.cjs" --host claude-code'
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']
const PLACE = { dialect: 'json', root: ['hooks'], shape: 'groups' } as const

interface Settings {
  [key: string]: unknown
  hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>
}

function createPart(command = COMMAND, prompt: HookEvent['handlers'] = []) {
  const handler = (timeout: number) => ({ type: 'command', command, timeout })
  return createHooksPart(PLACE, [
    { name: 'SessionStart', matcher: 'startup|resume', handlers: [handler(15)] },
    { name: 'UserPromptSubmit', handlers: [...prompt, handler(10)] },
    { name: 'Stop', handlers: [handler(10)] },
    { name: 'SessionEnd', handlers: [handler(10)] },
  ])
}

function install(settings: string | undefined, command = COMMAND): string {
  const text = settings === undefined || settings.trim() === '' ? '{}\n' : settings
  return createPart(command).put(text)
}

/** As a settings file does it: where nothing else has changed, the text from before. */
function uninstall(settings: string, backup?: string): string {
  const text = createPart().take(settings, backup)
  const { format } = editJson('settings.json', 'json', [])
  return backup !== undefined && format.saysTheSame(text, backup) ? backup : text
}

const FOREIGN = {
  model: 'opus',
  hooks: {
    Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }],
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check', timeout: 3 }] }],
  },
  permissions: { allow: ['Read'] },
}

const TEXTS: Record<string, string> = {
  'two spaces': JSON.stringify(FOREIGN, null, 2) + '\n',
  'four spaces': JSON.stringify(FOREIGN, null, 4) + '\n',
  tabs: JSON.stringify(FOREIGN, null, '\t'),
  'CRLF line ends': JSON.stringify(FOREIGN, null, 2).replaceAll('\n', '\r\n') + '\r\n',
  'one line': JSON.stringify(FOREIGN),
  'a byte-order mark': '\ufeff' + JSON.stringify(FOREIGN, null, 2),
  'mixed layout': `{
  "permissions": { "allow": ["Read", "Bash(git *)"] },
      "odd":   [1,2,
   3],
  "hooks": {
    "Stop": [ { "hooks": [ {"type":"command","command":"say \\"done\\" }]"} ] } ]
  }
}`,
  'no hooks': '{\n  "model": "opus"\n}\n',
  'empty hooks': '{\n  "hooks": {}\n}\n',
  'an empty event': '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  'an empty object': '{}',
  'a spaced empty object': '{ }\n',
  'an empty file': '',
  'repeated keys': '{\n  "hooks": {"Stop": []},\n  "hooks": {}\n}\n',
}

t.test('a fresh file gets the four events, with limits in seconds', async t => {
  const settings = JSON.parse(install(undefined)) as Settings
  t.same(Object.keys(settings.hooks), EVENTS)
  t.same(settings.hooks.SessionStart, [
    {
      matcher: 'startup|resume',
      hooks: [{ type: 'command', command: COMMAND, timeout: 15 }],
    },
  ])
  t.same(settings.hooks.Stop, [{ hooks: [{ type: 'command', command: COMMAND, timeout: 10 }] }])
})

for (const [name, text] of Object.entries(TEXTS)) {
  t.test(`${name}: installed once, undone to the byte`, async t => {
    const installed = install(text)
    const settings = JSON.parse(installed.replace(/^\ufeff/, '')) as Settings
    for (const event of EVENTS) {
      const own = settings.hooks[event]?.flatMap(group => group.hooks) ?? []
      t.equal(own.filter(handler => handler.command === COMMAND).length, 1, event)
    }
    t.equal(install(installed), installed, 'idempotent')
    t.equal(uninstall(installed, text), text, 'exact undo with the backup')
  })
}

t.test('what is foreign keeps every byte, with or without a backup', async t => {
  for (const name of ['two spaces', 'four spaces', 'tabs', 'CRLF line ends', 'one line']) {
    const text = TEXTS[name] ?? ''
    t.equal(uninstall(install(text)), text, name)
  }
  const mixed = TEXTS['mixed layout'] ?? ''
  t.equal(uninstall(install(mixed)), mixed)
  t.ok(install(mixed).startsWith(mixed.slice(0, 150)))
})

t.test('follows the indentation of the file', async t => {
  t.match(install(TEXTS.tabs), '\n\t\t\t\t"hooks": [\n')
  t.match(install(TEXTS['four spaces']), '\n        "SessionStart": [\n')
  const crlf = install(TEXTS['CRLF line ends'])
  t.equal(crlf.replaceAll('\r\n', '').includes('\n'), false)
  t.notMatch(install(TEXTS['one line']), '\n')
})

t.test('an earlier installation is updated where it stands', async t => {
  const old = '"/old/node" "/gone/svc-hook.cjs" --host claude-code'
  const before = JSON.parse(install(TEXTS['two spaces'], old)) as Settings
  before.hooks.Stop?.reverse()
  before.hooks.UserPromptSubmit![0]!.hooks[0]!.timeout = 99
  before.hooks.UserPromptSubmit![0]!.hooks[0]!.statusMessage = 'mine'
  const after = JSON.parse(install(JSON.stringify(before, null, 2))) as Settings
  t.equal(after.hooks.Stop?.[0]?.hooks[0]?.command, COMMAND)
  t.same(after.hooks.UserPromptSubmit?.[0]?.hooks, [
    { type: 'command', command: COMMAND, timeout: 10, statusMessage: 'mine' },
  ])
  t.notMatch(JSON.stringify(after), '/gone/')
})

t.test('handlers of ours that stand twice become one', async t => {
  const own = { type: 'command', command: COMMAND, timeout: 10 }
  const foreign = { type: 'command', command: 'say' }
  const twice = { hooks: { Stop: [{ hooks: [own, foreign, own] }, { hooks: [own] }] } }
  const after = JSON.parse(install(JSON.stringify(twice))) as Settings
  t.same(after.hooks.Stop, [{ hooks: [own, foreign] }])
})

t.test('a change made meanwhile survives the undo', async t => {
  const text = TEXTS['no hooks'] ?? ''
  const edited = install(text).replace('"opus"', '"sonnet"')
  t.equal(uninstall(edited, text), text.replace('"opus"', '"sonnet"'))
})

t.test('a foreign handler in our group stays', async t => {
  const settings = JSON.parse(install('{}')) as Settings
  settings.hooks.Stop![0]!.hooks.push({ type: 'command', command: 'say done' })
  const after = JSON.parse(uninstall(JSON.stringify(settings))) as Settings
  t.same(after, { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] } })
})

t.test('commands that only look alike are foreign', async t => {
  const commands = ['/opt/my-svc-hooks/run', 'svc-hookish', 'echo "not-svc-hook"']
  const hooks = { Stop: [{ hooks: commands.map(command => ({ type: 'command', command })) }] }
  t.equal(uninstall(JSON.stringify({ hooks })), JSON.stringify({ hooks }))
  for (const command of [
    'svc-hook --host claude',
    `node '/a b/svc-hook.cjs'`,
    'C:\\x\\svc-hook.cmd',
  ]) {
    const own = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }
    t.equal(uninstall(JSON.stringify(own)), '{}', command)
  }
})

t.test('refuses what it cannot read, and says why', async t => {
  const refused: [string, RegExp][] = [
    ['{ "a": 1, }', /not valid JSON/],
    ['{ // comment\n}', /not valid JSON/],
    ['[]', /not a JSON object/],
    ['{"hooks": []}', /`hooks` that are not an object/],
    ['{"hooks": {"Stop": {}}}', /`hooks.Stop` that is not a list/],
    ['{"hooks": {"Stop": ["x"]}}', /not a group of hooks/],
    ['{"hooks": {"Stop": [{"hooks": {}}]}}', /not a group of hooks/],
  ]
  for (const [text, why] of refused) {
    t.throws(() => install(text), { code: 'INVALID_REQUEST', message: why }, text)
    t.throws(() => uninstall(text), { code: 'INVALID_REQUEST', message: why }, text)
  }
})

t.test('nothing to take out is no change', async t => {
  for (const text of ['{}', '{"hooks":{}}', '{"hooks":{"Stop":[]}}']) t.equal(uninstall(text), text)
})

t.test('lists of a host that are no events of ours are left alone, whatever they hold', async t => {
  const text = '{"hooks":{"enabled":true,"disabled":["x"]}}'
  const installed = install(text)
  t.match(JSON.parse(installed), { hooks: { enabled: true, disabled: ['x'] } })
  t.equal(uninstall(installed), text)
})

t.test('two handlers of one event: each is there once, in one group, and both go', async t => {
  const tool = { type: 'mcp_tool', server: 'svc', tool: 'hook', timeout: 3, input: { a: '${a}' } }
  const both = createPart(COMMAND, [tool])
  const before = TEXTS['two spaces'] ?? ''
  for (const start of [before, install(before)]) {
    const text = both.put(start)
    const { hooks } = JSON.parse(text) as Settings
    t.equal(hooks.UserPromptSubmit?.length, 1)
    t.same(hooks.UserPromptSubmit?.[0]?.hooks.map(({ type }) => type).sort(), [
      'command',
      'mcp_tool',
    ])
    t.equal(both.put(text), text)
    t.same(JSON.parse(install(text)), JSON.parse(install(before)), 'one that is not wanted goes')
    t.equal(uninstall(text), before)
  }
})

t.test('tells which events and commands of ours a text has', async t => {
  const text = JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'svc-hook' }] }] },
  })
  t.same(createPart().commands?.(text), ['svc-hook'])
  t.same(createPart().lacks(text), ['SessionStart', 'UserPromptSubmit', 'SessionEnd'])
  t.same(createPart().lacks(install(text)), [])
})

t.test('a shell reads the command as it was meant, whatever the paths hold', async t => {
  const odd = `/tmp/it's $HOME \`id\` "x" \\y é/svc-hook`
  const command = `${quoteWord(odd)} --host claude-code`
  const script = `run() { printf '%s\\n' "$@"; }; run ${command}`
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n')
  t.same(words, [odd, '--host', 'claude-code', ''])
  const settings = JSON.parse(install('{}', command)) as Settings
  t.equal(settings.hooks.Stop?.[0]?.hooks[0]?.command, command)
})
