/** What one record of a transcript means for the turns of the session, whatever the host. */
export type Entry =
  /** What the person asked; `id` where one prompt can be recorded twice. */
  | { kind: 'prompt'; text: string; id?: string | undefined }
  /** A command that the person gave: a prompt only where a model answered it. */
  | { kind: 'command'; text: string }
  /** Something nobody asked for, which a model may answer: its answer belongs to no turn. */
  | { kind: 'unasked' }
  /** Text for the person. Parts with one `id` are one text; an `open` one needs a `settled`. */
  | { kind: 'reply'; text: string; id?: string | undefined; open?: boolean }
  /** A tool was called or has answered: the text before it is not the reply yet. */
  | { kind: 'work' }
  /** The text before it is whole. */
  | { kind: 'settled' }
  /** The turn is over, with this reply where the host repeats it. */
  | { kind: 'end'; reply?: string | undefined }
  /** The message of this id and everything after it never happened. */
  | { kind: 'rewind'; to: string }

/** A tool that the model called. */
export interface ToolCall {
  name: string
  /** An object, or a text that a host keeps as it came. */
  input: unknown
}
