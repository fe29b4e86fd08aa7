import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../../../store/errors.js'
import { MAX_FILE_BYTES } from '../../../store/memory-document.js'
import type { CheckFinding, StoreFile } from './types.js'

/** What a store is made of; whatever else lies beside it is none of its files. */
const FOLDERS = ['global', 'projects', 'memories', 'skills']
const DOCUMENTS = ['svc.json', 'scope.json', 'config.json']

/** The files of a store, and what keeps others from being read. */
export interface Walked {
  files: StoreFile[]
  findings: CheckFinding[]
}

/** Reads every file of a store in the order of paths. Links are reported and not followed. */
export function walkStore(root: string): Walked {
  const walked: Walked = { files: [], findings: [] }
  for (const name of [...DOCUMENTS, ...FOLDERS]) visit(root, name, walked)
  return walked
}

function visit(root: string, path: string, walked: Walked): void {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined) return
  if (stats.isSymbolicLink())
    report(walked, path, 'link', 'is a symbolic link; put the file itself')
  else if (stats.isDirectory()) visitFolder(root, path, walked)
  else if (stats.size > MAX_FILE_BYTES) report(walked, path, 'unreadable', 'is larger than 1 MiB')
  else if (stats.isFile()) read(root, path, stats.mtime.toISOString(), walked)
}

function visitFolder(root: string, path: string, walked: Walked): void {
  const names = readdirSync(join(root, path)).sort()
  for (const name of names) if (!name.startsWith('.')) visit(root, `${path}/${name}`, walked)
}

function read(root: string, path: string, modifiedAt: string, walked: Walked): void {
  try {
    walked.files.push({ path, text: readFileSync(join(root, path), 'utf8'), modifiedAt })
  } catch (error) {
    if (isMissing(error)) return
    const reason = error instanceof Error ? error.message : 'unknown'
    report(walked, path, 'unreadable', `cannot be read: ${reason}`)
  }
}

function report({ findings }: Walked, path: string, check: string, message: string): void {
  findings.push({ level: 'failure', check, path, message })
}
