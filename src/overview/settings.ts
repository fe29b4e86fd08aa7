import type { SettledSettings } from '../config.js'
import { redactText } from '../redact/index.js'
import { PLACES, SETTINGS } from '../settings/table.js'
import type { SettingState } from './types.js'

type Value = SettingState['value']

/** Every setting as it is in force, where the store lies first. No value of it is a secret. */
export function listSettings(settled: SettledSettings): SettingState[] {
  const places = PLACES.map(place => toState(place, settled, showPath))
  const others = SETTINGS.map(({ key, isSecret = false, ...setting }) => {
    const state = toState(setting, settled, isSecret ? showSecret : showValue)
    return key === undefined ? state : { ...state, key }
  })
  return [...places, ...others]
}

function toState(
  { name, env, meaning }: Pick<(typeof SETTINGS)[number], 'name' | 'env' | 'meaning'>,
  settled: SettledSettings,
  show: (value: unknown) => Value,
): SettingState {
  const { value, fallback, source } = settled[name]
  const shown = { name, value: show(value), fallback: show(fallback), source, meaning }
  return env === undefined ? shown : { ...shown, env }
}

/** Redacting could make another path of it. */
function showPath(value: unknown): Value {
  return value as string
}

function showSecret(value: unknown): Value {
  return value === '' ? '' : 'set'
}

/** An address may hold a password, and a key may stand in the wrong variable. */
function showValue(value: unknown): Value {
  return typeof value === 'string' ? redactText(value) : (value as Value)
}
