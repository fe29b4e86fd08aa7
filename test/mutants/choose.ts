import { createHash } from 'node:crypto'
import { roomOf } from '../rooms.mjs'
import type { Source } from '../sources.js'
import { editsIn, type Edit } from './edits.js'

/** A change of one source file that some test should notice. */
export interface Mutant extends Edit {
  file: string
  room: string
  line: number
  column: number
  /** The line on which it begins. */
  around: string
}

/** No decisions: tables, weights and words; and the panel, whose tests need a browser. */
const NOT_TRIED =
  /^(?:test|src\/panel)\/|(?:weights|thesaurus|coefficients|languages\/[a-z]{2})\.ts$/

/** Every change of the sources, in the order of the text. */
export function findMutants(sources: readonly Source[]): Mutant[] {
  const tried = sources.filter(({ path }) => !NOT_TRIED.test(path))
  return tried.flatMap(source => [...editsIn(source.tree)].map(edit => toMutant(source, edit)))
}

/** A change of a source with the place where it is. */
export function toMutant({ path, text }: Source, edit: Edit): Mutant {
  const before = text.slice(0, edit.start).split('\n')
  const column = before.at(-1)!.length
  const around = text
    .slice(edit.start - column)
    .split('\n', 1)[0]!
    .trim()
  return { ...edit, file: path, room: roomOf(path), line: before.length, column, around }
}

/**
 * About so many of them, at least two of each room and else in proportion; the same ones for the
 * same seed, whatever changes elsewhere.
 */
export function chooseMutants(all: readonly Mutant[], count: number, seed: string): Mutant[] {
  const rankOf = ({ file, around, column, to }: Mutant) =>
    createHash('sha256').update([seed, file, around, column, to].join('\0')).digest('hex')
  const ranked = all.map(mutant => ({ mutant, rank: rankOf(mutant) }))
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return [...new Set(all.map(({ room }) => room))].flatMap(room => {
    const own = ranked.filter(({ mutant }) => mutant.room === room).map(({ mutant }) => mutant)
    return own.slice(0, count && Math.max(2, Math.round((count * own.length) / all.length)))
  })
}
