import { chmodSync, lstatSync, readdirSync, readFileSync, rmdirSync, type Dirent } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createDurable, removeDurable } from '../../store/atomic-file.js'
import { isMissing, SvcError } from '../../store/errors.js'
import { hashText } from '../../store/hash.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import { withBothLocks } from './locks.js'

const MODE = 0o777

/**
 * Moves the skills of a scope folder into another one, each file written there before it is
 * removed here. Of two different skills of one name both stay, the second under a further name.
 * Answers how many went over. Symbolic links stay.
 */
export async function moveSkills(store: Store, from: ScopeFolder, to: ScopeFolder) {
  const source = join(from.path, 'skills')
  const names = entriesOf(source).filter(entry => entry.isDirectory())
  for (const { name } of names) {
    await withBothLocks(store, 'skills', [from.key, to.key], async lock => {
      moveSkill(join(source, name), join(to.path, 'skills', name), () => lock.assertHeld())
    })
  }
  removeIfEmpty(source)
  return names.length
}

/** Removes a folder that holds nothing; false where it stays. */
export function removeIfEmpty(directory: string): boolean {
  try {
    rmdirSync(directory)
    return true
  } catch {
    return false
  }
}

function moveSkill(source: string, wanted: string, assertHeld: () => void): void {
  const files = [...filesBelow(source)]
  for (const path of [dirname(wanted), wanted]) refuseLink(path)
  const target = isTaken(source, wanted, files) ? `${wanted}-${contentName(source, files)}` : wanted
  for (const file of files) {
    assertHeld()
    copyFile(file, join(target, relative(source, file)))
  }
  for (const file of files) removeMoved(file, join(target, relative(source, file)))
  removeEmptyBelow(source)
}

/** One that was changed since it was copied stays: the next move takes it under a further name. */
function removeMoved(file: string, copy: string): void {
  if (isSame(file, copy)) removeDurable(file)
}

/** A link would lead the move out of the scope. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new SvcError('CONFLICT', `${path} is a symbolic link; remove it, then move again`)
}

/** Not where what stands there is the beginning of this very move. */
function isTaken(source: string, target: string, files: readonly string[]): boolean {
  return files.some(file => {
    const standing = join(target, relative(source, file))
    const stats = lstatSync(standing, { throwIfNoEntry: false })
    return stats !== undefined && !(stats.isFile() && isSame(file, standing))
  })
}

function contentName(source: string, files: readonly string[]): string {
  const texts = files.map(file => `${relative(source, file)}\n${readFileSync(file, 'latin1')}`)
  return hashText(texts.join('\n'), 6)
}

function copyFile(from: string, to: string): void {
  if (!createDurable(to, readFileSync(from))) return
  const mode = lstatSync(from).mode & MODE
  chmodSync(to, mode)
}

function isSame(one: string, other: string): boolean {
  return readFileSync(one).equals(readFileSync(other))
}

function* filesBelow(directory: string): Generator<string> {
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

function removeEmptyBelow(directory: string): void {
  for (const entry of entriesOf(directory)) {
    if (entry.isDirectory()) removeEmptyBelow(join(directory, entry.name))
  }
  removeIfEmpty(directory)
}

function entriesOf(directory: string): Dirent[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
