import { describeReturned, findReturned } from '../git/returned.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

/** Memories that were forgotten on this machine and that a merge brought back. */
export const returnedMemory: Check = {
  name: 'returned-memory',
  run: ({ store, collections }) =>
    findReturned(store, collections).map(returned =>
      remark(returned.path, describeReturned(returned)),
    ),
}
