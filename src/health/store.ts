import { statSync, rmSync, lstatSync } from 'node:fs'
import { join, basename, dirname } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { makePrivate, temporariesBelow } from '../../store/files/atomic.js'
import { readJsonDocument } from '../../store/files/json.js'
import { LOCK_STALE_MS, lockAge, removeLock } from '../../store/files/lock.js'
import { hasConflict } from '../../store/document/problems.js'
import { listNames, readSmallFile } from '../../store/files/read.js'
import { listSpool } from '../../store/files/spool.js'
import { lockNames } from '../../store/locks.js'
import { quoteForShell } from '../../store/git/repository.js'
import { listScopeDocuments, readScopeDocument } from '../../store/projects/document.js'
import { recordScope, toDataFolder } from '../../store/projects/folder.js'
import { findTwins } from '../../store/projects/identity.js'
import { listPointerFiles, inRepoFolder, readPointers } from '../../store/projects/pointers.js'
import { placesOf, statePath } from '../../store/store.js'
import { createConfig } from '../config.js'
import { readConfigFile, readConsent } from '../settings/accepted.js'
import { describeHeldBack, mergeEntries } from '../settings/entries.js'
import { findUnknownKeys } from '../settings/faults.js'
import {
  countMemoryFiles,
  findAbsentFolders,
  findUnusedInRepo,
  inspectInRepo,
  type AbsentFolder,
} from '../scopes/list.js'
import { readMoves } from '../scopes/transfer.js'
import { countSecrets } from '../scrub/find.js'
import { HAS_MARKERS, discoverSkills, skillRoots } from '../skills/discover.js'
import { type Check, type Examined, type Found, failure, remark, settling } from './check.js'
import { settingAside } from './damage.js'
import { FILE_ITSELF } from './memories.js'

const IN_EDITOR = 'correct it in an editor'
const NO_JSON = 'is not the JSON document it should be'

/** `config.json`: not JSON, or with values that no setting accepts. */
export const configDocument: Check = {
  name: 'config',
  run: ({ store }) => {
    const path = join(store.root, 'config.json')
    const read = readConfigFile(store.root)
    if (read !== undefined && 'problem' in read) {
      return [failure(path, read.text === undefined ? read.problem : NO_JSON, IN_EDITOR)]
    }
    const entries = read?.entries
    const found: Found[] = findUnknownKeys(mergeEntries(entries)).map(key =>
      remark(path, `names ${key}, which no setting has: it has no effect`, 'correct or remove it'),
    )
    createConfig({
      ...(entries !== undefined && { entries }),
      consent: readConsent(store.root, entries),
      onHeldBack: held => found.push(remark(path, describeHeldBack(held))),
      onProblem: message => found.push(failure(path, message, IN_EDITOR)),
      onWarning: message => found.push(remark(path, message)),
    })
    return found
  },
}

/** `scope.json` of a project folder: what tells which project the folder belongs to. */
export const scopeDocument: Check = {
  name: 'scope-document',
  run: examined =>
    listScopeDocuments(examined.store)
      .filter(({ faults }) => faults.length > 0)
      .map(({ path, isSound, faults }) =>
        isSound ? failure(path, faults.join('; '), IN_EDITOR) : tellScopeDocument(examined, path),
      ),
}

/** A pointer of this machine that leads to the folder tells which project that is. */
function tellScopeDocument(examined: Examined, path: string): Found {
  const { store, fix } = examined
  const message = 'does not say which project its folder belongs to'
  const key = basename(dirname(path))
  const pointer = readPointers(store).find(({ folder }) => folder === key)
  if (pointer === undefined || hasConflict(readSmallFile(path) ?? ''))
    return failure(path, message, 'restore it')
  const found = settingAside(examined, path, message)
  if (fix) recordScope(toDataFolder(store, { type: 'project', id: pointer.path }, key))
  return found
}

/** JSON documents of local state that cannot be read; most are taken as empty then. */
export const stateDocument: Check = {
  name: 'state-document',
  run: examined => {
    const { store } = examined
    const single = placesOf('document').map(name => statePath(store, name))
    const others = placesOf('documents').flatMap(name =>
      listSpool(statePath(store, name)).map(one => statePath(store, name, `${one}.json`)),
    )
    return [...others, ...single].flatMap(path => {
      const read = readOrProblem(path)
      return 'problem' in read ? [settingAside(examined, path, read.problem)] : []
    })
  },
}

function readOrProblem<T>(path: string): { value: T } | { problem: string } {
  try {
    return { value: readJsonDocument<T>(path, {} as T) }
  } catch (error) {
    if (error instanceof SvcError) return { problem: NO_JSON }
    return { problem: `cannot be read: ${error instanceof Error ? error.message : 'unknown'}` }
  }
}

/** Locks of dead processes, and such as cannot be taken because something lies inside. */
export const staleLock: Check = {
  name: 'stale-lock',
  run: ({ store, fix }) => {
    const directory = statePath(store, 'locks')
    return lockNames(directory)
      .filter(name => isStale(join(directory, name)))
      .map(name => {
        const path = join(directory, `${name}.lock`)
        const foreign = listNames(path).length > 0
        const message = foreign
          ? 'cannot be taken: a file that svc did not write lies inside'
          : 'is the lock of a process that no longer runs'
        const by = () => removeLock(join(directory, name))
        return settling({ path, message, does: 'removes it' }, { fix, by })
      })
  },
}

/** A holder refreshes its lock every second; a clock that was wrong dates it into the future. */
function isStale(path: string): boolean {
  return Math.abs(lockAge(path) ?? 0) > LOCK_STALE_MS
}

/** A writer needs milliseconds: a temporary file of this age belongs to nobody. */
const ABANDONED_MS = 60_000

/** Temporary files that killed writers left anywhere in the store. */
export const leftOver: Check = {
  name: 'left-over',
  run: ({ store, fix, now }) =>
    [...temporariesBelow(store.root)]
      .filter(path => now.getTime() - timeOf(path) > ABANDONED_MS)
      .map(path => {
        const message = 'was left behind by a process that was killed'
        const by = () => rmSync(path, { force: true })
        return settling({ path, message, does: 'removes it' }, { fix, by })
      }),
}

function timeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
}

const OTHERS = 0o077

/** A data directory that other users of the machine can read. Windows has no such modes. */
export const readableByOthers: Check = {
  name: 'readable-by-others',
  run: ({ store, fix }) => {
    const isOpen = (statSync(store.root).mode & OTHERS) !== 0
    if (!isOpen || process.platform === 'win32') return []
    const message = 'can be read by other users of this machine'
    const by = () => makePrivate(store.root, 'directory')
    return [settling({ path: store.root, message, does: 'closes it to them' }, { fix, by })]
  },
}

/** Files that lead from a project's path to its folder; one that is removed is made anew. */
export const brokenPointer: Check = {
  name: 'broken-pointer',
  run: ({ store, fix }) => {
    const unread = listPointerFiles(store).filter(({ pointer }) => pointer === undefined)
    const broken = unread.map(({ path }) => ({ path, message: NO_POINTER }))
    return [...broken, ...findAbsentFolders(store).map(tellAbsent)].map(({ path, message }) => {
      const by = () => rmSync(path, { force: true })
      return settling({ path, message, does: 'removes it' }, { fix, by })
    })
  },
}

const NO_POINTER = 'does not lead from a project to its folder'

function tellAbsent({ pointer, project, path }: AbsentFolder): { path: string; message: string } {
  const what = `leads ${project} to ${path}, which is not there`
  return { path: pointer, message: `${what}: if memories lay in it, restore it from git or a copy` }
}

/** Two folders of one project, made on two machines before they knew of each other. */
export const twinFolder: Check = {
  name: 'twin-folder',
  run: ({ store }) => {
    const folders = listScopeDocuments(store).map(({ path }) => dirname(path))
    const known = folders.map(path => ({
      folder: basename(path),
      document: readScopeDocument(path),
    }))
    return findTwins(known).map(({ folder, twin, by }) => {
      const way = `svc scope move ${folder} ${twin} makes them one`
      return remark(join(store.root, 'projects', folder), `has the ${by} of ${twin}`, way)
    })
  },
}

/** Moves between scopes that were interrupted: repeating them, or a service, finishes them. */
export const interruptedMove: Check = {
  name: 'interrupted-move',
  run: ({ store }) =>
    readMoves(store).map(({ from, to }) => {
      const path = from[0]?.path ?? to.path
      const mend = 'the next svc scope command finishes it'
      return remark(path, `was being moved to ${to.path}`, mend)
    }),
}

/**
 * The `.svc` folders of projects that are not used: one that nobody trusted is worth a word, one
 * that was trusted and must not be used is a failure, because its memories are missing.
 */
export const unusedInRepo: Check = {
  name: 'unused-in-repo',
  run: ({ store }) =>
    findUnusedInRepo(store).flatMap(({ path, project, reason, files, findings }): Found[] => {
      if (reason === 'refused') return findings.map(finding => failure(path, finding, FILE_ITSELF))
      if (findings.length === 0) {
        const what = `is untrusted, with ${files === 1 ? '1 file' : `${files} files`}`
        return [remark(path, what, `svc trust ${quoteForShell(project)} shows and trusts it`)]
      }
      return [
        remark(path, 'holds symbolic links and is not used', `${FILE_ITSELF} of each link`),
        ...findings.map(finding => remark(path, finding, FILE_ITSELF)),
      ]
    }),
}

/** Links in the `.svc` of a project that is used: none of them is followed. */
export const linkedInRepo: Check = {
  name: 'linked-in-repo',
  run: ({ collections }) =>
    collections.flatMap(({ folder: { placement, scope } }) => {
      if (placement !== 'in-repo' || scope.type === 'global') return []
      const findings = inspectInRepo(scope.id)?.findings ?? []
      return findings.map(finding => remark(inRepoFolder(scope.id), finding, FILE_ITSELF))
    }),
}

/** Memories in the data directory that are not read, because the project's work tree has its own. */
export const setAside: Check = {
  name: 'set-aside',
  run: ({ store, collections }) =>
    collections.flatMap(({ folder }) => {
      if (folder.placement !== 'in-repo' || folder.scope.type === 'global') return []
      const { path } = toDataFolder(store, folder.scope, folder.key)
      const files = countMemoryFiles(path)
      if (files === 0) return []
      const place = `svc scope place in-repo ${quoteForShell(folder.scope.id)}`
      const message = `holds ${files} memory files not read now`
      return [remark(join(path, 'memories'), message, `${place} adds them to the work tree`)]
    }),
}

/** Skills of the store with conflict markers: no model is told of them until they are settled. */
export const conflictedSkill: Check = {
  name: 'conflicted-skill',
  run: async ({ collections }) => {
    const found: Found[] = []
    const storeDirs = collections.map(({ folder: { path, scope } }) => ({ dir: path, scope }))
    const onSkip = (path: string, reason: string) => {
      if (reason === HAS_MARKERS) found.push(failure(path, reason, 'settle the merge in an editor'))
    }
    await discoverSkills({ roots: skillRoots({ storeDirs }), onSkip })
    return found
  },
}

/** A doctor answers at once: `svc scrub` looks into the rest (milliseconds). */
const LOOK_MS = 300

/** Files that hold what looks like a secret, most often because a person wrote them by hand. */
export const storedSecret: Check = {
  name: 'stored-secret',
  run: async ({ store }) => {
    const { secrets, files, isWhole } = await countSecrets(store, LOOK_MS)
    if (secrets === 0) return []
    const what = secrets === 1 ? 'what looks like a secret' : `${secrets} that look like secrets`
    const where = files === 1 ? 'a file holds' : `${files} files hold`
    const rest = isWhole ? '' : '; there was no time for every file'
    return [remark(store.root, `${where} ${what}${rest}`, 'svc scrub shows and removes them')]
  },
}
