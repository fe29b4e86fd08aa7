import t, { type Test } from 'tap'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SVC } from '../../built.mjs'
import type { Memory } from '../../../store/types.js'
import { Shell } from './shell.js'

/** An editor: a script that gets the file's path last. */
function makeEditor(shell: Shell, body: string): string {
  const path = join(shell.folder, 'my editor')
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
  return `'${path}'`
}

async function setUp(t: Test) {
  const shell = new Shell(t)
  const args = ['remember', '--title', 'Draft: one', '--tags', 'a,b', 'First line.\n\n---\n\nLast.']
  const { id } = await shell.ask<Memory>(args)
  return { shell, memory: await shell.ask<Memory>(['show', id]) }
}

t.test('shows title, kind, tags and content, and applies what changed', async t => {
  const { shell, memory } = await setUp(t)
  const seen = join(shell.folder, 'seen')
  const editor = makeEditor(
    shell,
    `cp "$3" '${seen}'; test "$1 $2" = '--wait x' || exit 9
     sed -i -e 's/^title: .*/title: Final/' -e 's/^  - b/  - c/' -e 's/Last/Very last/' "$3"`,
  )
  const edited = await shell.ask<Memory>(['edit', memory.id], {
    env: { VISUAL: `${editor} --wait x`, EDITOR: 'false' },
  })
  t.equal(
    readFileSync(seen, 'utf8'),
    '---\nkind: fact\ntitle: "Draft: one"\ntags:\n  - a\n  - b\n---\n\nFirst line.\n\n---\n\nLast.\n',
  )
  t.match(edited, {
    id: memory.id,
    title: 'Final',
    tags: ['a', 'c'],
    content: 'First line.\n\n---\n\nVery last.',
    createdAt: memory.createdAt,
  })
})

t.test('shows aliases, and applies what changed in them', async t => {
  const { shell, memory } = await setUp(t)
  t.same((await shell.ask<Memory>(['edit', memory.id, '--aliases', 'a b,c'])).aliases, ['a b', 'c'])
  const change = makeEditor(shell, `sed -i 's/^  - a b$/  - "x, y"/' "$1"`)
  const edited = await shell.ask<Memory>(['edit', memory.id], { env: { EDITOR: change } })
  t.match(edited, { aliases: ['x, y', 'c'], tags: ['a', 'b'] })
})

t.test('pins and unpins by a line of the file', async t => {
  const { shell, memory } = await setUp(t)
  const pin = makeEditor(shell, `sed -i 's/^kind: .*/&\\npinned: yes/' "$1"`)
  t.match(await shell.ask<Memory>(['edit', memory.id], { env: { EDITOR: pin } }), { pinned: true })
  const unpin = makeEditor(shell, `sed -i '/^pinned: true$/d' "$1"`)
  t.match(await shell.ask<Memory>(['edit', memory.id], { env: { EDITOR: unpin } }), {
    pinned: false,
  })
})

t.test('a text left as it is changes nothing', async t => {
  const { shell, memory } = await setUp(t)
  const env = { EDITOR: 'true' }
  t.match(await shell.say(['edit', memory.id], { env }), /^nothing changed in \w+ in project: /)
  t.same(await shell.ask<Memory>(['show', memory.id]), memory)
})

t.test('what cannot be stored is refused and kept', async t => {
  const { shell, memory } = await setUp(t)
  const broken: [string, RegExp][] = [
    [': > "$1"', /it is empty/],
    ['echo only text > "$1"', /no title line/],
    [String.raw`printf -- '---\ntitle: [\n---\n\nx\n' > "$1"`, /front matter/],
    [String.raw`printf -- '---\ntitle: x\n---\n' > "$1"`, /no content/],
    [String.raw`printf -- '---\ntitle: x\nkind: No Kind\n---\n\nx\n' > "$1"`, /kind/],
    ['echo more >> "$1"; exit 3', /ended with exit code 3/],
  ]
  for (const [body, message] of broken) {
    const env = { EDITOR: makeEditor(shell, body), TMPDIR: shell.folder }
    const { code, stderr } = await shell.run(['edit', memory.id], { env })
    t.equal(code, 1, body)
    t.match(stderr, message)
    const [, kept = ''] = / is (?:kept )?in (\S+)\n$/.exec(stderr) ?? []
    t.ok(existsSync(kept), 'the text is where the message says')
  }
  t.same(await shell.ask<Memory>(['show', memory.id]), memory)
})

t.test('a change made meanwhile is not overwritten', async t => {
  const { shell, memory } = await setUp(t)
  const svc = `'${process.execPath}' '${SVC}'`
  const editor = makeEditor(
    shell,
    `${svc} edit ${memory.id} --content theirs >/dev/null; sed -i s/First/Mine/ "$1"`,
  )
  const { code, stderr } = await shell.run(['edit', memory.id], {
    env: { EDITOR: editor, TMPDIR: shell.folder },
  })
  t.equal(code, 1)
  t.match(stderr, /changed by another program meanwhile; your text is kept in/)
  t.equal((await shell.ask<Memory>(['show', memory.id])).content, 'theirs')
})

t.test('without an editor it says what else to do', async t => {
  const { shell, memory } = await setUp(t)
  const none = await shell.run(['edit', memory.id])
  t.equal(none.code, 1)
  t.match(none.stderr, /set EDITOR, or give --title/)
  const gone = await shell.run(['edit', memory.id], {
    env: { EDITOR: '/nowhere/editor', TMPDIR: shell.folder },
  })
  t.equal(gone.code, 1)
  t.match(gone.stderr, /the editor \(\/nowhere\/editor\) ended with exit code 127/)
})
