import { basename } from 'node:path'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import type { InRepoView, Placement, TrustOutcome } from '../../scopes/in-repo.js'
import type { LostProject, ScopeDetails, ScopeListing } from '../../scopes/list.js'
import type { MoveOutcome } from '../../scopes/move.js'
import type { MoveCounts } from '../../scopes/transfer.js'
import type { UnusedInRepo } from '../../types.js'
import { wrapText } from './layout.js'
import type { Screen } from './screen.js'
import { count, oneLine } from './words.js'

const INDENT = '    '
const COMMIT_CHARS = 12

/** A scope and, indented under it, what is known of it; then each `.svc` that is not used. */
export function renderScopes({ scopes, unused }: ScopeListing, screen: Screen): string[] {
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
    scope.rootCommit && `root commit ${oneLine(scope.rootCommit).slice(0, COMMIT_CHARS)}`,
    ...others.map(path => `also ${oneLine(path)}`),
    describeSetAside(scope),
  ]
  const lines = told.filter(line => line !== undefined && line !== '') as string[]
  return [screen.styles.strong(name), ...lines.flatMap(line => indent(line, screen))]
}

function describeSetAside({ setAside }: ScopeDetails): string | undefined {
  if (setAside === undefined) return undefined
  const files = count(setAside, 'memory file')
  return `${files} in the data directory not read; svc scope place in-repo adds them`
}

/** A `.svc` that is there and is not used, in words for a person. */
function renderUnused(unused: UnusedInRepo, screen: Screen): string[] {
  const { path, findings } = unused
  const why = describeUnused(unused)
  const what = why.endsWith('is not used') ? why : `is not used: ${why}`
  const lines = [what, ...findings.map(finding => oneLine(finding))]
  return [screen.styles.warn(oneLine(path)), ...lines.flatMap(line => indent(line, screen))]
}

type Unused = Pick<UnusedInRepo, 'reason' | 'files' | 'findings'>

/** Tells in one line that a project's folder is gone, and what to do. */
export function describeLost({ project, path, found }: LostProject): string {
  const [folder, owner] = [oneLine(path), oneLine(project)]
  if (found !== undefined) {
    const where = `${folder} is not there, and the memories of ${owner} lie in ${found}`
    return `${where}: svc scope move ${basename(folder)} ${found} leads there`
  }
  const where = `${folder} is gone with the memories of ${owner}`
  return `${where}: restore it from git or a copy, or svc doctor --fix begins it anew`
}

/** Tells in one line that a project's folder is not where its pointer leads, and what to do. */
export function describeAbsent({ project, path }: LostProject): string {
  const where = `${oneLine(path)}, which is to hold the memories of ${oneLine(project)}, is not there`
  return `${where}: restore it from git or a copy, or see svc doctor`
}

/** Explains in a phrase why a `.svc` is not used, and what to do about it. */
export function describeUnused({ reason, files, findings }: Unused): string {
  if (reason === 'refused') return 'it holds symbolic links or is no folder'
  // Trust would refuse it.
  if (findings.length > 0) return 'holds symbolic links and is not used'
  return `untrusted, with ${count(files, 'file')}; svc trust shows and trusts it`
}

function indent(text: string, screen: Screen): string[] {
  return wrapText(text, screen.columns - INDENT.length).map(line => INDENT + line)
}

/** A directory that belongs to a project. */
export interface Linked {
  folder: string
  path: string
}

/** Tells that a directory belongs to a project now. */
export function renderLink({ folder, path }: Linked): string {
  return `${oneLine(path)} belongs to ${oneLine(folder)} now`
}

/** A scope that was moved, and what became of it. */
export interface Moved {
  from: ScopeFolder
  result: MoveOutcome
}

/** Tells the new place of a scope. */
export function renderMove({ from: { placement, scope }, result }: Moved): string[] {
  const folder = oneLine(result.folder)
  if (result.outcome === 'renamed') {
    return [`${oneLine(result.path)} is the project of ${folder} now`]
  }
  const next = placement === 'in-repo' ? adviseRemoval(result, scope.id ?? '') : []
  return [...renderCounts(result, `to ${folder}`), ...next]
}

/** Counts of the move to another place of a project's memories. */
export interface Placed extends MoveCounts {
  placement: Placement
  /** The work tree. */
  path: string
  /** True where git leaves out what lies in its `.svc`. */
  isIgnored: boolean
}

/** Tells the new place of a project's memories, and what a person does next. */
export function renderPlace(placed: Placed): string[] {
  const { placement, path, isIgnored } = placed
  if (placement === 'in-repo') {
    return [...renderCounts(placed, `into ${oneLine(path)}/.svc`), ...adviseCommit(isIgnored)]
  }
  return [...renderCounts(placed, 'into the data directory'), ...adviseRemoval(placed, path)]
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

/** Lists the content of a work tree's `.svc` for a person who is about to trust it. */
export function renderInRepo(view: InRepoView): string[] {
  const { path, items, files, titles, findings, problems } = view
  const more = items > titles.length ? [`  … and ${items - titles.length} more`] : []
  return [
    `${oneLine(path)} holds ${count(items, 'memory', 'memories')} in ${count(files, 'file')}`,
    ...titles.map(title => `  ${oneLine(title)}`),
    ...more,
    ...[...findings, ...problems].map(finding => `  ${oneLine(finding)}`),
  ]
}

/** A `.svc` that is trusted. */
export interface Trusted extends InRepoView, TrustOutcome {
  trusted: true
}

/** Tells how long the trust lasts, and what is not read because of it. */
export function renderTrusted({ setAside }: Trusted): string[] {
  const files = count(setAside, 'memory file')
  const aside = `${files} of this project in the data directory not read now`
  return [
    'trusted, as long as the remote of the repository stays the same',
    ...(setAside === 0 ? [] : [`${aside}; svc scope place in-repo adds them`]),
  ]
}

/** A `.svc` that is not trusted any more. */
export interface Revoked {
  path: string
  trusted: false
  wasTrusted: boolean
}

/** Tells what the end of trust changes. */
export function renderRevoked({ path, wasTrusted }: Revoked): string {
  const name = `the .svc of ${oneLine(path)}`
  return wasTrusted ? `${name} is not used any more; its files stay` : `${name} was not trusted`
}
