import { closeSync, fsyncSync, openSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { fileStamp, writeDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import type { HeldLock } from '../../store/files/lock.js'
import { disarmSkillWriter, disarmWriter } from '../../store/locks.js'
import { appendRevisions, readRevisions } from '../../store/memories/history.js'
import { idOfFileName } from '../../store/names.js'
import { scopeLock, statePath, type Store } from '../../store/store.js'
import type { Finding } from './find.js'
import { readBytes } from './places.js'

/**
 * Takes secrets out of the files that hold them; durable when it resolves. A memory keeps its id, its
 * times and its name. What lies under `state/` is overwritten in place, as long as it was, so that who
 * appends to it loses nothing; indexes are made anew. Throws CONFLICT where a file was changed
 * meanwhile: what was removed before stays removed.
 */
export async function removeSecrets(store: Store, findings: readonly Finding[]): Promise<void> {
  for (const inFile of groupByPath(findings).values()) await removeFrom(store, inFile)
  if (findings.length > 0) rmSync(statePath(store, 'index'), { recursive: true, force: true })
}

function groupByPath(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const one of findings) groups.set(one.path, [...(groups.get(one.path) ?? []), one])
  return groups
}

async function removeFrom(store: Store, findings: readonly Finding[]): Promise<void> {
  const [{ kind, path, key }] = findings as [Finding]
  if (kind === 'state' || kind === 'history') return overwrite(path, findings)
  if (key === undefined) return rewrite(path, findings)
  const lock = scopeLock(store, kind === 'memory' ? 'write' : 'skills', key)
  const scope = scopeOf(kind, path)
  const disarm = () =>
    kind === 'memory'
      ? disarmWriter(store, { key, path: scope })
      : disarmSkillWriter({ path: scope })
  await withFence(lock, disarm, held => {
    const before = fileStamp(path)
    rewrite(path, findings, held)
    if (kind === 'memory') keepRevision(store, key, path, before)
  })
}

/** The folder of the scope that a memory, or the SKILL.md of a skill, lies in. */
function scopeOf(kind: Finding['kind'], path: string): string {
  const folder = dirname(dirname(path))
  return kind === 'memory' ? folder : dirname(folder)
}

/** Writes the file anew, with its times: it was not changed, a secret was taken out of it. */
function rewrite(path: string, findings: readonly Finding[], lock?: HeldLock): void {
  const stamp = fileStamp(path)
  const { atime, mtime } = statSync(path)
  const text = findings.reduce(replaceIn, readBytes(path))
  writeDurable(path, Buffer.from(text, 'latin1'), () => {
    lock?.assertHeld()
    if (fileStamp(path) === stamp) return
    throw new SvcError('CONFLICT', `${path} was changed meanwhile; run svc scrub again`)
  })
  utimesSync(path, atime, mtime)
}

/** In front matter and documents a bracket would begin a list. */
function replaceIn(text: string, { kind, secret, rule }: Finding): string {
  const end = kind === 'document' ? text.length : frontMatterEnd(text)
  const head = text.slice(0, end).replaceAll(secret, () => `redacted-${rule}`)
  return head + text.slice(end).replaceAll(secret, () => `[redacted:${rule}]`)
}

function frontMatterEnd(text: string): number {
  return text.startsWith('---') ? text.indexOf('\n---', 3) + 1 : 0
}

/** That svc wrote the file last, and when, stays known. */
function keepRevision(store: Store, key: string, path: string, before: string): void {
  const id = idOfFileName(basename(path))
  const revision = id === undefined ? undefined : readRevisions(store, key).get(id)
  if (revision?.stamp !== before) return
  appendRevisions(store, key, [{ ...revision, stamp: fileStamp(path) }])
}

function overwrite(path: string, findings: readonly Finding[]): void {
  const { atime, mtime } = statSync(path)
  const file = openSync(path, 'r+')
  try {
    for (const { secret, rule } of findings) {
      const mark = `[redacted:${rule}]`.slice(0, secret.length).padEnd(secret.length, '*')
      const text = readBytes(path)
      for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
        writeSync(file, mark, at, 'latin1')
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  utimesSync(path, atime, mtime)
}
