import type { Git } from './git.js'

/** The texts of objects by id, in one run of git; an object that is not there is left out. */
export async function readObjects(
  git: Git,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const input = wanted.map(id => `${id}\n`).join('')
  return parseObjects(await git.read(['cat-file', '--batch'], { input, encoding: 'latin1' }))
}

/** Reads what `git cat-file --batch` prints: `<id> <type> <bytes>`, the text, an empty line. */
function parseObjects(output: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at)
    const [id = '', , size] = output.slice(at, end).split(' ')
    at = end + 1
    if (size === undefined) continue
    const text = output.slice(at, at + Number(size))
    texts.set(id, Buffer.from(text, 'latin1').toString('utf8'))
    at += text.length + 1
  }
  return texts
}
