/** What a room imports, by folder: names of rooms and loose files with a blank between. */
export interface Row {
  handlers?: string
  src?: string
  store?: string
}
export type Table = Readonly<Record<'handlers' | 'src' | 'store', Readonly<Record<string, Row>>>>
export const ROOMS: Table
export function isOurs(path: string): boolean
export function roomOf(path: string): string
export function roomsIn(table: Table): string[]
export function arrowsIn(table: Table): string[]
export function whyForbidden(path: string, target: string, table?: Table): string | undefined
