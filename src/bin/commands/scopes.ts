import { SvcError } from '../../../store/errors.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { resolveProject } from '../../../store/projects/scope.js'
import type { Store } from '../../../store/store.js'
import type { InRepoView, Placement, TrustOutcome } from '../../scopes/in-repo.js'
import type { ScopeDetails, ScopeListing } from '../../scopes/list.js'
import type { MoveOutcome } from '../../scopes/move.js'
import { findExistingScope, findNamedScope, toExistingProject } from '../../scopes/names.js'
import type { MoveCounts, MoveOptions } from '../../scopes/transfer.js'
import type { UnusedInRepo } from '../../types.js'
import { UsageError, type Action, type Call } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import { indentText } from '../terminal/layout.js'
import type { Screen } from '../terminal/screen.js'
import { count, describeUnused, oneLine } from '../terminal/words.js'
import { storeOf } from './store.js'

/** `svc scope list`: every scope with what it holds, where it lies and what it is known by. */
export const scopeList: Action<ScopeListing> = {
  async run(call) {
    const store = storeOf(call)
    const { describeScopes } = await import('../../scopes/list.js')
    return describeScopes(store, resolveProject(process.cwd()).id ?? undefined)
  },
  render: renderScopes,
}

/** A scope and, indented under it, what is known of it; then each `.svc` that is not used. */
function renderScopes({ scopes, unused }: ScopeListing, screen: Screen): string[] {
  return [
    ...scopes.flatMap(scope => renderScope(scope, screen)),
    ...unused.flatMap(one => renderUnused(one, screen)),
  ]
}

/** The path stands on a line of its own, uncut: it is what a person copies. */
function renderScope(scope: ScopeDetails, screen: Screen): string[] {
  const name = scope.id === null ? 'global' : oneLine(scope.id)
  const others = scope.paths.filter(path => path !== scope.id)
  const place = scope.placement === 'in-repo' ? ' in its work tree' : ''
  const told = [
    `${count(scope.count, 'item')}${place}`,
    scope.id === null ? undefined : `folder ${oneLine(scope.folder)}`,
    ...scope.remotes.map(remote => `remote ${oneLine(remote)}`),
    scope.rootCommit && `root commit ${oneLine(scope.rootCommit).slice(0, 12)}`,
    ...others.map(path => `also ${oneLine(path)}`),
    describeSetAside(scope),
  ]
  const lines = told.filter(line => line !== undefined && line !== '') as string[]
  return [screen.styles.strong(name), ...lines.flatMap(line => indentText(line, screen))]
}

function describeSetAside({ setAside }: ScopeDetails): string | undefined {
  if (setAside === undefined) return undefined
  const files = count(setAside, 'memory file')
  return `${files} in the data directory not read; svc scope place in-repo adds them`
}

function renderUnused(unused: UnusedInRepo, screen: Screen): string[] {
  const { path, findings } = unused
  const why = describeUnused(unused)
  const what = why.endsWith('is not used') ? why : `is not used: ${why}`
  const lines = [what, ...findings.map(finding => oneLine(finding))]
  return [screen.styles.warn(oneLine(path)), ...lines.flatMap(line => indentText(line, screen))]
}

const MOVE_OPTIONS: MoveOptions = { now: () => new Date() }

/** The store of a call; moves that were interrupted are finished first. */
async function openScopes(call: Call): Promise<Store> {
  const store = storeOf(call)
  const { finishMoves } = await import('../../scopes/transfer.js')
  await finishMoves(store, MOVE_OPTIONS.now)
  return store
}

/** `svc scope link SCOPE [DIR]`: DIR belongs to that project from now on. */
export const scopeLink: Action<{ folder: string; path: string }> = {
  async run(call) {
    const store = await openScopes(call)
    const [name = '', directory = '.'] = call.operands
    const cwd = process.cwd()
    const scope = await findExistingScope(store, name, cwd)
    const { linkDirectory } = await import('../../scopes/move.js')
    return linkDirectory(store, scope, toExistingProject(directory, cwd))
  },
  render: ({ folder, path }) => `${oneLine(path)} belongs to ${oneLine(folder)} now`,
}

/** `svc scope move FROM TO`: a project's new directory, or one scope into another. */
export const scopeMove: Action<{ from: ScopeFolder; result: MoveOutcome }> = {
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
  render: ({ from: { placement, scope }, result }) => {
    const folder = oneLine(result.folder)
    if (result.outcome === 'renamed') {
      return [`${oneLine(result.path)} is the project of ${folder} now`]
    }
    const next = placement === 'in-repo' ? adviseRemoval(result, scope.id ?? '') : []
    return [...renderCounts(result, `to ${folder}`), ...next]
  },
}

/** Counts of the move to another place of a project's memories. */
interface Placed extends MoveCounts {
  placement: Placement
  /** The work tree. */
  path: string
  /** True where git leaves out what lies in its `.svc`. */
  isIgnored: boolean
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
  render: placed => {
    const { placement, path, isIgnored } = placed
    return placement === 'in-repo'
      ? [...renderCounts(placed, `into ${oneLine(path)}/.svc`), ...adviseCommit(isIgnored)]
      : [...renderCounts(placed, 'into the data directory'), ...adviseRemoval(placed, path)]
  },
}

/** Counts what was moved, and lists what stays behind. */
function renderCounts({ memories, skills, queued, left }: MoveCounts, where: string): string[] {
  const went = [
    count(memories, 'memory file'),
    ...(skills > 0 ? [count(skills, 'skill')] : []),
    ...(queued > 0 ? [`${queued} queued`] : []),
  ]
  const stays = left.map(path => `${oneLine(path)} stays: svc did not put it there`)
  return [`moved ${went.join(', ')} ${where}`, ...stays]
}

/** Next steps with the `.svc` of a work tree that memories went into. */
export function adviseCommit(isIgnored: boolean): string[] {
  if (!isIgnored) return ['commit .svc with the code']
  return ['git ignores .svc here: nobody else gets these memories until that rule is gone']
}

/** Next steps in a work tree that memories were moved out of; [] if none were. */
export function adviseRemoval({ memories, skills }: MoveCounts, workTree: string): string[] {
  if (memories + skills === 0) return []
  return [`commit the removal of ${oneLine(workTree)}/.svc where git keeps it`]
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
  const note = (why: string) => call.note(`svc: memories are merged as plain text here: ${why}`)
  const gitDirectory = gitDirectoryOf(workTree)
  if (gitDirectory !== undefined && !hasOwnConfig({ workTree, gitDirectory })) {
    note(`the repository in ${gitDirectory} is not proved to be that of ${workTree}`)
    return
  }
  try {
    await registerDriver(openProjectGit(workTree, process.env), locateProgram())
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    note(error.message)
  }
}

/** True where git leaves out the `.svc` of a work tree. */
async function isLeftOut(workTree: string): Promise<boolean> {
  const { openProjectGit } = await import('../../../store/git/git.js')
  const { isInRepoIgnored } = await import('../../scopes/in-repo.js')
  return isInRepoIgnored(openProjectGit(workTree, process.env))
}

/** A `.svc` that is trusted. */
interface Trusted extends InRepoView, TrustOutcome {
  trusted: true
}

/** Shows what is there before it is trusted, which may be refused; JSON tells of it once. */
const trust: Action<InRepoView | Trusted> = {
  async *run(call) {
    const store = storeOf(call)
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

/** Lists the content of a work tree's `.svc` for a person who is about to trust it. */
function renderInRepo(view: InRepoView): string[] {
  const { path, items, files, titles, findings, problems } = view
  const more = items > titles.length ? [`  … and ${items - titles.length} more`] : []
  return [
    `${oneLine(path)} holds ${count(items, 'memory', 'memories')} in ${count(files, 'file')}`,
    ...titles.map(title => `  ${oneLine(title)}`),
    ...more,
    ...[...findings, ...problems].map(finding => `  ${oneLine(finding)}`),
  ]
}

/** Tells how long the trust lasts, and what is not read because of it. */
function renderTrusted({ setAside }: Trusted): string[] {
  const files = count(setAside, 'memory file')
  const aside = `${files} of this project in the data directory not read now`
  return [
    'trusted, as long as the remote of the repository stays the same',
    ...(setAside === 0 ? [] : [`${aside}; svc scope place in-repo adds them`]),
  ]
}

const revoke: Action<{ path: string; trusted: false; wasTrusted: boolean }> = {
  async run(call) {
    const store = storeOf(call)
    const scope = projectOf(call)
    const { revokeTrust } = await import('../../scopes/in-repo.js')
    return { path: scope.id, trusted: false, ...revokeTrust(store, scope) }
  },
  render: ({ path, wasTrusted }) => {
    const name = `the .svc of ${oneLine(path)}`
    return wasTrusted ? `${name} is not used any more; its files stay` : `${name} was not trusted`
  },
}

function projectOf({ operands: [directory = '.'] }: Call) {
  return toExistingProject(directory, process.cwd())
}

/** `svc trust [DIR]`: the `.svc` of a work tree counts from now on, or (`--revoke`) no more. */
export function chooseTrustAction(call: Call): Action {
  return call.on('revoke') ? revoke : trust
}
