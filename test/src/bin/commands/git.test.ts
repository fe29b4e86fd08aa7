import t from 'tap'
import { renderGitStatus, renderInit } from '../../../../src/bin/commands/git-status.js'
import { renderCommit, renderSync } from '../../../../src/bin/commands/git.js'
import { createStyles, type Screen } from '../../../../src/bin/terminal/screen.js'
import { widestOf } from '../../../../src/bin/terminal/layout.js'
import type { StoreGitStatus, SyncResult } from '../../../../src/git/sync.js'
import type { StoreChange } from '../../../../src/git/changes.js'

const screen: Screen = { columns: 80, styles: createStyles(false), now: 0 }
const LONG = 'Ein Titel, der viel zu lang ist 日本語 '.repeat(8)

function changeOf(fields: Partial<StoreChange>): StoreChange {
  const path = 'global/memories/a.md'
  return { kind: 'added', what: 'memory', title: 'A', scope: 'global', path, ...fields }
}

const CHANGES = [
  changeOf({ title: LONG }),
  changeOf({ kind: 'changed', title: 'Red \u001b[31m\u202e' }),
  changeOf({ kind: 'merged' }),
  changeOf({ what: 'skill', title: 'release', scope: 'a-project' }),
  changeOf({ what: 'file', title: 'config.json', scope: '', kind: 'changed' }),
]

const STATUS: StoreGitStatus = {
  store: '/home/ada/.local/share/svc',
  workTree: '/home/ada/.local/share/svc',
  branch: 'main',
  head: 'a'.repeat(40),
  changes: [],
  unmerged: [],
  driver: 'registered',
  returned: [],
  localTracked: false,
  ignored: [],
}

const IGNORED = { path: 'svc.json', rule: '*.json', place: '.gitignore:3' }

const SYNC: SyncResult = {
  store: '/s',
  branch: 'main',
  remote: 'origin',
  committed: [],
  merged: [],
  settled: [],
  left: [],
  open: false,
  pushed: 0,
  notes: [],
  review: [],
  returned: [],
}

t.test('a status fits a terminal, whatever it is about', async t => {
  const status: StoreGitStatus = {
    ...STATUS,
    store: `/${'a long path/'.repeat(20)}`,
    remote: 'origin',
    url: `https://example.com/${'x'.repeat(100)}`,
    distance: { ahead: 1, behind: 2 },
    changes: CHANGES,
    operation: 'cherry-pick',
    unmerged: [`global/memories/${'x'.repeat(90)}.md`],
    driver: 'without its program',
    returned: [
      {
        id: 'abcdefgh',
        title: LONG,
        scope: { type: 'global', id: null },
        path: '/x',
        forgottenAt: '2026-11-20T10:00:00.000Z',
      },
    ],
    localTracked: true,
  }
  const lines = renderGitStatus(status, screen)
  t.ok(widestOf(lines) <= 80)
  const text = lines.join('\n')
  t.match(text, /changes +3 added, 1 changed|changes +2 added, 1 changed, 1 merged away/)
  t.match(text, /commits +1 to push, 2 to take in/)
  t.match(text, /cherry-pick; finish it \(git cherry-pick --continue\)/)
  t.match(text, /tracked +files of bin\/ or state\/: svc doctor --fix takes them out$/m)
  t.match(text, /svc forget abcdefgh again/)
  t.match(text, /its program is gone; svc git init/)
  t.notMatch(text, /[\u001b\u202e]/)
})

t.test('a status tells what is missing', async t => {
  const { branch: _, head: __, ...rest } = STATUS
  const text = renderGitStatus({ ...rest, driver: 'missing' }, screen).join('\n')
  t.match(text, /branch +none \(HEAD is detached\)/)
  t.match(text, /remote +none[^]*add a remote: git -C \S+ remote add origin URL/)
  t.match(text, /commits +none yet/)
  t.match(text, /driver +not registered; svc git init/)
  const never = renderGitStatus({ ...STATUS, remote: 'origin', url: '/r' }, screen).join('\n')
  t.match(never, /never synced; svc git sync/)
})

t.test('a commit lists what it took up', async t => {
  const lines = renderCommit({ commit: 'abcdef0123', changes: CHANGES }, screen)
  t.equal(lines[0], 'committed abcdef0: 2 added, 1 changed, 1 merged away')
  t.ok(widestOf(lines) <= 80)
  t.same(lines.slice(3), [
    '  - A (global): merged away',
    '  + skill release (a-project)',
    '  ~ config.json',
  ])
  t.same(renderCommit({ changes: [] }, screen), ['nothing to commit'])
})

t.test('a sync says what it did and what is left to do', async t => {
  t.same(renderSync(SYNC, screen), ['nothing to do: in step with origin/main'])
  const { remote: _, ...alone } = SYNC
  t.same(renderSync(alone, screen), [
    'nothing to commit',
    'there is no remote to share with; add one:',
    '  git -C /s remote add origin URL',
  ])
  t.same(renderSync({ ...alone, undecided: ['home', 'work'] }, screen), [
    'nothing to commit',
    'nothing is shared: there are several remotes (home, work)',
    'and main follows none of them; choose one:',
    '  git -C /s config branch.main.remote home',
  ])
  const pushed = renderSync({ ...SYNC, merged: [changeOf({})], pushed: 1 }, screen)
  t.same(pushed, ['merged: 1 added', '  + A (global)', 'pushed 1 commit to origin/main'])
  const settled = [{ path: 'global/memories/a.md', how: 'kept both statements' }]
  const left = [{ path: `global/memories/${'x'.repeat(90)}.md`, reason: 'is not merged' }]
  const open = renderSync({ ...SYNC, settled, left, open: true }, screen)
  t.match(open.join('\n'), /settled global\/memories\/a\.md: kept both statements\nleft for you/)
  t.match(open.join('\n'), /git -C \/s merge --abort$/)
  t.notMatch(open.join('\n'), /in step/)
  const review = [{ id: 'abcdefgh', title: 'A', path: '/s/global/memories/a.md' }]
  t.match(renderSync({ ...SYNC, review, pushed: 1 }, screen).at(-1), /both sides, look at it: A/)
  t.match(renderSync({ ...SYNC, left, pushed: 1 }, screen).join('\n'), /pushed 1 [^]*svc git sync$/)
})

t.test('warnings are coloured and hold no other control character', async t => {
  const colours = { ...screen, styles: createStyles(true) }
  const title = `Red \u001b[31m\u202e ${LONG}`
  const lines = [
    ...renderGitStatus({ ...STATUS, remote: 'origin', url: '/r', ignored: [IGNORED] }, colours),
    ...renderSync({ ...SYNC, review: [{ id: 'abcdefgh', title, path: '/a.md' }] }, colours),
  ]
  const text = lines.join('\n')
  t.match(text, /^ {2}\u001b\[33mgit ignores svc\.json.*\u001b\[39m$/m)
  t.match(text, /^ {2}\u001b\[33mchanged on both sides, look at it: Red \\x1b\[31m.*\u001b\[39m$/m)
  t.notMatch(text, /\\x1b\[(?:33|39)m/, 'no code is spelt out')
  const plain = lines.map(line => line.replace(/\u001b\[(?:1|2|22|33|39)m/g, ''))
  t.notMatch(plain.join('\n'), /[\u001b\u202e]/)
  t.ok(widestOf(plain) <= 80)
})

t.test('init says what it did and what comes next', async t => {
  const done = {
    store: '/s',
    workTree: '/s',
    created: false,
    driver: false,
    files: [],
    isGuarded: false,
    localTracked: false,
    ignored: [],
    remote: 'origin',
  }
  t.same(renderInit(done, screen), ['nothing to do for /s'])
  const files = [
    { name: '.gitignore', lines: ['/state/'], isLink: false },
    { name: '.gitattributes', lines: ['*.md text'], isLink: true },
  ]
  const { remote: _, ...rest } = done
  t.same(
    renderInit(
      { ...rest, workTree: '/', driver: true, files, localTracked: true, ignored: [IGNORED] },
      screen,
    ),
    [
      'prepared /s in /',
      'added to .gitignore: /state/',
      '.gitattributes is a symbolic link; add to it yourself: *.md text',
      'registered the merge driver',
      'git tracks files of bin/ or state/: svc doctor --fix takes them out',
      'git ignores svc.json: the rule *.json in .gitignore:3',
      'next: git -C /s remote add origin URL',
      'then: svc git sync',
    ],
  )
})
