import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Does something while the disk fails to open the memory files of a folder. */
export async function withoutDisk<T>(
  folder: string,
  action: () => Promise<T>,
  code = 'EIO',
): Promise<T> {
  const { openSync: open } = fs
  fs.openSync = (path, ...given) => {
    const isOfFolder = typeof path === 'string' && path.startsWith(folder) && path.endsWith('.md')
    if (!isOfFolder) return open(path, ...given)
    throw Object.assign(new Error(`${code}: the disk fails, open`), { code, path })
  }
  syncBuiltinESMExports()
  try {
    return await action()
  } finally {
    fs.openSync = open
    syncBuiltinESMExports()
  }
}
