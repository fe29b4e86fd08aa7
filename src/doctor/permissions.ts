import { statSync } from 'node:fs'
import { makePrivate } from '../../store/atomic-file.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

const OTHERS = 0o077

/** A data directory that other users of the machine can read. Windows has no such modes. */
export const readableByOthers: Check = {
  name: 'readable-by-others',
  run: ({ store, fix }) => {
    const isOpen = (statSync(store.root).mode & OTHERS) !== 0
    if (!isOpen || process.platform === 'win32') return []
    const by = () => makePrivate(store.root, 'directory')
    return [remark(store.root, 'can be read by other users of this machine', { fix, by })]
  },
}
