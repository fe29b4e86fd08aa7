import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { ROOT } from './root.js'

const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc')
const OPTIONS = [
  ...['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'],
  ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')],
  // One thread takes less of the processor than several do together.
  ...['--pretty', 'false', '--listFiles', '--singleThreaded'],
]

/**
 * What the compiler says of programs in a folder, by the paths of files as it reads them; of what it
 * read without a complaint there is an empty list. All programs are compiled by one process.
 */
export function complaintsOf(
  folder: string,
  programs: readonly string[],
  options: readonly string[] = [],
): Map<string, string[]> {
  const args = [COMPILER, ...OPTIONS, ...options, ...programs]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const said = new Map<string, string[]>()
  const of = (path: string) => {
    const known = said.get(path) ?? []
    said.set(path, known)
    return known
  }
  let last: string[] = []
  for (const line of stdout.split('\n').filter(line => line !== '')) {
    const [, path, complaint] = /^(.+)\(\d+,\d+\): error TS\d+: (.*)$/.exec(line) ?? []
    if (path !== undefined) (last = of(resolve(folder, path))).push(complaint ?? '')
    // The rest of a complaint, set in; then the files, each by its path.
    else if (line.startsWith(' ')) last.push(`${last.pop()} ${line.trim()}`)
    else if (line.startsWith('/')) of(line)
    else throw new Error(`the compiler says of no file: ${line}`)
  }
  if (said.size === 0) throw new Error(`the compiler read nothing: ${stderr}`)
  return said
}
