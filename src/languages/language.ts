import { en } from './en.js'
import type { Words } from './words.js'

/** A language that svc learns from and compares memories in: its words in the roles of English. */
export type Language = { readonly [Part in keyof typeof en]: Roles<(typeof en)[Part]> }

/** A language may have fewer classes of words, such as days. */
type Roles<Part> = {
  readonly [Role in keyof Part]: Part[Role] extends Record<string, Words>
    ? Partial<Part[Role]>
    : Part[Role]
}

/** A language as its file writes it: roles that it has no words for are left out. */
export type Table = {
  readonly [Part in keyof Language]: Part extends 'wording' | 'concepts'
    ? Language[Part]
    : Partial<Language[Part]>
}

/** The language of a table; a role that is left out has '', or nothing of a list. */
export function toLanguage(table: Table): Language {
  const parts = Object.entries(en).map(([name, roles]) => {
    const own = table[name as keyof Table]
    return [name, typeof roles === 'object' ? Object.assign(withoutWords(roles), own) : own]
  })
  return Object.fromEntries(parts) as Language
}

function withoutWords(roles: object): object {
  const empty = Object.entries(roles).map(([role, words]: [string, unknown]) => {
    return [role, typeof words === 'string' ? '' : Array.isArray(words) ? [] : {}] as const
  })
  return Object.fromEntries(empty)
}
