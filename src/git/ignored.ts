import type { Git } from '../../store/git/git.js'
import { gitIn } from '../../store/git/repository.js'

/** A file of the store that git leaves out, and the rule that makes it do so. */
export interface IgnoredFile {
  /** Relative to the store's root. */
  path: string
  /** The file that the rule stands in, as git names it, and its line: `.gitignore:3`. */
  place: string
  rule: string
}

/** Any memory has such a name; none has exactly this one. */
const MEMORIES = [
  'global/memories/any--aaaaaaaa.md',
  'projects/any-aaaaaaaaaa/memories/any--aaaaaaaa.md',
]
/** A store whose manifest is not committed would be no store elsewhere. */
const FILES = ['svc.json', '.gitattributes']

/** Lists the paths of a store that a rule of the person's keeps out of git; [] for none. */
export async function findIgnored(git: Git): Promise<IgnoredFile[]> {
  const input = [...FILES, ...MEMORIES].join('\0')
  const { stdout } = await git.run(['check-ignore', '-v', '-z', '--stdin'], { input })
  return parseIgnored(stdout)
}

/** The memories alone: as long as git leaves them out nothing is backed up. */
export async function findIgnoredMemories(git: Git): Promise<IgnoredFile[]> {
  return (await findIgnored(git)).filter(({ path }) => MEMORIES.includes(path))
}

/** Reads what `git check-ignore -v -z` prints: source, line, pattern and path of each file. */
function parseIgnored(text: string): IgnoredFile[] {
  const fields = text.split('\0')
  const files: IgnoredFile[] = []
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', line = '', rule = '', path = ''] = fields.slice(at, at + 4)
    // A rule with `!` takes a file in again.
    if (!rule.startsWith('!')) files.push({ path, rule, place: `${source}:${line}` })
  }
  return files
}

/** Tells a person of files that git leaves out, and what to do; [] if there are none. */
export function describeIgnored(root: string, ignored: readonly IgnoredFile[]): string[] {
  const memory = ignored.find(({ path }) => MEMORIES.includes(path))
  const others = ignored.filter(({ path }) => !MEMORIES.includes(path))
  return [
    ...(memory === undefined
      ? []
      : [
          `git ignores the memories of this store: ${causeOf(memory)}; nothing new is backed up ` +
            `until that rule is gone (${gitIn(root)} check-ignore -v ${memory.path})`,
        ]),
    ...others.map(file => `git ignores ${file.path}: ${causeOf(file)}`),
  ]
}

function causeOf({ rule, place }: IgnoredFile): string {
  return `the rule ${rule} in ${place}`
}
