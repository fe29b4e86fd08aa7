import fs, { fstatSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What is synced and named while an action runs, in its order. */
export function stepsOf(action: () => void): string[] {
  const { fsyncSync, renameSync, linkSync } = fs
  const steps: string[] = []
  const noted =
    <Given extends unknown[]>(call: (...given: Given) => void, name: (...given: Given) => string) =>
    (...given: Given) => {
      steps.push(name(...given))
      call(...given)
    }
  const ofFile = (file: number) => (fstatSync(file).isDirectory() ? 'sync folder' : 'sync file')
  fs.fsyncSync = noted(fsyncSync, ofFile)
  fs.renameSync = noted(renameSync, () => 'rename')
  fs.linkSync = noted(linkSync, () => 'link')
  syncBuiltinESMExports()
  try {
    action()
  } finally {
    Object.assign(fs, { fsyncSync, renameSync, linkSync })
    syncBuiltinESMExports()
  }
  return steps
}
