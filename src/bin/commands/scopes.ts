import { SvcError } from '../../../store/errors.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { openStore, type Store } from '../../../store/store.js'
import type { InRepoView } from '../../scopes/in-repo.js'
import type { ScopeListing } from '../../scopes/list.js'
import { findExistingScope, findNamedScope, toExistingProject } from '../../scopes/names.js'
import type { MoveOptions } from '../../scopes/transfer.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import {
  renderInRepo,
  renderLink,
  renderMove,
  renderPlace,
  renderRevoked,
  renderScopes,
  renderTrusted,
  type Linked,
  type Moved,
  type Placed,
  type Revoked,
  type Trusted,
} from '../terminal/scopes.js'

/** `svc scope list`: every scope with what it holds, where it lies and what it is known by. */
export const scopeList: Action<ScopeListing> = {
  async run(call) {
    const store = openStore(call.config().databasePath, process.env)
    const { describeScopes } = await import('../../scopes/list.js')
    return describeScopes(store, resolveProject(process.cwd()).id ?? undefined)
  },
  render: renderScopes,
}

const MOVE_OPTIONS: MoveOptions = { now: () => new Date() }

/** The store of a call; moves that were interrupted are finished first. */
async function openScopes(call: Call): Promise<Store> {
  const store = openStore(call.config().databasePath, process.env)
  const { finishMoves } = await import('../../scopes/transfer.js')
  await finishMoves(store, MOVE_OPTIONS.now)
  return store
}

/** `svc scope link SCOPE [DIR]`: DIR belongs to that project from now on. */
export const scopeLink: Action<Linked> = {
  async run(call) {
    const store = await openScopes(call)
    const [name = '', directory = '.'] = call.operands
    const cwd = process.cwd()
    const scope = await findExistingScope(store, name, cwd)
    const { linkDirectory } = await import('../../scopes/move.js')
    return linkDirectory(store, scope, toExistingProject(directory, cwd))
  },
  render: renderLink,
}

/** `svc scope move FROM TO`: a project's new directory, or one scope into another. */
export const scopeMove: Action<Moved> = {
  async run(call) {
    const store = await openScopes(call)
    const [from = '', to = ''] = call.operands
    const cwd = process.cwd()
    const source = await findExistingScope(store, from, cwd)
    const target = await findNamedScope(store, to, cwd)
    const { moveScope } = await import('../../scopes/move.js')
    return { from: source, result: await moveScope(store, source, target, MOVE_OPTIONS) }
  },
  toJson: ({ result }) => result,
  render: renderMove,
}

/** `svc scope place in-repo|data-dir [DIR]`: where a project's memories lie from now on. */
export const scopePlace: Action<Placed> = {
  async run(call) {
    const [placement, directory = '.'] = call.operands
    if (placement !== 'in-repo' && placement !== 'data-dir') {
      throw new UsageError(`${placement} is neither in-repo nor data-dir`, call.command)
    }
    const store = await openScopes(call)
    const scope = toExistingProject(directory, process.cwd())
    const { placeProject } = await import('../../scopes/in-repo.js')
    const counts = await placeProject(store, scope, placement, MOVE_OPTIONS)
    if (placement === 'in-repo') await useDriver(scope.id, call)
    const isIgnored = placement === 'in-repo' && (await isLeftOut(scope.id))
    return { placement, path: scope.id, ...counts, isIgnored }
  },
  toJson: ({ isIgnored: _, ...placed }) => placed,
  render: renderPlace,
}

/**
 * Registers the merge driver in the repository of a work tree whose memories lie in it. Without
 * git, and where the repository is not proved to be the work tree's, the memories are used all the
 * same, and that is said.
 */
async function useDriver(workTree: string, call: Call): Promise<void> {
  const { openProjectGit } = await import('../../../store/git/git.js')
  const { gitDirectoryOf, hasOwnConfig } = await import('../../../store/git/repository.js')
  const { registerDriver } = await import('../../git/driver.js')
  const gitDirectory = gitDirectoryOf(workTree)
  if (gitDirectory !== undefined && !hasOwnConfig({ workTree, gitDirectory })) {
    const whose = `the repository in ${gitDirectory} is not proved to be that of ${workTree}`
    call.note(`svc: memories are merged as plain text here: ${whose}`)
    return
  }
  try {
    await registerDriver(openProjectGit(workTree, process.env), locateProgram())
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    call.note(`svc: memories are merged as plain text here: ${error.message}`)
  }
}

/** True where git leaves out the `.svc` of a work tree. */
async function isLeftOut(workTree: string): Promise<boolean> {
  const { openProjectGit } = await import('../../../store/git/git.js')
  const { isInRepoIgnored } = await import('../../scopes/in-repo.js')
  return isInRepoIgnored(openProjectGit(workTree, process.env))
}

/** Shows what is there before it is trusted, which may be refused; JSON tells of it once. */
const trust: Action<InRepoView | Trusted> = {
  async *run(call) {
    const store = openStore(call.config().databasePath, process.env)
    const scope = projectOf(call)
    const { readInRepo, trustProject } = await import('../../scopes/in-repo.js')
    const view = await readInRepo(scope)
    yield view
    const { setAside } = await trustProject(store, scope)
    await useDriver(scope.id, call)
    yield { ...view, trusted: true, setAside }
  },
  toJson: step => ('trusted' in step ? step : undefined),
  render: step => ('trusted' in step ? renderTrusted(step) : renderInRepo(step)),
}

const revoke: Action<Revoked> = {
  async run(call) {
    const store = openStore(call.config().databasePath, process.env)
    const scope = projectOf(call)
    const { revokeTrust } = await import('../../scopes/in-repo.js')
    return { path: scope.id, trusted: false, ...revokeTrust(store, scope) }
  },
  render: renderRevoked,
}

function projectOf({ operands: [directory = '.'] }: Call) {
  return toExistingProject(directory, process.cwd())
}

/** `svc trust [DIR]`: the `.svc` of a work tree counts from now on, or (`--revoke`) no more. */
export function chooseTrustAction(call: Call): Action {
  return call.on('revoke') ? revoke : trust
}
