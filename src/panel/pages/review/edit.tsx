import { useEffect, useRef, useState } from 'preact/hooks'
import type { Memory } from '../../../../store/types.js'
import type { ReviewItem } from '../../../types.js'
import { useAnswer } from '../../resource.js'
import { Button } from '../../ui/controls.js'
import { Field, Form, KindField, tieTo, useSubmit } from '../../ui/form.js'
import { Markdown } from '../../ui/markdown.js'
import { Notice } from '../../ui/states.js'
import { pathOf } from '../../writes.js'

/** A memory as a person edits it. */
export type Draft = Pick<Memory, 'title' | 'kind' | 'content'>

/** Unsaved drafts by id: a person who comes back finds them again. */
const drafts = new Map<string, Draft>()

/** Edits a memory in place; saving accepts it. Control and Enter saves, Escape leaves. */
export function Editor({
  item: { memory },
  onSave,
  onLeave,
}: {
  item: ReviewItem
  /** Throws Refusal where it cannot be saved; what was typed stays then. */
  onSave: (draft: Draft, revision: string | undefined) => Promise<void> | undefined
  onLeave: () => void
}) {
  // The memory when the person began: `memory` may be another's by now.
  const [original] = useState(memory)
  const { draft, putDraft, dropDraft } = useDraft(memory)
  const content = useRef<HTMLTextAreaElement>(null)
  useEffect(() => content.current?.focus(), [])
  const isReady = draft.title.trim() !== '' && draft.content.trim() !== ''
  const save = async () => {
    await onSave(draft, stored?.revision)
    dropDraft()
  }
  const { submit, isBusy, failure } = useSubmit(save, { isReady, keepsFailure: true })
  // Its revision is what a write names: read at first, and again after a refusal.
  const { value: stored } = useAnswer<Memory>(pathOf(memory.id), { on: failure })
  const isChanged = stored && differs(stored, original)
  const tie = tieTo(draft, putDraft)
  return (
    <Form onSubmit={submit} onEscape={onLeave}>
      {failure && (
        <Notice tone="bad">
          {isChanged
            ? 'It was changed meanwhile. What you wrote is kept here; saving it again takes the place of what stands.'
            : failure.message}
        </Notice>
      )}
      {failure && isChanged && <StoredVersion memory={stored} />}
      <Field label="Title">
        <input class="input" {...tie('title')} />
      </Field>
      <KindField kinds={[memory.kind]} {...tie('kind')} />
      <Field label="Content" hint="Markdown">
        <textarea ref={content} class="input" {...tie('content')} />
      </Field>
      <div class="actions">
        <Button look="primary" type="submit" isBusy={isBusy} keys="Ctrl ↵">
          Save and accept
        </Button>
        <Button keys="Esc" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function useDraft({ id, title, kind, content }: Memory) {
  const [draft, setDraft] = useState<Draft>(drafts.get(id) ?? { title, kind, content })
  const putDraft = (next: Draft) => {
    drafts.set(id, next)
    setDraft(next)
  }
  return { draft, putDraft, dropDraft: () => drafts.delete(id) }
}

function differs(one: Memory, other: Memory): boolean {
  return one.title !== other.title || one.content !== other.content
}

function StoredVersion({ memory }: { memory: Memory }) {
  return (
    <section class="card card-body">
      <h3>What stands now</h3>
      <p>{memory.title}</p>
      <Markdown text={memory.content} />
    </section>
  )
}
