/* Files that a repository, a remote or another tool can shape, in shapes that nobody expects. */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from '../built.mjs'

/** What stands in a file's place; `nested` is written in the language of the file. */
const SHAPES = {
  'a link to /dev/zero': path => symlinkSync('/dev/zero', path),
  'a link to /dev/random': path => symlinkSync('/dev/random', path),
  'a named pipe': path => spawnSync('mkfifo', [path]),
  'a sparse file of 1 GB': path => makeSparse(path, 1 << 30),
  'a folder': path => mkdirSync(path),
  'a socket': path => listenAt(path),
  '20,000 brackets': path => writeFileSync(path, nested(path, 20_000)),
  '1,000,000 brackets': path => writeFileSync(path, nested(path, 1_000_000)),
}

const BIND =
  "net.createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))"

/** The process that binds it is killed, so that it stays; its path is short, as the system asks. */
function listenAt(path) {
  spawnSync(process.execPath, ['--eval', BIND, basename(path)], { cwd: dirname(path) })
}

function makeSparse(path, bytes) {
  const file = openSync(path, 'w')
  ftruncateSync(file, bytes)
  closeSync(file)
}

function nested(path, depth) {
  const brackets = '['.repeat(depth) + ']'.repeat(depth)
  if (/\.toml$/.test(path)) return `a = ${brackets}\n`
  if (/\.mdc?$/.test(path)) return `---\ntitle: A\ntags: ${brackets}\n---\nText\n`
  return /config$/.test(path) ? `[core]\n\ta = ${brackets}\n` : `{"hooks": ${brackets}}\n`
}

/** The settings files that hosts read in a project or at home, by the hosts' own tables. */
async function settingsFiles(env, project) {
  const { loadHosts } = await import(join(ROOT, 'dist/src/hosts/drivers.js'))
  const content = { command: () => '', server: undefined, isResident: false, plugin: '' }
  const edits = (await loadHosts()).flatMap(host => host.edits({ env, project }, content))
  return [...new Set(edits.map(({ path }) => path))]
}

/** Groups of files, and the calls that come upon them. */
async function groups({ place, hook, svc }) {
  const { cwd, env, dataDir, state } = place
  const doctor = () => svc(place, 'doctor')
  const asks = event => () =>
    hook(place, { hook_event_name: event, session_id: 'h', prompt: 'deploy ticket' })
  const list = () => svc(place, 'list')
  const at = (...names) => join(cwd, ...names)
  const own = (...names) => join(dataDir, ...names)
  const agentFiles = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.cursorrules', '.cursor/rules/a.mdc']
  return {
    'settings of a project': [await settingsFiles(env, cwd), { doctor }],
    'settings at home': [await settingsFiles(env), { doctor }],
    'agent files': [
      [...agentFiles, '.github/copilot-instructions.md', 'docs/AGENTS.md'].map(one => at(one)),
      { import: () => svc(place, 'import', '--force', cwd), SessionStart: asks('SessionStart') },
    ],
    skills: [
      [at('.claude/skills/a/SKILL.md'), at('.agents/skills/b/SKILL.md')],
      { doctor, skills: () => svc(place, 'skills'), SessionStart: asks('SessionStart') },
    ],
    'files of a git directory': [
      ['config', 'HEAD', 'commondir', 'MERGE_MSG', 'packed-refs', 'shallow'].map(one =>
        at('.git', one),
      ),
      { list, SessionStart: asks('SessionStart') },
    ],
    'a .git file': [[at('.git')], { list, SessionStart: asks('SessionStart') }],
    'memory files': [
      [own('global/memories/hostile.md')],
      { doctor, list, recall: asks('UserPromptSubmit'), check: () => svc(place, 'git', 'check') },
    ],
    'documents of the store': [
      ['config.json', 'svc.json', 'global/.gitignore'].map(one => own(one)),
      { list, recall: asks('UserPromptSubmit'), doctor },
    ],
    'documents of state': [
      [
        'usage.json',
        'skills.json',
        'spend.json',
        'feedback.json',
        'activity/000001.jsonl',
        'learned.jsonl',
        'accepted.json',
        'forgotten.jsonl',
        'hook-failures.jsonl',
      ].map(one => join(state, one)),
      { list, recall: asks('UserPromptSubmit'), doctor },
    ],
    'a transcript': [
      [join(cwd, 'transcript.jsonl')],
      {
        Stop: () =>
          hook(place, {
            hook_event_name: 'Stop',
            session_id: 'h',
            prompt_id: '1',
            transcript_path: join(cwd, 'transcript.jsonl'),
          }),
      },
    ],
  }
}

/** The shapes of a short run, which stand for the others: without an end, without a writer, too large. */
const SHORT = ['a link to /dev/zero', 'a named pipe', 'a sparse file of 1 GB', '20,000 brackets']

/** Every shape in the place of every file; without `isShort` of all of them. */
export async function hostileFiles({ makePlace, hook, svc, check, tell, isShort }) {
  if (process.platform === 'win32') return
  for (const [shape, make] of Object.entries(SHAPES)) {
    if (isShort && !SHORT.includes(shape)) continue
    const name = shape.replaceAll(/\W+/g, '-')
    const probe = makePlace(`hostile-${name}`)
    for (const group of Object.keys(await groups({ place: probe, hook, svc }))) {
      // Nobody but this user writes there, so nobody nests a million.
      if (shape === '1,000,000 brackets' && group === 'documents of state') continue
      const place = makePlace(`h-${name}-${group.replaceAll(/\W+/g, '-')}`)
      spawnSync('git', ['init', '-q'], { cwd: place.cwd })
      svc(place, 'remember', '--scope', 'global', '--title', 'The deploy needs a ticket', 'x')
      const [paths, calls] = (await groups({ place, hook, svc }))[group]
      for (const path of paths) {
        rmSync(path, { recursive: true, force: true })
        mkdirSync(dirname(path), { recursive: true })
        make(path)
      }
      for (const [call, run] of Object.entries(calls).slice(0, isShort ? 1 : undefined)) {
        const ran = run()
        const isBounded = ran.status !== null && ran.cpuMs < 2_000 && ran.mb < 200
        check(isBounded, `${shape} as ${group}: ${call}`, `${ran.status}, ${tell(ran)}`)
      }
    }
  }
}
