import { findFolderKey, listFolders } from '../../store/projects/projects.js'
import { parseScope } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import { PAGE } from '../memories/fields.js'
import { invalid, readFields, readList, readText, toFields } from '../memories/forms.js'
import type { FixAnswer, FixQuery, Met } from '../past/fix.js'
import { lookUpFixes } from '../past/fixes.js'
import type { ServiceParts } from './parts.js'

/** Tells what past sessions know of an error, each with its scope. Throws INVALID_REQUEST. */
export function answerFix(query: unknown, { store }: Pick<ServiceParts, 'store'>): FixAnswer {
  const { error, scopes, near, limit } = parseFixQuery(query)
  const keys = scopes?.flatMap(scope => findFolderKey(store, scope) ?? [])
  const own = near && findFolderKey(store, near)
  const answer = lookUpFixes(store, { error, keys, own, limit })
  const withScope = scopesBy(store, answer)
  return {
    ...answer,
    fixes: answer.fixes.map(withScope),
    unmended: answer.unmended.map(withScope),
  }
}

function parseFixQuery(value: unknown): FixQuery {
  const query = readFields<FixQuery>(toFields(value, 'the query must be an object'), {
    error: { read: readText },
    scopes: { read: (scopes, field) => readList(scopes, field, one => parseScope(one)) },
    near: { read: (scope, field) => parseScope(scope, field) },
    limit: PAGE.limit,
  })
  const { error } = query
  if (error === undefined || error.trim() === '')
    throw invalid('error must be a text that is not blank')
  return { ...query, error }
}

/** A store of many projects is listed only where there is something to name. */
function scopesBy(
  store: Store,
  { fixes, unmended }: FixAnswer,
): <One extends Met>(met: One) => One {
  const isEmpty = fixes.length === 0 && unmended.length === 0
  const folders = isEmpty ? [] : listFolders(store)
  const byKey = new Map(folders.map(({ key, scope }) => [key, scope]))
  return met => {
    const scope = byKey.get(met.key)
    return scope === undefined ? met : { ...met, scope }
  }
}
