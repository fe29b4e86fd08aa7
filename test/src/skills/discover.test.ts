import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { discoverSkills, skillRoots } from '../../../src/skills/discover.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { processorMs } from '../../processor-time.js'
import { discover, skillFile, temporaryFolder, writeTree } from './folders.js'

const onWindows = process.platform === 'win32'

t.test('every place of a project, the home folder and the store is searched', async t => {
  const root = temporaryFolder(t)
  const dirs = { home: join(root, 'home'), project: join(root, 'app'), store: join(root, 'store') }
  const scope = { type: 'project' as const, id: dirs.project }
  const inProject = [
    '.claude',
    '.agents',
    '.codex',
    '.gemini',
    '.github',
    '.agent',
    '.paper/agents',
    '.toola',
    '.toolb',
    '.toolc',
  ]
  const inHome = ['.claude', '.agents', '.codex', '.gemini', '.copilot', '.toola']
  const write = (base: string, folder: string, name: string) =>
    writeTree(base, {
      [`${folder}/skills/${name}/SKILL.md`]: skillFile(`name: ${name}\ndescription: Use ${name}`),
    })
  inProject.forEach((folder, n) => write(dirs.project, folder, `p${n}`))
  inHome.forEach((folder, n) => write(dirs.home, folder, `h${n}`))
  write(dirs.store, 'global', 'stored')
  write(dirs.store, 'projects/app', 'distilled')
  const roots = skillRoots({
    home: dirs.home,
    project: { dir: dirs.project, scope },
    storeDirs: [
      { dir: join(dirs.store, 'global'), scope: GLOBAL_SCOPE },
      { dir: join(dirs.store, 'projects/app'), scope },
    ],
  })
  const skills = await discoverSkills({ roots })
  t.strictSame(
    skills.map(skill => `${skill.scope.type} ${skill.name}`),
    [
      ...inHome.map((_, n) => `global h${n}`),
      ...inProject.map((_, n) => `project p${n}`),
      'global stored',
      'project distilled',
    ],
  )
  const one = skills.find(skill => skill.name === 'p0')!
  t.match(one, { trigger: 'Use p0', path: join(dirs.project, '.claude/skills/p0/SKILL.md'), scope })
  t.equal(new Date(one.modifiedAt).toISOString(), one.modifiedAt)
})

t.test('a workspace is never scanned where it has no skill folder', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'docs/SKILL.md': skillFile('description: x') })
  const roots = skillRoots({
    home: join(root, 'home'),
    project: { dir: root, scope: { type: 'project', id: root } },
  })
  t.strictSame(await discoverSkills({ roots }), [])
  await discoverSkills({ roots })
  let best = Infinity
  for (let n = 0; n < 20; n++) {
    best = Math.min(best, await processorMs(() => discoverSkills({ roots })))
  }
  t.ok(best < 10, `well under a millisecond: ${best} ms of processor time`)
})

t.test('only the exact name counts, and a skill is not searched for further skills', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    'skills/a/SKILL.md': skillFile('description: a'),
    'skills/a/assets/template/SKILL.md': skillFile('description: a template'),
    'skills/b/Skill.md': skillFile('description: b'),
    'skills/c/SKILL.md.txt': skillFile('description: c'),
    'skills/.git/d/SKILL.md': skillFile('description: d'),
    'skills/node_modules/e/SKILL.md': skillFile('description: e'),
    'skills/group/sub/f/SKILL.md': skillFile('description: f'),
  })
  const { skills } = await discover(root)
  t.strictSame(
    skills.map(skill => skill.name),
    ['a', 'f'],
  )
})

t.test('six levels deep, not seven', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    'skills/1/2/3/4/5/six/SKILL.md': skillFile('description: in'),
    'skills/1/2/3/4/5/other/seven/SKILL.md': skillFile('description: out'),
  })
  t.strictSame(
    (await discover(root)).skills.map(skill => skill.name),
    ['six'],
  )
})

t.test('at most 2,000 folders are opened', async t => {
  const root = temporaryFolder(t)
  for (let n = 0; n < 2100; n++) mkdirSync(join(root, `skills/n${n}`), { recursive: true })
  writeTree(root, {
    'skills/a/SKILL.md': skillFile('description: first by name'),
    'skills/z/SKILL.md': skillFile('description: beyond the cap'),
  })
  t.strictSame(
    (await discover(root)).skills.map(skill => skill.name),
    ['a'],
  )
})

t.test('the name is that of the front matter, else of the folder, made safe', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    'skills/one/SKILL.md': skillFile('name: pdf-forms\ndescription: a'),
    'skills/two/SKILL.md': skillFile('description: b'),
    'skills/three/SKILL.md': skillFile('name: "My: Skill\\n- evil"\ndescription: c'),
    'skills/four/SKILL.md': skillFile('name: 文書\ndescription: d'),
    'skills/five/SKILL.md': skillFile('name: "***"\ndescription: e'),
    'skills/six/SKILL.md': skillFile(`name: ${'x'.repeat(100)}\ndescription: f`),
  })
  const names = (await discover(root)).skills.map(skill => skill.name)
  t.strictSame(
    names.sort(),
    ['My-Skill-evil', 'five', 'pdf-forms', 'two', 'x'.repeat(64), '文書'].sort(),
  )
})

t.test('descriptions as people write them', async t => {
  const root = temporaryFolder(t)
  const cases: Record<string, [string, string]> = {
    plain: ['description: Use when x happens', 'Use when x happens'],
    colon: ['description: Use when: x', 'Use when: x'],
    double: ['description: "Say \\"hi\\": now" # note', 'Say "hi": now'],
    single: ["description: 'It''s: x'", "It's: x"],
    folded: [
      'description: >-\n  Use when\n  x happens\n\n  again\nlicense: MIT',
      'Use when x happens again',
    ],
    literal: ['description: |\n  - not\n  - a list', '- not - a list'],
    continued: ['description: Use when\n  x happens', 'Use when x happens'],
    doubleLines: ['description: "Use when\n  x happens"', 'Use when x happens'],
    comment: ['description: Use it # not this', 'Use it'],
    escape: ['description: "caf\\u00e9"', 'café'],
    anchor: ['description: &d Use it', 'Use it'],
    extra: ['metadata:\n  description: wrong\ndescription: right', 'right'],
    when: ['name: when\nwhen_to_use: When y', 'When y'],
    both: ['description: That\nwhen_to_use: When y', 'That'],
    crlf: ['description: one\r', 'one'],
    hidden: ['description: "a\u200b b\u202e c\\n# d"', 'a b c # d'],
    number: ['description: 42', '42'],
  }
  for (const [name, [lines]] of Object.entries(cases))
    writeTree(root, { [`skills/${name}/SKILL.md`]: skillFile(lines) })
  const { skills, skipped } = await discover(root)
  const found = Object.fromEntries(
    skills.map(skill => [skill.path.split(/[\\/]/).at(-2)!, skill.trigger]),
  )
  for (const [name, [, trigger]] of Object.entries(cases)) t.equal(found[name], trigger, name)
  t.strictSame(skipped, {})
})

t.test('files that are no skill are passed over with a reason', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    'skills/a/SKILL.md': 'No front matter.',
    'skills/b/SKILL.md': skillFile('name: b'),
    'skills/c/SKILL.md': skillFile('description: ""'),
    'skills/d/SKILL.md': skillFile('description: [a, list]'),
    'skills/e/SKILL.md': `---\n${'x: y\n'.repeat(8000)}description: too far\n---\n`,
    'skills/f/SKILL.md': '---js\nprocess.exit(1)\n---\n',
    'skills/g/SKILL.md': '',
  })
  const { skills, skipped } = await discover(root)
  t.strictSame(skills, [])
  t.strictSame(skipped, {
    'skills/a/SKILL.md': 'no front matter',
    'skills/b/SKILL.md': 'no description',
    'skills/c/SKILL.md': 'no description',
    'skills/d/SKILL.md': 'no description',
    'skills/e/SKILL.md': 'no front matter',
    'skills/f/SKILL.md': 'no front matter',
    'skills/g/SKILL.md': 'no front matter',
  })
})

t.test('a long file is fine where its front matter is short', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'skills/a/SKILL.md': skillFile('description: long', 'ä'.repeat(500_000)) })
  t.match((await discover(root)).skills, [{ name: 'a', trigger: 'long' }])
})

t.test('links lead on inside the boundary only', { skip: onWindows }, async t => {
  const [root, elsewhere] = [temporaryFolder(t), temporaryFolder(t)]
  writeTree(elsewhere, { 'x/SKILL.md': skillFile('description: foreign') })
  writeTree(root, {
    'shared/b/SKILL.md': skillFile('description: shared'),
    'skills/a/SKILL.md': skillFile('description: own'),
  })
  symlinkSync('../shared/b', join(root, 'skills/b'))
  symlinkSync('..', join(root, 'skills/loop'))
  symlinkSync(join(elsewhere, 'x'), join(root, 'skills/x'))
  mkdirSync(join(root, 'skills/y'))
  symlinkSync(join(elsewhere, 'x/SKILL.md'), join(root, 'skills/y/SKILL.md'))
  mkdirSync(join(root, 'skills/z'))
  execFileSync('mkfifo', [join(root, 'skills/z/SKILL.md')])
  const { skills, skipped } = await discover(root, { within: root })
  t.strictSame(
    skills.map(skill => skill.name),
    ['a', 'b'],
  )
  t.strictSame(skipped, { 'skills/y/SKILL.md': 'outside', 'skills/z/SKILL.md': 'not a file' })
  t.strictSame(
    (await discover(root)).skills.map(skill => skill.name),
    ['a'],
    'without a wider boundary',
  )
  symlinkSync(elsewhere, join(root, 'linked'))
  t.strictSame((await discover(root, { dir: join(root, 'linked'), within: root })).skills, [])
})

t.test('within a scope the first root wins', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    'one/deploy/SKILL.md': skillFile('description: first'),
    'two/deploy/SKILL.md': skillFile('description: second'),
  })
  const scope = { type: 'project' as const, id: root }
  const roots = [
    { dir: join(root, 'one'), scope },
    { dir: join(root, 'two'), scope },
    { dir: join(root, 'two'), scope: GLOBAL_SCOPE },
  ]
  const skills = await discoverSkills({ roots: roots.slice(0, 2) })
  t.strictSame(
    skills.map(skill => skill.trigger),
    ['first'],
  )
})
