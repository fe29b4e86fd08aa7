import { runProjectGit, streamProjectGit, type Environment } from '../../../store/git/git.js'
import { findRepository } from '../../../store/git/repository.js'
import { SvcError } from '../../../store/errors.js'
import { toRealFolder } from '../../../store/files/read.js'
import type { Commit } from './message.js'

/** Commits that are read of one history, the newest. */
const MOST_COMMITS = 50_000
/** Characters that are read of one message: what is longer was pasted. */
const MOST_CHARS = 16_384
const FIELDS = ['%H', '%aI', '%an', '%B']
const ASK_MS = 10_000

/** Options of reading a history. */
interface LogOptions {
  env: Environment
  /** Only commits that are newer. */
  since?: Date | undefined
  /** Throws its reason between two pieces of the history. */
  signal?: AbortSignal | undefined
}

/**
 * The commits that lead to the one that is checked out, the newest first, without merges; of a project
 * that is a folder of its repository those that changed something in it. Nothing where none was made
 * yet. Runs nothing that the repository names. Throws WORKSPACE_NOT_FOUND where the folder lies in no
 * repository, GIT_FAILED where git refuses it.
 */
export async function* readCommits(folder: string, options: LogOptions): AsyncGenerator<Commit> {
  const { env, since, signal } = options
  const place = toRealFolder(folder)
  const repository = place === undefined ? undefined : findRepository(place)
  if (place === undefined || repository === undefined) {
    throw new SvcError('WORKSPACE_NOT_FOUND', `${folder} is in no git repository; name one`)
  }
  const head = ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']
  const { code, stderr } = await runProjectGit(place, head, { env, timeoutMs: ASK_MS })
  // Git says nothing where there is no commit yet; where it refuses the repository it says why.
  if (code !== 0 && stderr.trim() === '') return
  const args = [
    ...['log', '-z', '-s', '--no-merges', `--max-count=${MOST_COMMITS}`, '--encoding=UTF-8'],
    ...['--no-color', '--no-decorate', '--no-mailmap', '--no-notes', '--no-show-signature'],
    ...['--no-ext-diff', '--no-textconv', `--format=${FIELDS.join('%x00')}`],
    ...(since === undefined ? [] : [`--since=${since.toISOString()}`]),
    ...['HEAD', '--', ...(place === repository.workTree ? [] : ['.'])],
  ]
  const fields: string[] = []
  for await (const field of splitFields(streamProjectGit(place, args, { env, signal }))) {
    fields.push(field)
    if (fields.length < FIELDS.length) continue
    const [id = '', at = '', author = '', message = ''] = fields.splice(0)
    yield { id: id.trim(), at, author, message }
  }
}

/** Parts between NULs, cut at the characters of a message; the rest of a longer one is passed over. */
async function* splitFields(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let open = ''
  for await (const piece of pieces) {
    const parts = piece.split('\0')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      yield (open + part).slice(0, MOST_CHARS)
      open = ''
    }
    if (open.length < MOST_CHARS) open += last.slice(0, MOST_CHARS)
  }
}
