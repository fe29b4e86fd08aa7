/** A file of a commit, the index or the work tree, against another one. */
export interface FileChange {
  kind: 'added' | 'changed' | 'removed'
  /** From the root of the work tree, with `/`. */
  path: string
  /** Object of the old text; undefined where the file is new. */
  oldId?: string
  /** Object of the new text, where it is in git already and not only in the work tree. */
  newId?: string
}

/** A change of a file that has (or had) this old object; undefined where it neither was nor is. */
export function toFileChange(
  path: string,
  oldId: string,
  isGone: boolean,
  newId?: string,
): FileChange | undefined {
  const old = isNone(oldId) ? {} : { oldId }
  if (isGone) return isNone(oldId) ? undefined : { kind: 'removed', path, ...old }
  const fresh = newId === undefined || isNone(newId) ? {} : { newId }
  return { kind: isNone(oldId) ? 'added' : 'changed', path, ...old, ...fresh }
}

/** Reads what `git diff --raw -z --no-renames --no-abbrev` prints. */
export function parseRawDiff(text: string): FileChange[] {
  const parts = text.split('\0')
  const changes: FileChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, , oldId = '', newId = '', letter] = (parts[at] ?? '').split(' ')
    const change = toFileChange(parts[at + 1] ?? '', oldId, letter === 'D', newId)
    if (change !== undefined) changes.push(change)
  }
  return changes
}

/** Git writes zeros for an object that is not there. */
function isNone(id: string): boolean {
  return /^0*$/.test(id)
}
