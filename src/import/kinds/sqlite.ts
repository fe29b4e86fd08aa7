import { SvcError } from '../../../store/errors.js'
import { readDatabase } from '../../../store/files/sqlite.js'

/** A row of a database of another program: any value in any column. */
export type Row = Readonly<Record<string, unknown>>

/** Asks a database for tables (a view may never end) that have these columns, and for rows. */
export interface Tables {
  columns: (table: string) => Set<unknown>
  has: (table: string, ...names: string[]) => boolean
  rows: (text: string, values?: string[]) => Row[]
}

/** Hands the tables of a database to `use`. Throws INVALID_REQUEST that names the file where it is none. */
export async function readTables<T>(path: string, use: (tables: Tables) => T): Promise<T> {
  try {
    return await readDatabase(path, database => {
      const columns = (table: string) => {
        const named = 'select name from sqlite_master where type = ? and name = ?'
        const isThere = database.all(named, ['table', table]).length > 0
        const found = isThere ? database.all(`pragma table_info(${table})`) : []
        return new Set(found.map(({ name }) => name))
      }
      return use({
        columns,
        has: (table, ...names) => names.every(name => columns(table).has(name)),
        rows: (text, values = []) => database.all(text, values),
      })
    })
  } catch (error) {
    if (!(error instanceof SvcError) || error.message.endsWith(NOTHING)) throw error
    throw new SvcError(error.code, error.message + NOTHING, { cause: error })
  }
}

const NOTHING = '; nothing was imported'

/** A text column of at most 256 Ki characters and one more, by which a longer one is known. */
export function textColumn(name: string): string {
  return `substr(${name}, 1, 262145) as ${name}`
}
