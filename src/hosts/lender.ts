import type { HostName } from './loaded.js'

/** The host whose settings others read and run. */
export const LENDER: HostName = 'claude-code'
