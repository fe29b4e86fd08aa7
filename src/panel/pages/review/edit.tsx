import { useEffect, useRef, useState } from 'preact/hooks'
import type { Memory } from '../../../../store/types.js'
import type { ReviewItem } from '../../../types.js'
import { ask, type Refusal } from '../../api.js'
import { toRefusal } from '../../resource.js'
import { Button, Field } from '../../ui/controls.js'
import { KindField } from '../../ui/kind-field.js'
import { Markdown } from '../../ui/markdown.js'
import { Notice } from '../../ui/states.js'
import { pathOf } from '../../writes.js'

/** What a person makes of a memory. */
export interface Draft {
  title: string
  kind: string
  content: string
}

/** What was typed and not saved, by id: it is there again when a person comes back to it. */
const drafts = new Map<string, Draft>()

/** Changes a memory in place; what is saved is accepted. Control and Enter saves, Escape leaves. */
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
  // As it was when the person began: what is read meanwhile may be another's.
  const [original] = useState(memory)
  const { id, title, kind } = memory
  const [draft, keepDraft] = useState(drafts.get(id) ?? { title, kind, content: memory.content })
  const setDraft = (next: Draft) => {
    drafts.set(id, next)
    keepDraft(next)
  }
  const [failure, setFailure] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const standing = useStanding(memory.id, failure)
  const content = useRef<HTMLTextAreaElement>(null)
  useEffect(() => content.current?.focus(), [])
  const save = async (event?: Event) => {
    event?.preventDefault()
    if (draft.title.trim() === '' || draft.content.trim() === '') return
    setBusy(true)
    try {
      await onSave(draft, standing?.revision)
      drafts.delete(id)
    } catch (error) {
      setFailure(toRefusal(error))
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isChanged = standing && isOther(standing, original)
  return (
    <form class="review-editor" onSubmit={event => void save(event)} onKeyDown={onKeyDown}>
      {failure && (
        <Notice tone="bad">
          {isChanged
            ? 'It was changed meanwhile. What you wrote is kept here; saving it again takes the place of what stands.'
            : failure.message}
        </Notice>
      )}
      {failure && isChanged && <Standing memory={standing} />}
      <Field label="Title">
        <input
          class="input"
          value={draft.title}
          onInput={({ currentTarget }) => setDraft({ ...draft, title: currentTarget.value })}
        />
      </Field>
      <KindField
        value={draft.kind}
        kinds={[memory.kind]}
        onInput={({ currentTarget }) => setDraft({ ...draft, kind: currentTarget.value })}
      />
      <Field label="Content" hint="Markdown">
        <textarea
          ref={content}
          class="input"
          value={draft.content}
          onInput={({ currentTarget }) => setDraft({ ...draft, content: currentTarget.value })}
        />
      </Field>
      <div class="review-editor-actions">
        <Button look="primary" type="submit" isBusy={isBusy} keys="Ctrl ↵">
          Save and accept
        </Button>
        <Button keys="Esc" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What stands, with the revision that a write names: read at first, and again after a refusal. */
function useStanding(id: string, failure: Refusal | undefined) {
  const [standing, setStanding] = useState<Memory>()
  useEffect(() => {
    ask<Memory>(pathOf(id)).then(setStanding, () => undefined)
  }, [id, failure])
  return standing
}

function isOther(one: Memory, other: Memory): boolean {
  return one.title !== other.title || one.content !== other.content
}

function Standing({ memory }: { memory: Memory }) {
  return (
    <section class="card card-body">
      <h3>What stands now</h3>
      <p>{memory.title}</p>
      <Markdown text={memory.content} />
    </section>
  )
}
