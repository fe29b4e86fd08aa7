import { basename, dirname, relative, sep } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { readCommits } from '../../store/git/commits.js'
import { readObjects } from '../../store/git/objects.js'
import { parseMemoryDocument } from '../../store/memory-document.js'
import type { Memory, MemoryDocument } from '../../store/types.js'
import { createEvent, logEvent } from '../activity.js'
import { putBack } from '../archive.js'
import type { Collection, StoredMemory } from '../collection/collection.js'
import { saysOther } from '../history.js'
import { toMemory } from '../memory.js'
import { Usage } from '../usage.js'
import { prefixOf, toStorePath } from './file-texts.js'
import type { GitStore } from './git-store.js'
import { pathspecsOf } from './log.js'

/** A memory that was brought back from a commit. It is written, and not committed. */
export interface GitRestored {
  memory: Memory
  /** The commit that it was taken from. */
  commit: string
  /** Ids of other memories of the scope that have its title. */
  sharesTitleWith: string[]
}

/** One committed version of a memory's file. */
interface Committed {
  commit: string
  /** From the store's root. */
  path: string
  object: string
}

/**
 * Brings a memory back from git: one that is gone as it was last committed, a living one as it was
 * committed before its last change, and (`ID@REV`) either as it was at that revision. A title that
 * another memory has by now stands twice: refusing would leave the text where nobody reads it, and
 * `svc doctor --fix` makes one of the two without loss. Throws MEMORY_NOT_FOUND where there is no
 * such version, INVALID_REQUEST where it cannot be used, SCOPE_NOT_FOUND where its project is not
 * known here.
 */
export async function restoreFromGit(gitStore: GitStore, given: string): Promise<GitRestored> {
  const [id = '', ...rev] = given.split('@')
  const all = await gitStore.collections.all()
  const standing = findStanding(all, id)
  const { version, document } =
    rev.length === 0
      ? await findLast(gitStore, id, standing?.document)
      : await findAt(gitStore, id, rev.join('@'))
  const collection = collectionOf(gitStore, all, version, standing)
  const fileName = basename(version.path)
  const restored = await putBack(collection, { document, fileName }, gitStore.now)
  return report(gitStore, restored, version)
}

function report(
  { store, now }: GitStore,
  { collection, memory, isNew }: Awaited<ReturnType<typeof putBack>>,
  { commit }: Committed,
): GitRestored {
  const { scope } = collection.folder
  const { id, title } = memory.document
  logEvent(store, createEvent('update', scope, now(), isNew ? { added: 1 } : { updated: 1 }))
  const sharing = collection.sharingTitle(title).map(({ document }) => document.id)
  const uses = new Usage(store).refresh().get(id) ?? 0
  const sharesTitleWith = sharing.filter(other => other !== id)
  return { memory: toMemory(memory, scope, uses), commit, sharesTitleWith }
}

/** What HEAD has comes first, then every version there was, the newest first. */
async function findLast(gitStore: GitStore, id: string, standing: MemoryDocument | undefined) {
  const { git } = gitStore
  const paths = await pathspecsOf(gitStore, id)
  const commits = await readCommits(git, { paths, isWhole: true })
  const prefix = prefixOf(gitStore)
  const versions = commits.flatMap(({ hash, changes }) =>
    changes.flatMap(({ path, newId }) => {
      const inStore = toStorePath(prefix, path)
      if (newId === undefined || inStore === undefined) return []
      return [{ commit: hash, path: inStore, object: newId }]
    }),
  )
  const atHead = commits.length === 0 ? [] : await versionsAt(gitStore, 'HEAD', id)
  const texts = await readObjects(
    git,
    [...atHead, ...versions].map(({ object }) => object),
  )
  for (const version of [...atHead, ...versions]) {
    const document = await readCommitted(version, id, texts.get(version.object))
    if (saysOther(document, standing)) return { version, document }
  }
  throw notCommitted(id, standing === undefined ? 'no version' : 'no other version')
}

async function findAt(gitStore: GitStore, id: string, rev: string) {
  const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{commit}`]
  const { code, stdout } = await gitStore.git.run(verify)
  if (code !== 0) {
    const name = JSON.stringify(rev.slice(0, 80))
    throw new SvcError('INVALID_REQUEST', `${name} names no commit; svc git log lists them`)
  }
  const commit = stdout.trim()
  const [version] = await versionsAt(gitStore, commit, id)
  if (version === undefined) throw notCommitted(id, `commit ${commit.slice(0, 10)} has no version`)
  const texts = await readObjects(gitStore.git, [version.object])
  return { version, document: await readCommitted(version, id, texts.get(version.object)) }
}

/** The files of a memory in a commit: one, unless somebody copied it. */
async function versionsAt(gitStore: GitStore, commit: string, id: string): Promise<Committed[]> {
  const named = (await pathspecsOf(gitStore, id)).map(path => path.replace(/^:\(literal\)/, ''))
  const listed = await gitStore.git.read(['ls-tree', '-r', '-z', commit, '--', '.'])
  return listed.split('\0').flatMap(entry => {
    const [head = '', path = ''] = entry.split('\t')
    const object = head.split(' ')[2] ?? ''
    const isOfMemory = path.endsWith(`--${id}.md`) || named.includes(path)
    return isOfMemory && head.startsWith('100') ? [{ commit, path, object }] : []
  })
}

/** Throws INVALID_REQUEST where the version cannot be a memory: markers, no YAML, another id. */
async function readCommitted(
  { commit, path }: Committed,
  id: string,
  text = '',
): Promise<MemoryDocument> {
  const origin = { fileName: basename(path), modifiedAt: new Date(0).toISOString() }
  const parsed = await parseMemoryDocument(text, origin)
  const problem = 'problem' in parsed ? parsed.problem : `is of ${parsed.document.id}`
  if ('document' in parsed && parsed.document.id === id) return parsed.document
  const what = `${path} in commit ${commit.slice(0, 10)} ${problem}`
  throw new SvcError('INVALID_REQUEST', `${what}; name another commit: svc git restore ${id}@REV`)
}

function findStanding(all: readonly Collection[], id: string): StoredMemory | undefined {
  return all
    .map(({ memories, tombstones }) => memories.get(id) ?? tombstones.get(id))
    .find(standing => standing !== undefined)
}

/** A memory stays in the scope where it is now; one that is gone comes back to its last one. */
function collectionOf(
  { store }: GitStore,
  all: readonly Collection[],
  { path }: Committed,
  standing: StoredMemory | undefined,
): Collection {
  const id = standing?.document.id ?? ''
  const holder = all.find(collection => standing !== undefined && collection.has(id))
  const folder = dirname(path)
  const toFolder = ({ directory }: Collection) =>
    relative(store.root, directory).split(sep).join('/')
  const found = holder ?? all.find(collection => toFolder(collection) === folder)
  if (found !== undefined) return found
  throw new SvcError(
    'SCOPE_NOT_FOUND',
    `the project of ${path} is not known on this machine; call svc in that project once, then again`,
  )
}

function notCommitted(id: string, what: string): SvcError {
  const where = `the commits of this store; svc git log ${id} shows them`
  return new SvcError('MEMORY_NOT_FOUND', `${what} of ${id} in ${where}`)
}
