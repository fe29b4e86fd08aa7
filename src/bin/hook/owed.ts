import type { DetachedTask, HookContext } from '../../../handlers/hooks/context.js'
import { saveNotes } from '../../../handlers/hooks/ledger.js'
import { removeFile } from '../../../store/files/atomic.js'
import { appendText, lineBytes, readLines } from '../../../store/files/log.js'
import { formatScopeKey } from '../../../store/projects/scope.js'
import { statePath, type Store } from '../../../store/store.js'

/** More than this is never left: the next call starts all of it (bytes). */
const MOST_BYTES = 64 * 1024

/** Unstarted work of a call that ran into its time limit. */
export interface OwedWork {
  store: Store
  /** Tasks that it had asked for by then. */
  tasks: readonly DetachedTask[]
  /** Missing where it had not found its project by then. */
  context?: HookContext
  /** True if turns are distilled. */
  reflect: boolean
}

/**
 * Saves what a call has noted of its session, and leaves a note of the work that it owes: what it had
 * asked for, and a look at its scope's queue, which comes after an answer. Never throws; may lose the
 * last on power loss.
 */
export function leaveOwed({ store, tasks, context, reflect }: OwedWork): void {
  try {
    if (context) saveNotes(context)
    const path = owedPath(store)
    if (lineBytes(path) > MOST_BYTES) return
    const all = reflect ? [...tasks, toReflection(context)] : tasks
    appendText(path, all.map(task => JSON.stringify(task) + '\n').join(''))
  } catch {
    // The queue is looked at again when it is full or idle.
  }
}

/** The work that earlier calls owe, each once: whoever takes the note away starts it. Never throws. */
export function takeOwed(store: Store): DetachedTask[] {
  try {
    const owed = readLines<DetachedTask | null>(owedPath(store))
    if (!removeFile(owedPath(store))) return []
    const texts = owed.filter(isTask).map(task => JSON.stringify(task))
    return [...new Set(texts)].map(text => JSON.parse(text) as DetachedTask)
  } catch {
    return []
  }
}

function owedPath(store: Store): string {
  return statePath(store, 'owed.jsonl')
}

function toReflection(context?: HookContext): DetachedTask {
  const own = context?.project === undefined ? context?.global : context.folder
  return { task: 'reflect', scopes: [own === undefined ? '*' : formatScopeKey(own.scope)] }
}

function isTask(task: DetachedTask | null): task is DetachedTask {
  if (task?.task === 'commit' || task?.task === 'sweep') return true
  if (task?.task === 'import') return typeof task.scope === 'string'
  const isOfScopes = task?.task === 'index' || task?.task === 'reflect'
  return (
    isOfScopes && Array.isArray(task.scopes) && task.scopes.every(one => typeof one === 'string')
  )
}
