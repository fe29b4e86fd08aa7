import type ts from 'typescript'

export const FACES: string[]
export const OF_PAGE: string[]
export const HANDED_ON: string[]
export const TABLES: string[]
export const RULE_NAMES: RuleName[]
export type RuleName =
  | 'rooms'
  | 'reserved-imports'
  | 'page-imports'
  | 'environment'
  | 'state-names'
  | 'handed-on'
  | 'docstrings'
  | 'length'
/** What breaks a rule in a file, between two places of its text. */
export interface Fault {
  rule: RuleName
  start: number
  end: number
  says: string
}
export function findFaults(path: string, tree: ts.SourceFile): Fault[]
export function isEntry(path: string): boolean
