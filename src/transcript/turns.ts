import type { Entry } from './entry.js'

/** A turn as a transcript tells it. Texts are as they were said: neither clipped nor redacted. */
export interface TranscriptTurn {
  /** Undefined where it lies further back than was read. */
  prompt?: string
  /** When the prompt was recorded, as the host writes it. */
  at?: string
  /** The last text of the turn; undefined where there is none yet. */
  reply?: string
  /** False where the reply, or more of it, may still come. */
  complete: boolean
}

interface Answer {
  texts: string[]
  id: string | undefined
}

/** Puts turns together from entries that come in reverse order: the newest first. */
export class TurnReader {
  private answer: Answer | undefined
  private isOpen = false
  private isSettled = false
  private isOver = false
  private rewindTo: string | undefined
  private lastPrompt: string | undefined

  /** True while the entries belong to messages that were taken back; `id` may end that. */
  isTakenBack(id: string | undefined): boolean {
    if (this.rewindTo === undefined) return false
    if (id === this.rewindTo) this.rewindTo = undefined
    return true
  }

  /** Takes up an entry; answers the turn that begins with it, if one does. */
  add(entry: Entry, at: string | undefined): TranscriptTurn | undefined {
    if (entry.kind === 'prompt') return this.begin(entry.text, at, entry.id)
    if (entry.kind === 'command') return this.answer ? this.begin(entry.text, at) : undefined
    if (entry.kind === 'unasked') this.forget()
    if (entry.kind === 'rewind') this.rewindTo = entry.to
    if (entry.kind === 'reply') this.addReply(entry)
    if (this.answer) return undefined
    if (entry.kind === 'work') this.isOpen = true
    if (entry.kind === 'settled') this.isSettled = true
    if (entry.kind === 'end' && !this.isOpen) this.end(entry.reply)
    return undefined
  }

  /** What was answered to a prompt that lies further back; undefined where nothing was. */
  rest(): TranscriptTurn | undefined {
    return this.answer && this.toTurn()
  }

  private addReply({ text, id, open = false }: Extract<Entry, { kind: 'reply' }>): void {
    if (text.trim() === '') return
    if (this.answer === undefined) {
      this.answer = { texts: [text], id }
      if (open && !this.isSettled) this.isOpen = true
    } else if (id !== undefined && id === this.answer.id) {
      this.answer.texts.unshift(text)
    }
  }

  private end(reply: string | undefined): void {
    this.isOver = true
    if (reply !== undefined && reply.trim() !== '') {
      this.answer = { texts: [reply], id: undefined }
    }
  }

  /** A prompt that is recorded twice is one. */
  private begin(prompt: string, at?: string, id?: string): TranscriptTurn | undefined {
    const name = id === undefined ? undefined : `${id} ${prompt}`
    const isSame = name !== undefined && name === this.lastPrompt
    this.lastPrompt = name
    if (isSame && this.answer === undefined) return undefined
    const turn: TranscriptTurn = { prompt, ...(at !== undefined && { at }), ...this.toTurn() }
    this.forget()
    return turn
  }

  private toTurn(): TranscriptTurn {
    const complete = this.isOver || (this.answer !== undefined && !this.isOpen)
    return { ...(this.answer && { reply: this.answer.texts.join('\n') }), complete }
  }

  private forget(): void {
    this.answer = undefined
    this.isOpen = false
    this.isSettled = false
    this.isOver = false
  }
}
