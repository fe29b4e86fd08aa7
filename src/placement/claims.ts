import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removeDurable } from '../../store/atomic-file.js'
import { toDataFolder, type ScopeFolder } from '../../store/scope-folders.js'
import { readScopeDocument, writeScopeDocument } from '../../store/scope-folders/document.js'
import { uniteDocuments } from '../../store/scope-folders/identity.js'
import { readPointers, toUnplaced, writePointer } from '../../store/scope-folders/pointers.js'
import type { Store } from '../../store/store.js'

/**
 * Lets every path that leads to the first folder lead to the second, and makes the second known by
 * what the first is known by. Import rows stay with their work trees. Repeatable.
 */
export function handOver(store: Store, from: ScopeFolder, to: ScopeFolder): void {
  uniteIdentities(store, from, to)
  for (const pointer of readPointers(store)) {
    if (pointer.folder !== from.key) continue
    const isOwn = pointer.path === from.scope.id
    handOverImport(store, pointer.path, from.key, to.key)
    writePointer(store, { ...(isOwn ? toUnplaced(pointer) : pointer), folder: to.key })
  }
}

function uniteIdentities(store: Store, from: ScopeFolder, to: ScopeFolder): void {
  const [source, target] = [from, to].map(({ scope, key }) => toDataFolder(store, scope, key).path)
  const [given, own] = [source!, target!].map(path => {
    return readScopeDocument(dirname(path), basename(path))
  })
  if (given === undefined || own === undefined) return
  const united = uniteDocuments(own, given)
  if (JSON.stringify(united) !== JSON.stringify(own)) writeScopeDocument(target!, united)
}

function handOverImport(store: Store, path: string, from: string, to: string): void {
  const [source, target] = [from, to].map(key => {
    const { localKey } = toDataFolder(store, { type: 'project', id: path }, key)
    removeDurable(join(store.state, 'index', `${localKey}.idx`))
    return join(store.state, 'imports', `${localKey}.json`)
  })
  if (existsSync(source!) && !existsSync(target!)) renameSync(source!, target!)
}
