import { statSync } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { readJsonDocument } from '../../store/json-document.js'
import { listScopeDocuments } from '../../store/scope-folders.js'
import { createConfig } from '../config.js'
import type { Check, Found } from './check.js'
import { failure, remark } from './findings.js'

/** `config.json`: not JSON, or with values that no setting accepts. */
export const configDocument: Check = {
  name: 'config',
  run: ({ store }) => {
    const path = join(store.root, 'config.json')
    if (!isThere(path)) return []
    const entries = readOrProblem<unknown>(path)
    if ('problem' in entries) return [failure(path, entries.problem)]
    const found: Found[] = []
    createConfig({
      entries: entries.value,
      onProblem: message => found.push(failure(path, message)),
      onWarning: message => found.push(remark(path, message)),
    })
    return found
  },
}

/** `scope.json` of a project folder: what tells which project the folder belongs to. */
export const scopeDocument: Check = {
  name: 'scope-document',
  run: ({ store }) =>
    listScopeDocuments(store)
      .filter(({ isSound }) => !isSound)
      .map(({ path }) =>
        failure(path, 'does not say which project its folder belongs to; restore it'),
      ),
}

/** Local state documents that svc reads as empty where they are broken. */
export const stateDocument: Check = {
  name: 'state-document',
  run: ({ store, collections }) => {
    const imports = collections.map(({ folder }) =>
      join(store.state, 'imports', `${folder.localKey}.json`),
    )
    return [...imports.filter(isThere), join(store.state, 'usage.json')].flatMap(path => {
      const read = readOrProblem(path)
      return 'problem' in read ? [failure(path, read.problem)] : []
    })
  },
}

function readOrProblem<T>(path: string): { value: T } | { problem: string } {
  try {
    return { value: readJsonDocument<T>(path, {} as T) }
  } catch (error) {
    if (error instanceof SvcError) return { problem: 'is not the JSON document it should be' }
    return { problem: `cannot be read: ${error instanceof Error ? error.message : 'unknown'}` }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
