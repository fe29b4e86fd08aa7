import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync, utimesSync } from 'node:fs'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { SVC } from '../../built.mjs'
import { CHECKS } from '../../../src/health/index.js'
import { HOST_CHECKS } from '../../../src/hosts/install/check.js'
import type { DoctorFinding, DoctorReport } from '../../../src/report.js'
import { placeProject } from '../../../src/scopes/in-repo.js'
import { writeMove } from '../../../src/scopes/transfer.js'
import { writePointer } from '../../../store/projects/pointers.js'
import { listScopes } from '../../../store/projects/projects.js'
import { openService, project } from '../fixture.js'
import { forOthers, NOBODY, shareTemporary } from '../../other-user.js'
import { git, repository } from '../work-trees.js'
import { changesBetween, Desk } from './desk.js'

const DAY = 24 * 60 * 60

/** A finding for real: how it comes about, how it is told, and what becomes of it. */
interface Row {
  check: string
  what: string
  /** Makes it; answers the path that is to be named, undefined where it is about no file. */
  arrange: (desk: Desk) => string | undefined | Promise<string | undefined>
  level: 'failure' | 'remark'
  /** What is wrong and what to do, in one line. */
  says: RegExp
  /** What `--fix` changes, by its path in the home; missing where it changes nothing. */
  mends?: RegExp
  /** The check that tells of the mend, where that is another one. */
  mendedAs?: string
  /** What comes along with it, and is not looked at. */
  beside?: readonly string[]
  examine?: (desk: Desk, fix: boolean) => Promise<DoctorReport>
  isSkipped?: boolean
}

const isRoot = process.getuid?.() === 0
if (isRoot) shareTemporary()
const ASIDE = String.raw`store/state/damaged(/.*)?$`
const aside = (path: string) => new RegExp(`^(${path}$|${ASIDE})`)

const ROWS: readonly Row[] = [
  {
    check: 'manifest',
    what: 'damaged',
    arrange: ({ write, dataDir }) => write(join(dataDir, 'svc.json'), '{"cut'),
    level: 'failure',
    says: /; svc doctor --fix makes it anew$/,
    mends: aside('store/svc.json'),
  },
  {
    check: 'misplaced',
    what: 'a file where a folder should be',
    arrange: ({ write, state }) => {
      rmSync(state('sessions'), { recursive: true, force: true })
      return write(state('sessions'), 'x')
    },
    level: 'failure',
    says: /^is a file, where a folder should be; svc doctor --fix sets it aside$/,
    mends: aside('store/state/sessions'),
  },
  {
    check: 'conflict',
    what: 'a tombstone that leads nowhere',
    arrange: async desk => {
      const [path = ''] = await desk.load({ id: 'orphan12', content: 'Gone on.' })
      const text = readFileSync(path, 'utf8')
      return desk.write(path, text.replace('\n---\n\n', '\nsupersededBy: gonegone\n---\n\n'))
    },
    level: 'remark',
    says: /was merged into a memory that is gone; svc doctor --fix brings it back$/,
    mends: /^store\/(global\/memories\/orphan12|state\/(history|events|journal|revisions))/,
  },
  {
    check: 'unreadable-memory',
    what: 'a broken front matter',
    arrange: ({ write, memories }) =>
      write(join(memories, 'a.md'), '---\ntags: [a\nkind: fact\n---\n\ntext\n'),
    level: 'failure',
    says: /front matter.*[^:]; correct it in an editor, or remove it$/,
  },
  {
    check: 'unreadable-memory',
    what: 'conflict markers',
    arrange: async desk => {
      const [path = ''] = await desk.load({ id: 'marked12', content: 'It is 1.' })
      const hunk = '<<<<<<< a\nIt is 1.\n=======\nIt is 2.\n>>>>>>> b'
      return desk.write(path, readFileSync(path, 'utf8').replace('It is 1.', hunk))
    },
    level: 'failure',
    says: /^has conflict markers; svc doctor --fix merges the two sides$/,
    mends: /^store\/(global\/memories\/marked12|state\/(history|events|journal|revisions))/,
    mendedAs: 'conflict',
  },
  {
    check: 'linked-memory',
    what: 'a link among the memories',
    arrange: ({ memories, home, write }) => {
      const path = join(memories, 'link.md')
      symlinkSync(write(join(home, 'secret.md'), 'secret'), path)
      return path
    },
    level: 'remark',
    says: /^is a symbolic link, which is not followed; put the file itself in its place$/,
  },
  {
    check: 'clashing-name',
    what: 'two names that differ in case',
    arrange: ({ write, memories }) => {
      write(join(memories, 'NOTE.md'), '# One\n\nThe one.\n')
      return write(join(memories, 'note.md'), '# Two\n\nThe other.\n')
    },
    level: 'remark',
    says: /has the name NOTE\.md where case does not count.*; rename it$/,
  },
  {
    check: 'config',
    what: 'no JSON',
    arrange: ({ write, dataDir }) => write(join(dataDir, 'config.json'), '{"cut'),
    level: 'failure',
    says: /^is not the JSON document it should be; correct it in an editor$/,
  },
  {
    check: 'scope-document',
    what: 'a project that its pointer knows',
    arrange: async desk => {
      await desk.load({ id: 'abcdefgh', content: 'x', scope: project(desk.work) })
      const [key = ''] = readdirSync(join(desk.dataDir, 'projects'))
      return desk.write(join(desk.dataDir, 'projects', key, 'scope.json'), '{')
    },
    level: 'failure',
    says: /^does not say which project .*; svc doctor --fix sets it aside$/,
    mends: aside('store/projects/[^/]+/scope.json'),
  },
  {
    check: 'scope-document',
    what: 'a project that nothing leads to',
    arrange: ({ write, dataDir }) => {
      write(join(dataDir, 'projects/app-x/memories/a.md'), '# A\n\nText.\n')
      return write(join(dataDir, 'projects/app-x/scope.json'), '{')
    },
    level: 'failure',
    says: /; restore it/,
  },
  {
    check: 'state-document',
    what: 'empty',
    arrange: ({ write, state }) => write(state('usage.json'), ''),
    level: 'failure',
    says: /^is not the JSON document it should be; svc doctor --fix sets it aside$/,
    mends: aside('store/state/usage.json'),
  },
  {
    check: 'disk-space',
    what: 'a disk of 8 MB',
    arrange: ({ dataDir, t }) => {
      renameSync(dataDir, `${dataDir}-full`)
      mkdirSync(dataDir)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', dataDir])
      t.teardown(() => execFileSync('umount', ['-l', dataDir]))
      execFileSync('cp', ['-a', `${dataDir}-full/.`, dataDir])
      return dataDir
    },
    level: 'remark',
    says: /^the disk has \d MB left; make room/,
    isSkipped: !canMount(),
  },
  {
    check: 'unwritable',
    what: "another user's folder",
    arrange: ({ state, home }) => {
      mkdirSync(state('spool'), { recursive: true })
      execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, home])
      chownSync(state('spool'), 0, 0)
      chmodSync(state('spool'), 0o755)
      return state('spool')
    },
    level: 'remark',
    says: /^cannot be written in; it belongs to user 0; chmod u\+rwx, or chown it$/,
    examine: examineAsOther,
    isSkipped: !isRoot,
  },
  {
    check: 'misplaced',
    what: 'a folder of mode 000',
    arrange: ({ state, home }) => {
      mkdirSync(state('sessions'), { recursive: true })
      execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, home])
      chmodSync(state('sessions'), 0)
      return state('sessions')
    },
    level: 'failure',
    says: /^may not be used by this user; svc doctor --fix makes it readable$/,
    mends: /^store\/state\/sessions$/,
    beside: ['unwritable'],
    examine: examineAsOther,
    isSkipped: !isRoot,
  },
  ...(['spool', 'batches', 'replay'] as const).map((place): Row => ({
    check: 'broken-entry',
    what: `in ${place}`,
    arrange: ({ write, state }) => write(state(place, 'global', 'a.json'), '[]'),
    level: 'failure',
    says: /^is queued and cannot be read as JSON; svc doctor --fix sets it aside$/,
    mends: aside(`store/state/${place}/global/a.json`),
  })),
  {
    check: 'turn-queue',
    what: 'a turn of two days ago',
    arrange: ({ write, state }) =>
      dirname(write(state('spool', 'global', 'a.json'), '{}', 2 * DAY + 60)),
    level: 'remark',
    says: /^1 queued for reflection, the oldest for 2 days or more; svc reflect --scope global/,
  },
  {
    check: 'provider',
    what: 'one without its key',
    arrange: desk => void (desk.settings = { provider: 'anthropic' }),
    level: 'remark',
    says: /^nothing is learned: .*ANTHROPIC_API_KEY/,
  },
  {
    check: 'provider-unreachable',
    what: 'nobody listens',
    arrange: desk => {
      const providerUrl = 'http://127.0.0.1:1/v1'
      desk.settings = { provider: 'openai-compatible', providerUrl, model: 'm' }
      return undefined
    },
    level: 'remark',
    says: /cannot be reached \(.*\); turns wait until it answers; check SVC_PROVIDER_URL$/,
  },
  {
    check: 'failing-batch',
    what: 'one that was set aside long ago',
    arrange: ({ write, state }) => {
      const known = { format: 1, id: 'a', session: 's', lastTurn: 0, turns: ['t'] }
      const record = { ...known, failures: 5, isSetAside: true }
      const text = JSON.stringify({ ...record, error: 'the service refused' })
      return write(state('batches', 'global', 'a.json'), text, 40 * DAY)
    },
    level: 'remark',
    says: /, queued 9\d\d h ago, was set aside after 5 failures: the service refused; svc reflect --scope/,
  },
  {
    check: 'failing-batch',
    what: 'no record',
    arrange: ({ write, state }) => write(state('batches', 'global', 'a.json'), '{}'),
    level: 'failure',
    says: /^is not the record of a batch.*; svc doctor --fix sets it aside$/,
    mends: aside('store/state/batches/global/a.json'),
  },
  {
    check: 'damaged-past',
    what: 'a part that cannot be unpacked',
    arrange: ({ write, state }) =>
      write(state('past', 'global', '2026-01-02.1.jsonl.gz'), 'no gzip'),
    level: 'failure',
    says: /^holds turns of past sessions and cannot be unpacked.*; svc doctor --fix sets it aside$/,
    mends: aside('store/state/past/global/2026-01-02.1.jsonl.gz'),
  },
  {
    check: 'replay-queue',
    what: 'a batch of two days ago',
    arrange: ({ write, state }) =>
      dirname(write(state('replay', 'global', 'a.json'), '{}', 2 * DAY + 60)),
    level: 'remark',
    says: /^1 queued for consolidation, .*; svc consolidate --scope global does that now$/,
  },
  {
    check: 'duplicate-id',
    what: 'two scopes with one id',
    arrange: ({ write, memories, dataDir, work }) => {
      write(join(memories, 'a.md'), '---\nid: samesame\n---\n\n# A\n\nThe one.\n')
      const other = join(dataDir, 'projects/app-x')
      write(join(other, 'scope.json'), JSON.stringify({ type: 'project', id: work }))
      return write(join(other, 'memories/b.md'), '---\nid: samesame\n---\n\n# B\n\nThe other.\n')
    },
    level: 'failure',
    says: /^has the id samesame of .*a\.md; svc doctor --fix gives it a new one$/,
    mends: /^store\/(projects\/app-x\/memories|state\/(history|revisions|locks))/,
  },
  {
    check: 'duplicate-title',
    what: 'two of one title',
    arrange: async desk => {
      const same = { title: 'Deploy' }
      await desk.load(
        { id: 'oldest23', content: 'Run make.', ...same },
        { id: 'young234', content: 'Then wait.', ...same },
      )
      return desk.memories
    },
    level: 'remark',
    says: /^2 memories have the title "Deploy": .*; svc doctor --fix makes them one$/,
    mends: /^store\/(global\/memories\/deploy--|state\/(history|events|revisions|locks))/,
  },
  {
    check: 'returned-memory',
    what: 'forgotten and there again',
    arrange: async desk => {
      const [path = ''] = await desk.load({ id: 'again234', content: 'x' })
      const text = readFileSync(path, 'utf8')
      const { service } = openService(desk.t, desk.dataDir)
      await service.memories.forget('again234')
      await service.close()
      return desk.write(path, text)
    },
    level: 'remark',
    says: /was forgotten here on .* and came back; svc forget again234 again, or svc archive keep/,
  },
  {
    check: 'needs-review',
    what: 'a tag that a merge left',
    arrange: async desk => {
      await desk.load({ id: 'review23', content: 'x', tags: ['needs-review'] })
      return desk.dataDir
    },
    level: 'remark',
    says: /^1 memory is tagged needs-review; svc list --tags needs-review/,
  },
  {
    check: 'conflicted-skill',
    what: 'conflict markers',
    arrange: ({ write, dataDir }) =>
      write(
        join(dataDir, 'global/skills/ship/SKILL.md'),
        '---\nname: ship\ndescription: Ship it.\n---\n<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n',
      ),
    level: 'failure',
    says: /; settle the merge in an editor$/,
  },
  {
    check: 'future-date',
    what: 'a clock that was wrong',
    arrange: async desk => {
      const [path = ''] = await desk.load({ id: 'future23', content: 'x' })
      desk.age(path, -3 * DAY)
      return desk.memories
    },
    level: 'remark',
    says: /^1 memory is dated in the future, the last .*; svc edit dates a memory anew$/,
  },
  {
    check: 'git',
    what: 'no merge driver',
    arrange: async desk => {
      await desk.initGit()
      desk.git('config', '--unset-all', 'merge.svc.driver')
      return desk.dataDir
    },
    level: 'remark',
    says: /^has no merge driver; svc git init registers it$/,
  },
  {
    check: 'git-local',
    what: 'what belongs to one machine is tracked',
    arrange: async desk => {
      await desk.initGit()
      desk.write(desk.state('serve.log'), 'x\n')
      desk.git('add', '-f', '--sparse', 'state/serve.log')
      return desk.dataDir
    },
    level: 'failure',
    says: /^has 1 file in git that belongs to one machine, state\/serve\.log.*svc doctor --fix takes/,
    mends: aside('store/(\\.git/index|state/serve.log)'),
  },
  {
    check: 'git-local',
    what: 'open to a pull',
    arrange: async desk => {
      await desk.initGit()
      desk.git('config', 'core.sparseCheckout', 'false')
      return desk.dataDir
    },
    level: 'remark',
    says: /^lets a plain git pull write into bin\/ and state\/.*; svc doctor --fix closes them/,
    mends: /^store\/\.git\/(config|info\/sparse-checkout.*)$/,
  },
  {
    check: 'index-file',
    what: 'none for many memories',
    arrange: ({ write, memories }) => {
      for (let at = 0; at < 500; at++)
        write(
          join(
            memories,
            `n${at}--aaaaa${String(at).padStart(3, '0').replace(/[019]/g, 'x')}${at}.md`,
          ),
          `# Note ${at}\n\ntext ${at}\n`,
        )
      return memories
    },
    level: 'remark',
    says: /^has no search index, for 501 memories; svc doctor --fix makes it anew$/,
    mends: /^store\/state\/index(\/[^/]+\.(idx|docs))?$/,
  },
  {
    check: 'held-lock',
    what: 'for twenty minutes',
    arrange: desk => {
      desk.now = new Date(Date.now() + 20 * 60_000)
      const path = desk.state('locks', 'work-global.lock')
      mkdirSync(path, { recursive: true })
      return path
    },
    examine: (desk, fix) => {
      // Its holder lives, however long everything takes.
      utimesSync(desk.state('locks', 'work-global.lock'), Date.now() / 1_000, Date.now() / 1_000)
      return desk.examine(fix)
    },
    level: 'remark',
    says: /^is held by a process for (19|20) minutes; end it/,
  },
  {
    check: 'stale-lock',
    what: 'of a dead process',
    arrange: ({ state, age }) => {
      mkdirSync(state('locks', 'write-dead.lock'), { recursive: true })
      return age(state('locks', 'write-dead.lock'), DAY)
    },
    level: 'remark',
    says: /^is the lock of a process that no longer runs; svc doctor --fix removes it$/,
    mends: /^store\/state\/locks\/write-dead\.(?:lock|removed)$/,
  },
  {
    check: 'git-lock',
    what: 'of a git that is gone',
    arrange: async desk => {
      await desk.initGit()
      return desk.write(join(desk.dataDir, '.git', 'index.lock'), '', 2 * 60 * 60)
    },
    level: 'remark',
    says: /^was left by a git that is gone, and stops svc git commit and sync; svc doctor --fix removes it$/,
    mends: /^store\/\.git\/index\.lock$/,
  },
  {
    check: 'left-over',
    what: 'a temporary file',
    arrange: ({ write, memories }) => write(join(memories, '.a.md.77-zz.tmp'), 'x', 100),
    level: 'remark',
    says: /^was left behind by a process that was killed; svc doctor --fix removes it$/,
    mends: /^store\/global\/memories\/\.a\.md\.77-zz\.tmp$/,
  },
  {
    check: 'dead-state',
    what: 'the index of a work tree that is gone',
    arrange: ({ write, state }) => {
      write(state('index', 'gone.idx'), 'x', 40 * DAY)
      return state()
    },
    level: 'remark',
    says: /^holds 1 thing that is not needed any more, index\/gone\.idx for one; svc doctor --fix/,
    mends: /^store\/state\/(?:index\/gone\.idx|looks\.json)$/,
  },
  {
    check: 'broken-pointer',
    what: 'no JSON',
    arrange: ({ write, state }) => write(state('paths', 'abc.json'), '{'),
    level: 'remark',
    says: /^does not lead from a project to its folder; svc doctor --fix removes it$/,
    mends: /^store\/state\/paths\/abc\.json$/,
  },
  {
    check: 'broken-pointer',
    what: 'to a folder of which nothing is there',
    arrange: ({ write, state, work }) => {
      const pointer = { path: work, folder: 'work-gone' }
      return write(state('paths', 'abc.json'), JSON.stringify(pointer))
    },
    level: 'remark',
    says: /^leads .*\/work to .*\/projects\/work-gone, which is not there: .* restore it .*; svc doctor --fix removes it$/,
    mends: /^store\/state\/paths\/abc\.json$/,
  },
  {
    check: 'lost-project',
    what: 'a folder that is gone',
    arrange: async desk => {
      await desk.load({ id: 'abcdefgh', content: 'x', scope: project(desk.work) })
      const path = listScopes(desk.store).find(({ scope }) => scope.id === desk.work)!.path
      rmSync(path, { recursive: true })
      return path
    },
    level: 'failure',
    says: /^is gone with the memories of .*; restore it .*, or svc doctor --fix lets the project/,
    mends: /^store\/state\/(paths\/[^/]+\.json|revisions\/work-[^/]+\.jsonl)$/,
  },
  {
    check: 'lost-project',
    what: 'memories that lie elsewhere',
    arrange: async desk => {
      await desk.load({ id: 'abcdefgh', content: 'x', scope: project(desk.work) })
      writePointer(desk.store, { path: desk.work, folder: 'gone' })
      return join(desk.dataDir, 'projects', 'gone')
    },
    level: 'failure',
    says: /^is not there, and the memories of .* lie in work-\w+; svc scope move gone work-\w+ leads there$/,
  },
  {
    check: 'twin-folder',
    what: 'two folders of one remote',
    arrange: ({ write, dataDir }) => {
      const document = JSON.stringify({ type: 'project', remote: 'example.org/team/app' })
      for (const key of ['app-a', 'app-b'])
        write(join(dataDir, 'projects', key, 'scope.json'), document)
      return join(dataDir, 'projects', 'app-b')
    },
    level: 'remark',
    says: /^has the remote of .*; svc scope move .* makes them one$/,
  },
  {
    check: 'interrupted-move',
    what: 'a record of it',
    arrange: async desk => {
      const [from, to] = [join(desk.work, 'a'), join(desk.work, 'b')]
      await desk.load({ id: 'abcdefgh', content: 'x', scope: project(from) })
      await desk.load({ id: 'bcdefghi', content: 'y', scope: project(to) })
      const [source, target] = [from, to].map(path =>
        listScopes(desk.store).find(({ scope }) => scope.id === path)!,
      )
      writeMove(desk.store, { format: 1, from: [source!], to: target!, isWhole: true })
      return source!.path
    },
    level: 'remark',
    says: /^was being moved to .*; the next svc scope command finishes it$/,
  },
  {
    check: 'unused-in-repo',
    what: 'untrusted',
    arrange: async desk => {
      await desk.load({ id: 'abcdefgh', content: 'x', scope: project(desk.work) })
      desk.write(join(desk.work, '.svc/memories/a.md'), '# A\n\nText.\n')
      return join(desk.work, '.svc')
    },
    level: 'remark',
    says: /^is untrusted, with 1 file; svc trust .* shows and trusts it$/,
  },
  {
    check: 'unused-in-repo',
    what: 'links',
    arrange: async desk => {
      await desk.load({ id: 'abcdefgh', content: 'x', scope: project(desk.work) })
      desk.write(join(desk.work, '.svc/memories/a.md'), '# A\n\nText.\n')
      symlinkSync('/etc/passwd', join(desk.work, '.svc/memories/b.md'))
      return join(desk.work, '.svc')
    },
    level: 'remark',
    says: /symbolic link.*; put the file itself in its place/,
  },
  {
    check: 'linked-in-repo',
    what: 'a link among the files of a work tree',
    arrange: async desk => {
      const inside = await placeInRepo(desk)
      symlinkSync('/etc/passwd', join(inside, 'memories', 'b.md'))
      return inside
    },
    level: 'remark',
    says: /symbolic link.*; put the file itself in its place$/,
    beside: ['linked-memory'],
  },
  {
    check: 'set-aside',
    what: 'memories in both places',
    arrange: async desk => {
      await placeInRepo(desk)
      const [key = ''] = readdirSync(join(desk.dataDir, 'projects'))
      const folder = join(desk.dataDir, 'projects', key, 'memories')
      desk.write(join(folder, 'a.md'), '# A\n\nText.\n')
      return folder
    },
    level: 'remark',
    says: /^holds 1 memory files? not read now; svc scope place in-repo .* adds them/,
  },
  {
    check: 'hook-failure',
    what: 'a call that failed',
    arrange: ({ write, state }) => {
      const failed = { at: '2026-11-19T10:00:00.000Z', event: 'Stop', message: 'disk full' }
      return write(state('hook-failures.jsonl'), `${JSON.stringify(failed)}\n`)
    },
    level: 'remark',
    says: /^1 failed hook call, .*: disk full; svc doctor --fix clears the log$/,
    mends: /^store\/state\/hook-failures\.jsonl$/,
  },
  {
    check: 'stored-secret',
    what: 'a key that was written by hand',
    arrange: ({ write, memories, dataDir }) => {
      const key = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)].join('')
      write(join(memories, 'key.md'), `# Token\n\nThe token is ${key}.\n`)
      return dataDir
    },
    level: 'remark',
    says: /^a file holds what looks like a secret;(?: there was no time for every file;)? svc scrub shows and removes them$/,
  },
  {
    check: 'readable-by-others',
    what: 'mode 755',
    arrange: ({ dataDir }) => {
      chmodSync(dataDir, 0o755)
      return dataDir
    },
    level: 'remark',
    says: /^can be read by other users of this machine; svc doctor --fix closes it to them$/,
    mends: /^store$/,
  },
  {
    check: 'hook-not-installed',
    what: 'a host that is there',
    arrange: ({ home }) => void mkdirSync(join(home, '.claude')),
    level: 'remark',
    says: /^Claude Code does not run svc's hooks; svc install changes that$/,
  },
  {
    check: 'hook-settings',
    what: 'settings that are no JSON',
    arrange: desk => {
      desk.install()
      return desk.write(join(desk.home, '.claude', 'settings.json'), '{ "cut')
    },
    level: 'remark',
    says: /settings\.json .*; correct it in an editor$/,
    beside: ['hook-not-installed'],
  },
  {
    check: 'hook-broken',
    what: 'the launchers are gone',
    arrange: desk => {
      const path = desk.install()
      rmSync(join(desk.dataDir, 'bin'), { recursive: true })
      return path
    },
    level: 'remark',
    says: /starts .*svc-hook, which is gone; svc doctor --fix writes it anew$/,
    mends: /^store\/bin(\/|$)/,
    mendedAs: 'launcher',
  },
  {
    check: 'hook-broken',
    what: 'a program elsewhere is gone',
    arrange: desk => {
      const path = desk.install()
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, text.replaceAll(join(desk.dataDir, 'bin', 'svc-hook'), '/gone/svc-hook'))
      return path
    },
    level: 'remark',
    says: /starts \/gone\/svc-hook, which is gone; svc install --host claude-code$/,
  },
  {
    check: 'hook-incomplete',
    what: 'an event is missing',
    arrange: desk => {
      const path = desk.install()
      writeFileSync(path, readFileSync(path, 'utf8').replace('"Stop"', '"SubagentStop"'))
      return path
    },
    level: 'remark',
    says: /settings\.json lacks Stop; svc install --host claude-code$/,
  },
  {
    check: 'hook-elsewhere',
    what: 'another store',
    arrange: desk => {
      const path = desk.install()
      const other = join(desk.home, 'other')
      desk.write(join(other, 'bin', 'svc-hook'), '')
      desk.write(join(other, 'bin', 'svc'), '')
      const mine = join(desk.dataDir, 'bin')
      for (const file of [path, join(desk.home, '.claude.json')])
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll(mine, join(other, 'bin')))
      return undefined
    },
    level: 'remark',
    says: /^Claude Code uses the store in .*other, not that in .*; svc install --host claude-code$/,
  },
  {
    check: 'hook-twice',
    what: 'as a plugin too',
    arrange: desk => {
      const path = desk.install()
      const settings = JSON.parse(readFileSync(path, 'utf8')) as object
      writeFileSync(path, JSON.stringify({ ...settings, enabledPlugins: { 'svc@svc': true } }))
      return path
    },
    level: 'remark',
    says: /has svc as a plugin too .*; one of the two should go: claude plugin uninstall/,
  },
  {
    check: 'hook-too-new',
    what: 'an older Claude Code',
    arrange: desk => {
      chmodSync(desk.write(join(desk.home, 'bin', 'claude'), '#!/bin/sh\necho 2.1.117\n'), 0o755)
      return desk.install(true)
    },
    level: 'remark',
    says: /claude is older than .*; svc install --host claude-code takes it out$/,
  },
  {
    check: 'hook-left-over',
    what: 'a temporary file of an installation that was killed',
    arrange: desk => {
      desk.install()
      const name = `.settings.json.${spawnSync('true').pid}-0abc.tmp`
      return desk.write(join(desk.home, '.claude', name), 'half')
    },
    level: 'remark',
    says: /was left behind by an installation that was killed; svc doctor --fix removes it$/,
    mends: /^\.claude\/\.settings\.json\./,
  },
  {
    check: 'launcher',
    what: 'of another version',
    arrange: desk => {
      desk.install()
      return desk.write(join(desk.dataDir, 'bin', 'svc-hook'), '#!/bin/sh\n')
    },
    level: 'remark',
    says: /svc-hook is of another version; svc doctor --fix mends it$/,
    mends: /^store\/bin\/svc-hook$/,
  },
  {
    check: 'launcher-version',
    what: 'hooks of an older svc',
    arrange: desk => {
      desk.install()
      desk.release('0.0.9')
      return join(desk.dataDir, 'bin', 'svc-hook')
    },
    level: 'remark',
    says: /starts svc 0\.0\.9 .*; svc install --host NAME leads it to this one$/,
  },
]

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
}

/** A project whose memories lie in its work tree; the folder of these. */
async function placeInRepo(desk: Desk): Promise<string> {
  const app = repository(join(desk.work, 'app'))
  await desk.load({ id: 'abcdefgh', content: 'x', scope: project(app) })
  const options = { now: () => new Date(), patienceMs: 0 }
  await placeProject(desk.store, { type: 'project', id: app }, 'in-repo', options)
  git(app, 'add', '.')
  return join(app, '.svc')
}

/** What another user than root is told, by the program itself. */
function examineAsOther({ dataDir, home, env }: Desk, fix: boolean): Promise<DoctorReport> {
  chmodSync(home, 0o755)
  const command = [SVC, 'doctor', '--json', ...(fix ? ['--fix'] : [])]
  const how = { uid: NOBODY, gid: NOBODY, cwd: '/', env: { ...env, SVC_DATA_DIR: dataDir } }
  const [node = '', ...args] = [process.execPath, ...command].map(forOthers)
  const { stdout, stderr } = spawnSync(node, args, { ...how, encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return Promise.resolve(JSON.parse(stdout) as DoctorReport)
}

t.test('every finding that the doctor can have is in the table', t => {
  const names = [...CHECKS.map(({ name }) => name), ...HOST_CHECKS]
  const rows = new Set(ROWS.map(({ check }) => check))
  t.same([...rows].sort(), [...names].sort())
  t.equal(new Set(names).size, names.length)
  t.end()
})

t.test('a store with one memory has none of them', async t => {
  const desk = await openDesk(t)
  const before = desk.list()
  for (const fix of [false, true]) t.match(await desk.examine(fix), { ok: true, findings: [] })
  t.same(changesBetween(before, desk.list()), [])
})

async function openDesk(t: Test): Promise<Desk> {
  const desk = new Desk(t)
  await desk.load({ id: 'standing', content: 'It stays.' })
  return desk
}

for (const row of ROWS) {
  t.test(`${row.check}: ${row.what}`, { skip: row.isSkipped === true }, async t => {
    const desk = await openDesk(t)
    const path = await row.arrange(desk)
    const examine = (fix: boolean) => row.examine?.(desk, fix) ?? desk.examine(fix)
    if (row.examine === undefined) await desk.look()
    const before = desk.list()
    const report = await examine(false)
    t.same(changesBetween(before, desk.list()), [], 'looking changes nothing')
    checkTold(t, row, path, report)

    const mended = await examine(true)
    const changed = changesBetween(before, desk.list())
    const again = await examine(false)
    const names = again.findings.map(({ check }) => check)
    if (row.mends === undefined) {
      t.same(changed, [], '--fix changes nothing')
      t.ok(names.includes(row.check), 'it is still named')
      t.notOk(mended.findings.some(({ fixed }) => fixed))
      return
    }
    const others = changed.filter(one => !row.mends!.test(one))
    t.ok(changed.length > 0, 'something is changed')
    t.same(others, [], '--fix changes what the finding is about')
    const told = mended.findings.filter(({ check }) => check === (row.mendedAs ?? row.check))
    t.ok(told.length > 0 && told.every(({ fixed }) => fixed), 'it is told')
    t.notOk(names.includes(row.check), 'the next run does not name it')
  })
}

/** It is named with its file, and says what to do, and whether `--fix` does it. */
function checkTold(
  t: Test,
  row: Row,
  path: string | undefined,
  { findings, ok }: DoctorReport,
): void {
  const found = findings.filter(({ check }) => check === row.check)
  const others = findings.map(({ check }) => check).filter(check => check !== row.check)
  t.same(new Set(others), new Set(row.beside ?? []), 'nothing else is named')
  const lines = found.map(({ message, mend }) => (mend ? `${message}; ${mend}` : message))
  t.match(lines.find(line => row.says.test(line)) ?? lines.join('\n'), row.says)
  const names = ({ path: own, message }: DoctorFinding) =>
    path === undefined || own === path || message.includes(path)
  t.ok(found.some(names), `names ${path}`)
  for (const finding of found) {
    t.equal(finding.level, row.level)
    t.equal(finding.fixable === true, row.mends !== undefined, 'says whether --fix mends it')
  }
  if (row.beside === undefined) t.equal(ok, row.level === 'remark')
  t.notOk(found.some(({ fixed }) => fixed))
}
