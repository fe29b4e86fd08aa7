import { SvcError } from '../../../store/errors.js'
import { openGit } from '../../../store/git/git.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { openStore, type Store } from '../../../store/store.js'
import { registerDriver } from '../../git/init.js'
import {
  isInRepoIgnored,
  placeProject,
  type Placement,
  readInRepo,
  revokeTrust,
  trustProject,
  type InRepoView,
} from '../../scopes/in-repo.js'
import { describeScopes } from '../../scopes/list.js'
import { linkDirectory, moveScope, type MoveOutcome } from '../../scopes/move.js'
import { findExistingScope, toExistingProject, findNamedScope } from '../../scopes/names.js'
import { type MoveOptions, finishMoves } from '../../scopes/transfer.js'
import { type Call, UsageError } from '../cli/command.js'
import { locateProgram } from '../cli/program.js'
import { renderScopes, renderMove, renderRemoval, renderCommit } from '../terminal/scopes.js'
import { formatJson, oneLine, count } from '../terminal/words.js'

/** How the commands of this process move things. */
export const MOVE_OPTIONS: MoveOptions = { now: () => new Date() }

/** The store of a call; moves that were interrupted are finished first. */
export async function openScopes(call: Call): Promise<Store> {
  const store = openStore(call.config().databasePath)
  await finishMoves(store, MOVE_OPTIONS.now)
  return store
}

/** `svc scope list`: every scope with what it holds, where it lies and what it is known by. */
export async function runScopeList(call: Call): Promise<void> {
  const store = openStore(call.config().databasePath)
  const here = resolveProject(process.cwd())
  const listing = await describeScopes(store, here.id ?? undefined)
  call.screen.print(call.json ? formatJson(listing) : renderScopes(listing, call.screen))
}

/** `svc scope link SCOPE [DIR]`: DIR belongs to that project from now on. */
export async function runScopeLink(call: Call): Promise<void> {
  const store = await openScopes(call)
  const [name = '', directory = '.'] = call.operands
  const cwd = process.cwd()
  const scope = await findExistingScope(store, name, cwd)
  const linked = await linkDirectory(store, scope, toExistingProject(directory, cwd))
  if (call.json) return call.screen.print(formatJson(linked))
  call.screen.print(`${oneLine(linked.path)} belongs to ${oneLine(linked.folder)} now`)
}

/** `svc scope move FROM TO`: a project's new directory, or one scope into another. */
export async function runScopeMove(call: Call): Promise<void> {
  const store = await openScopes(call)
  const [from = '', to = ''] = call.operands
  const cwd = process.cwd()
  const source = await findExistingScope(store, from, cwd)
  const target = await findNamedScope(store, to, cwd)
  const moved = await moveScope(store, source, target, MOVE_OPTIONS)
  call.screen.print(call.json ? formatJson(moved) : describe(moved, source))
}

function describe(moved: MoveOutcome, { placement, scope }: ScopeFolder): string[] {
  if (moved.outcome === 'merged') {
    const next = placement === 'in-repo' ? renderRemoval(moved, scope.id ?? '') : []
    return [...renderMove(moved, `to ${oneLine(moved.folder)}`), ...next]
  }
  return [`${oneLine(moved.path)} is the project of ${oneLine(moved.folder)} now`]
}

/**
 * Registers the merge driver in the repository of a work tree whose memories lie in it. Without
 * git the memories are used all the same, and that is said.
 */
export async function useDriver(workTree: string, { screen }: Call): Promise<void> {
  try {
    await registerDriver(openGit(workTree, process.env), locateProgram())
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    screen.note(`svc: memories are merged as plain text here: ${error.message}`)
  }
}

/** `svc scope place in-repo|data-dir [DIR]`: where a project's memories lie from now on. */
export async function runScopePlace(call: Call): Promise<void> {
  const [placement, directory = '.'] = call.operands
  if (!isPlacement(placement)) {
    throw new UsageError(`${placement} is neither in-repo nor data-dir`, call.command)
  }
  const store = await openScopes(call)
  const scope = toExistingProject(directory, process.cwd())
  const moved = await placeProject(store, scope, placement, MOVE_OPTIONS)
  if (placement === 'in-repo') await useDriver(scope.id, call)
  if (call.json) return call.screen.print(formatJson({ placement, path: scope.id, ...moved }))
  const path = oneLine(scope.id)
  const where = placement === 'in-repo' ? `into ${path}/.svc` : 'into the data directory'
  const next = placement === 'in-repo' ? await nextIn(scope.id) : renderRemoval(moved, scope.id)
  call.screen.print([...renderMove(moved, where), ...next])
}

async function nextIn(workTree: string): Promise<string[]> {
  return renderCommit(await isInRepoIgnored(openGit(workTree, process.env)))
}

function isPlacement(text: string | undefined): text is Placement {
  return text === 'in-repo' || text === 'data-dir'
}

/** `svc trust [DIR]`: shows what the `.svc` of a work tree holds, and lets it count from now on. */
export async function runTrust(call: Call): Promise<void> {
  const { screen, json } = call
  const store = openStore(call.config().databasePath)
  const scope = toExistingProject(call.operands[0] ?? '.', process.cwd())
  if (call.on('revoke')) {
    const revoked = { path: scope.id, trusted: false, ...revokeTrust(store, scope) }
    return screen.print(json ? formatJson(revoked) : sayRevoked(revoked))
  }
  const view = await readInRepo(scope)
  if (!json) screen.print(renderView(view))
  const { setAside } = await trustProject(store, scope)
  await useDriver(scope.id, call)
  if (json) return screen.print(formatJson({ ...view, trusted: true, setAside }))
  screen.print(['trusted, as long as the remote of the repository stays the same'])
  if (setAside > 0) screen.print(describeSetAside(setAside))
}

function renderView({ path, items, files, titles, findings, problems }: InRepoView): string[] {
  const more = items > titles.length ? [`  … and ${items - titles.length} more`] : []
  return [
    `${oneLine(path)} holds ${count(items, 'memory', 'memories')} in ${count(files, 'file')}`,
    ...titles.map(title => `  ${oneLine(title)}`),
    ...more,
    ...[...findings, ...problems].map(finding => `  ${oneLine(finding)}`),
  ]
}

function describeSetAside(setAside: number): string {
  const files = count(setAside, 'memory file')
  return `${files} of this project in the data directory not read now; svc scope place in-repo adds them`
}

function sayRevoked({ path, wasTrusted }: { path: string; wasTrusted: boolean }): string {
  const name = `the .svc of ${oneLine(path)}`
  return wasTrusted ? `${name} is not used any more; its files stay` : `${name} was not trusted`
}
