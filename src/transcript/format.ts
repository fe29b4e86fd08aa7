import type { Entry, ToolCall } from './entry.js'
import type { Fields } from './fields.js'

/** How one host writes its transcript. All of it is pure and never throws. */
export interface TranscriptFormat {
  /** True where the record can only be of this host. */
  owns: (record: Fields) => boolean
  /** The record's meaning in the order of the conversation; [] for what plays no part. */
  toEntries: (record: Fields) => Entry[]
  /** The messages of a record that writes the whole history anew; undefined for any other. */
  toHistory?: (record: Fields) => Fields[] | undefined
  /** A name that a later record of the same message has too, where the last one stands. */
  toMessageId?: (record: Fields) => string | undefined
  /** The tools that the record says were called. */
  toToolCalls: (record: Fields) => ToolCall[]
  /** Names and paths of skills that the record itself says were used. */
  toSkills?: (record: Fields) => string[]
}
