import { useEffect, useRef, useState } from 'preact/hooks'
import type { Memory } from '../../../../store/types.js'
import { showFailure } from '../../toasts.js'
import { Button } from '../../ui/controls.js'
import { Dialog } from '../../ui/dialog.js'
import { compareTexts, Diff } from '../../ui/diff.js'
import { Field, Form, KindField, tieTo, useSubmit } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'
import {
  changesTo,
  dropDraft,
  fieldsOf,
  isTouched,
  putDraft,
  withTheirs,
  type Draft,
} from './drafts.js'
import { FieldChanges } from './history.js'
import { create, save, writes } from './writes.js'

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Edits a memory where it is read. `now` is the stored version; undefined where it is gone. */
export function Editor({
  draft,
  now,
  isGone,
  kinds,
}: {
  draft: Draft
  now: Memory | undefined
  isGone: boolean
  kinds: readonly string[]
}) {
  const form = useRef<HTMLFormElement>(null)
  const { isBusy, isMissing, isRefused, failure, submit, overwrite } = useSaving(draft, now)
  const [isAsking, setAsking] = useState(false)
  const { isOther, isComparing, compare } = useComparing(draft, now, isRefused)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const leave = () => (isTouched(draft) ? setAsking(true) : close(draft))
  const isBlank = draft.title.trim() === '' || draft.content.trim() === ''
  const submits = { keys: IS_MAC ? '⌘ ↵' : 'Ctrl ↵', isBusy, disabled: isBlank }
  return (
    <Form
      formRef={form}
      class="memory-editor"
      aria-label="Edit memory"
      onSubmit={() => !isAsking && submit()}
      onEscape={isAsking ? undefined : leave}
    >
      {isOther && !isComparing && <ChangedElsewhere onCompare={compare} />}
      {isComparing && now && <Conflict draft={draft} now={now} />}
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      {(isGone || isMissing) && <ForgottenElsewhere draft={draft} onKept={() => close(draft)} />}
      <Fields draft={draft} kinds={kinds} />
      {isComparing ? (
        <div class="dialog-actions">
          <Button onClick={() => close(draft)}>Take theirs</Button>
          <Button look="primary" {...submits} keys="" onClick={overwrite}>
            Overwrite
          </Button>
        </div>
      ) : (
        <div class="dialog-actions">
          <Button look="quiet" keys="Esc" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" look="primary" {...submits}>
            Save
          </Button>
        </div>
      )}
      {isAsking && <Discard onDiscard={() => close(draft)} onClose={() => setAsking(false)} />}
    </Form>
  )
}

/** Ends the editing, with focus on the memory that is read then. */
function close({ base }: Draft): void {
  dropDraft(base.id)
  requestAnimationFrame(() => document.getElementById('memory')?.focus())
}

/** Shows another version that stands beside the draft, once a person asks or a save was refused. */
function useComparing(draft: Draft, now: Memory | undefined, isRefused: boolean) {
  const [isShown, setShown] = useState(false)
  const isOther = now !== undefined && now.revision !== draft.base.revision
  const isComparing = isOther && (isShown || isRefused)
  useEffect(() => {
    if (isRefused) document.querySelector('.split-detail')?.scrollTo(0, 0)
  }, [isRefused])
  useEffect(() => {
    if (isComparing) putDraft(withTheirs(draft, now))
  }, [isComparing, now?.revision])
  return { isOther, isComparing, compare: () => setShown(true) }
}

/** Saves a draft; `isRefused` after the service refused to write over what stands. */
function useSaving(draft: Draft, now: Memory | undefined) {
  const { base } = draft
  const { submit, isBusy, failure } = useSubmit(async (before: Memory) => {
    try {
      await save(before, changesTo(before, draft), before.revision)
      close(draft)
    } catch (cause) {
      // Reads the stored version, which is shown beside the draft.
      writes.value++
      throw cause
    }
  })
  const isMissing = failure?.code === 'MEMORY_NOT_FOUND'
  const isRefused = failure?.code === 'CONFLICT' && failure.message.includes('meanwhile')
  return {
    ...{ isBusy, isMissing, isRefused },
    failure: isMissing || isRefused ? undefined : failure,
    submit: async () => {
      const fields = fieldsOf(draft)
      if (fields.title === '' || fields.content === '') return
      if (isTouched(draft)) await submit(base)
      else dropDraft(base.id)
    },
    overwrite: () => void (now && submit(now)),
  }
}

function Fields({ draft, kinds }: { draft: Draft; kinds: readonly string[] }) {
  const tie = tieTo(draft, putDraft)
  return (
    <>
      <Field label="Title">
        <input class="input memory-editor-title" {...tie('title')} />
      </Field>
      <Field label="Content">
        <textarea class="input mono memory-editor-content" {...tie('content')} />
      </Field>
      <KindAndTags kinds={kinds} tie={tie} />
      <Field
        label="Aliases, one a line"
        hint="Other words by which it is found; they are never given to a model."
      >
        <textarea class="input memory-editor-aliases" rows={2} {...tie('aliases')} />
      </Field>
    </>
  )
}

/** The fields for a memory's kind and its tags, side by side. */
export function KindAndTags({
  kinds,
  tie,
}: {
  kinds: readonly string[]
  tie: (name: 'kind' | 'tags') => ReturnType<ReturnType<typeof tieTo>>
}) {
  return (
    <div class="memory-editor-pair">
      <KindField kinds={kinds} {...tie('kind')} />
      <Field label="Tags, with commas between them">
        <input class="input" {...tie('tags')} />
      </Field>
    </div>
  )
}

/** Says quietly that the memory was changed during the edit. */
function ChangedElsewhere({ onCompare }: { onCompare: () => void }) {
  return (
    <Notice action={<Button onClick={onCompare}>Compare</Button>}>
      This memory was changed elsewhere while you edit it.
    </Notice>
  )
}

/** Compares the stored version with the draft. */
function Conflict({ draft, now }: { draft: Draft; now: Memory }) {
  const mine = fieldsOf(draft)
  const theirs = now.content.trim()
  return (
    <section class="memory-conflict" aria-label="What stands now, and what you typed">
      <div role="alert">
        <Notice tone="warn">
          <strong>It was changed elsewhere meanwhile.</strong> Nothing that you typed is lost. In
          red is what stands now, in green what you would put in its place.
        </Notice>
      </div>
      <FieldChanges before={now} after={{ ...now, ...mine }} />
      {theirs !== mine.content && (
        <Diff lines={compareTexts(theirs, mine.content)} label="What stands now, and yours" />
      )}
    </section>
  )
}

/** Offers to keep a draft whose memory was forgotten elsewhere. */
function ForgottenElsewhere({ draft, onKept }: { draft: Draft; onKept: () => void }) {
  const keep = async () => {
    try {
      await create(draft.base.scope, fieldsOf(draft))
      onKept()
    } catch (cause) {
      showFailure(cause)
    }
  }
  const action = <Button onClick={() => void keep()}>Keep as a new memory</Button>
  return (
    <Notice tone="warn" action={action}>
      It was forgotten elsewhere meanwhile. What you typed is still here.
    </Notice>
  )
}

function Discard({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Dialog title="Discard what you changed?" onClose={onClose}>
      <p class="muted">Nothing of it is saved yet.</p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep editing</Button>
        <Button look="danger" onClick={onDiscard} autoFocus>
          Discard
        </Button>
      </div>
    </Dialog>
  )
}
