import { parseLoosely } from './front-matter/loose.js'
import { toPlain } from './front-matter/plain.js'
import { splitFrontMatter } from './front-matter/split.js'

export { splitFrontMatter, FRONT_MATTER_LIMIT, type SplitText } from './front-matter/split.js'

/** A text with its front matter read. */
export interface FrontMatter {
  /** Empty where there is no front matter; a loose line-wise reading where there is a problem. */
  data: Record<string, unknown>
  body: string
  /** The block as written, without fences and with LF line ends; '' where there is none. */
  raw: string
  /** Why the block is not proper YAML. Nothing is lost: `raw` and `body` hold the whole text. */
  problem?: string
}

const MAX_ALIASES = 16
const ALIAS = /(?:^|[\s[{,:])[&*](?=[^\s*&,[\]{}])/gm

/** How many YAML anchors and aliases a block seems to hold. */
export function countAliases(block: string): number {
  return block.match(ALIAS)?.length ?? 0
}

/**
 * Reads YAML front matter from untrusted text in bounded time. No other language is ever
 * evaluated. Never throws: what YAML refuses is answered with `problem` and a loose reading.
 */
export async function parseFrontMatter(text: string): Promise<FrontMatter> {
  const { block, body } = splitFrontMatter(text)
  if (block === undefined) return { data: {}, body, raw: '' }
  try {
    return { data: await parseYaml(block), body, raw: block }
  } catch (error) {
    return { data: parseLoosely(block), body, raw: block, problem: toReason(error) }
  }
}

/** Only the block is given to gray-matter, with options (without them it caches failures). */
async function parseYaml(block: string): Promise<Record<string, unknown>> {
  if (countAliases(block) > MAX_ALIASES) throw new TypeError('too many anchors and aliases')
  const { default: matter } = await import('gray-matter')
  const { data } = matter(`---\n${calm(block)}\n`, {
    language: 'yaml',
    delimiters: ['---', '\0'],
    engines: { javascript: refuse, coffee: refuse, cson: refuse, toml: refuse },
  })
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new TypeError('it is not a list of keys and values')
  }
  return toPlain(data) as Record<string, unknown>
}

/** gray-matter looks for comments in time quadratic in the length of a run of blank lines. */
function calm(block: string): string {
  return block.replace(/(?:[^\S\n]*\n){65,}/g, '\n'.repeat(64))
}

function refuse(): never {
  throw new TypeError('front matter in another language than YAML is not read')
}

function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n', 1)[0] ?? '').slice(0, 200)
}
