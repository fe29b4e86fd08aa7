import { redact } from './index.js'

/** A secret in a text: the rule that found it, and its line from 1 where it lies on one. */
export interface FoundSecret {
  rule: string
  line?: number
}

/**
 * The secrets of a text as it is: unlike `redact` it looks into `<private>` blocks too, because
 * what is in a file is read by whoever gets the file.
 */
export function findSecrets(text: string): FoundSecret[] {
  const open = text.replace(/<(?=\/?private)/gi, ' ')
  const { rules } = redact(open)
  if (rules.length === 0) return []
  const lines = open.split('\n').map(line => redact(line).rules)
  return rules.map(rule => {
    const at = lines.findIndex(found => found.includes(rule))
    return at === -1 ? { rule } : { rule, line: at + 1 }
  })
}
