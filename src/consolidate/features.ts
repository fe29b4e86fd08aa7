import { titleKey } from '../text.js'
import { toSections, type Section } from './sections.js'
import { repeats, toStatement, type Statement } from './statement.js'
import { RESTORED_AT } from './tombstones.js'
import type { ConsolidationItem } from './types.js'
import { LABEL } from './words.js'

/** An item with everything that comparing it with others needs. */
export interface Features {
  item: ConsolidationItem
  titleKey: string
  title: Statement
  /** The words of the title that say what it is about. */
  titleWords: readonly string[]
  sections: readonly Section[]
  /** What the content says. */
  statements: readonly Statement[]
  said: Said
  /** Every word of title and content. */
  words: ReadonlySet<string>
  /** True where a person took it out of the archive: it stays as it is. */
  isRestored: boolean
}

/** Looks at an item once; the result is good as long as the item is not changed. */
export function toFeatures(item: ConsolidationItem): Features {
  const { title, content, extra } = item.document
  const titleStatement = toStatement(title)
  const sections = toSections(content, titleStatement)
  const statements = sections.flatMap(({ pieces }) => pieces.flatMap(piece => piece.statements))
  const all = [titleStatement, ...statements]
  const subject = titleStatement.sequence.filter(word => !LABEL.has(word))
  return {
    ...{ item, sections, statements },
    titleKey: titleKey(title),
    title: titleStatement,
    titleWords: subject.length > 0 ? subject : titleStatement.sequence,
    said: new Said(all),
    words: new Set(all.flatMap(wordsOf)),
    isRestored: extra[RESTORED_AT] !== undefined,
  }
}

/** A set of statements that can be asked whether it holds one in other words. */
export class Said {
  private readonly byKey = new Map<string, Statement[]>()

  constructor(statements: Iterable<Statement> = []) {
    for (const statement of statements) this.add(statement)
  }

  has(statement: Statement): boolean {
    return this.byKey.get(statement.key)?.some(known => repeats(known, statement)) === true
  }

  add(statement: Statement): void {
    const known = this.byKey.get(statement.key)
    if (known) known.push(statement)
    else this.byKey.set(statement.key, [statement])
  }
}

function wordsOf({ isLiteral, raw, sequence, soft }: Statement): string[] {
  if (isLiteral) return [...toStatement(raw).sequence]
  return [...sequence, ...soft]
}
