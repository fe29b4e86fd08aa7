import { join } from 'node:path'
import { SvcError } from '../../../store/errors.js'
import { insertValue, replaceValue } from './json-edit.js'
import { isObject } from './json-text.js'
import { readIfThere, type SettingsPlan } from './settings-file.js'

/**
 * Plans that config.json of a data directory names a provider, in the entry that counts, and writes
 * nothing; the rest of the file keeps every byte. Throws INVALID_REQUEST naming the file where it is
 * no list of entries.
 */
export function planProvider(dataDir: string, provider: string): SettingsPlan {
  const path = join(dataDir, 'config.json')
  const before = readIfThere(path)
  return { path, before, after: putProvider(path, before, provider) }
}

/** The provider that config.json of a data directory names; undefined for none. Throws as above. */
export function readProvider(dataDir: string): string | undefined {
  const path = join(dataDir, 'config.json')
  const configs = parseConfigs(path, readIfThere(path) ?? '')
  const provider = configs.findLast(
    config => config !== undefined && 'provider' in config,
  )?.provider
  return typeof provider === 'string' && provider.trim() !== '' ? provider : undefined
}

function putProvider(path: string, before: string | undefined, provider: string): string {
  const entry = { id: 'core', name: 'svc', config: { provider } }
  if (before === undefined || before.trim() === '') return `${JSON.stringify([entry], null, 2)}\n`
  const configs = parseConfigs(path, before)
  const mark = before.startsWith('\ufeff') ? '\ufeff' : ''
  const text = before.slice(mark.length)
  const named = configs.findLastIndex(config => config !== undefined && 'provider' in config)
  if (named >= 0) return mark + replaceValue(text, [named, 'config', 'provider'], provider)
  const last = configs.findLastIndex(config => config !== undefined)
  if (last >= 0) return mark + insertValue(text, [last, 'config'], 'provider', provider)
  return mark + insertValue(text, [], undefined, entry)
}

/** The `config` of each entry; undefined for an entry without one. */
function parseConfigs(path: string, text: string): (Record<string, unknown> | undefined)[] {
  const entries = parseEntries(path, text)
  return entries.map(entry =>
    isObject(entry) && isObject(entry.config) ? entry.config : undefined,
  )
}

function parseEntries(path: string, text: string): unknown[] {
  if (text.trim() === '') return []
  try {
    const entries: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (Array.isArray(entries)) return entries
  } catch {
    // Said below.
  }
  throw new SvcError('INVALID_REQUEST', `${path} must be a list of entries {id, name, config}`)
}
