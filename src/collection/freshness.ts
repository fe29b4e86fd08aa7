import { isGitAtWork } from '../../store/git/at-work.js'
import { isSettledStamp } from '../../store/memory-files.js'

/** A folder that is gone for a shorter time is not "all deleted" (milliseconds). */
const VANISHED_MS = 2_000

/** What tells of changes: the folder's stamp, and the size of the log of svc's own writes. */
export interface Signs {
  directory: string
  revisions: number
}

/** Which files are to be looked at: no one, those that svc itself wrote, or every one. */
export type Look = 'none' | 'own' | 'all'

/** What was last seen of a scope's folder, and what a fresh look has to take up. */
export class Freshness {
  private seen: Signs = { directory: '', revisions: -1 }
  private isSettled = false
  private hasLooked = false
  private isGitBusy = false
  private isForced = false
  private absentSince: number | undefined

  /** `path` lies in the work tree whose merges and rebases are waited for. */
  constructor(private readonly path: string) {}

  /**
   * What to look at. While git is at work what was seen stays, except for svc's own writes; what
   * changed meanwhile is taken up when git is done, whether or not anything tells of it again.
   */
  plan({ directory, revisions }: Signs): Look {
    const isGrown = revisions !== this.seen.revisions
    const isSame = directory === this.seen.directory && !isGrown
    const isSure = this.isSettled || !isSettledStamp(directory)
    if (isSame && isSure && !this.isGitBusy) return 'none'
    this.isGitBusy = isGitAtWork(this.path)
    if (!this.isGitBusy || !this.hasLooked || this.isForced) return 'all'
    return isGrown ? 'own' : 'none'
  }

  /** True where what was looked at may be a state of files that nobody meant. */
  get isPassing(): boolean {
    return this.isGitBusy
  }

  /** Notes a look, with the signs from before it. */
  note(look: Look, signs: Signs, isSettled: boolean): void {
    this.seen.revisions = signs.revisions
    if (look !== 'all') return
    this.seen = signs
    this.isSettled = isSettled
    this.hasLooked = true
    this.isForced = false
  }

  /** Notes a write of this process, which needs no look where somebody watches the folder. */
  noteOwnWrite(signs: Signs, isWatched: boolean): void {
    this.seen = signs
    this.isSettled = isWatched
  }

  /** Makes the next look a whole one; with `isForced` also while git is at work. */
  expire(isForced: boolean): void {
    this.isSettled = false
    this.seen.revisions = -1
    this.isForced ||= isForced
  }

  /** True for a folder that was there and may be back soon (a checkout, a sync program). */
  hasVanished(isThere: boolean): boolean {
    if (isThere) {
      this.absentSince = undefined
      return false
    }
    this.absentSince ??= Date.now()
    return Date.now() - this.absentSince < VANISHED_MS
  }
}
