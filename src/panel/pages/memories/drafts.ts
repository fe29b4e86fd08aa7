import { signal } from '@preact/signals'
import type { Memory } from '../../../../store/types.js'
import { ask } from '../../api.js'
import { showFailure } from '../../toasts.js'
import { pathOf } from '../../writes.js'
import type { Fields } from './writes.js'

/** A memory in edit: the typed text stays here, wherever the person goes meanwhile. */
export interface Draft {
  /** The memory when the editing began. */
  base: Memory
  title: string
  kind: string
  /** With commas between them. */
  tags: string
  /** One a line. */
  aliases: string
  content: string
}

/** The drafts by id. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map())

/** Begins to edit a memory; a draft that is there already stays. */
export async function beginDraft(id: string): Promise<void> {
  if (drafts.peek().has(id)) return
  try {
    const base = await ask<Memory>(pathOf(id))
    putDraft({ base, ...toTyped(base) })
  } catch (cause) {
    showFailure(cause)
  }
}

/** Keeps a draft. */
export function putDraft(draft: Draft): void {
  drafts.value = new Map(drafts.peek()).set(draft.base.id, draft)
}

/** Takes the stored text into the fields that the person has not touched. */
export function withTheirs(draft: Draft, now: Memory): Draft {
  const mine = Object.keys(changesTo(draft.base, draft))
  const theirs = Object.entries(toTyped(now)).filter(([name]) => !mine.includes(name))
  return { ...draft, ...Object.fromEntries(theirs) }
}

function toTyped({ title, kind, tags, aliases, content }: Memory): Omit<Draft, 'base'> {
  return { title, kind, tags: tags.join(', '), aliases: aliases.join('\n'), content }
}

/** Ends the editing. */
export function dropDraft(id: string): void {
  const left = new Map(drafts.peek())
  left.delete(id)
  drafts.value = left
}

/** Converts a draft to fields of a memory. */
export function fieldsOf({ title, kind, tags, aliases, content }: Omit<Draft, 'base'>): Fields {
  return {
    title: title.trim(),
    kind,
    tags: splitOn(tags, ','),
    aliases: splitOn(aliases, '\n'),
    content: content.trim(),
  }
}

/** The fields in which a draft differs from a memory. */
export function changesTo(memory: Memory, draft: Draft): Partial<Fields> {
  const changed = Object.entries(fieldsOf(draft)).filter(([name, value]) => {
    const stands = memory[name as keyof Fields]
    const before = typeof stands === 'string' ? stands.trim() : stands
    return JSON.stringify(value) !== JSON.stringify(before)
  })
  return Object.fromEntries(changed)
}

/** True where something was typed. */
export function isTouched(draft: Draft): boolean {
  return Object.keys(changesTo(draft.base, draft)).length > 0
}

/** Splits a typed text on a sign, each part once. */
export function splitOn(text: string, sign: string): string[] {
  const parts = text.split(sign).map(part => part.trim())
  return [...new Set(parts.filter(part => part !== ''))]
}

window.addEventListener('beforeunload', event => {
  if ([...drafts.peek().values()].some(isTouched)) event.preventDefault()
})
