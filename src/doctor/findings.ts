import type { Found } from './check.js'

/** Something wrong that stays until a person acts. */
export function failure(path: string, message: string): Found {
  return { level: 'failure', path, message }
}

/** Something worth knowing; with `fix` it is settled on the spot. */
export function remark(
  path: string,
  message: string,
  settle?: { fix: boolean; by: () => void },
): Found {
  if (!settle?.fix) return { level: 'remark', path, message }
  settle.by()
  return { level: 'remark', path, message, fixed: true }
}
