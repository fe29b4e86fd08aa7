import { useState } from 'preact/hooks'
import type { Memory, Scope } from '../../../../store/types.js'
import { chosenKey, keyOf, parseKey, scopes, titleOfScope } from '../../scopes.js'
import { Button } from '../../ui/controls.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Form, tieTo, useSubmit } from '../../ui/form.js'
import { Picker, type Choice } from '../../ui/picker.js'
import { Notice } from '../../ui/states.js'
import { splitOn } from './drafts.js'
import { KindAndTags } from './editor.js'
import { create, move } from './writes.js'

/** An absolute path of any system. */
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/

/** Asks which scope a memory moves to. */
export function MoveDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const go = (scope: Scope) => {
    onClose()
    void move(memory, scope)
  }
  const others = scopes.value.filter(scope => keyOf(scope) !== keyOf(memory.scope))
  const choices = others.map((scope): Choice => ({
    label: titleOfScope(scope),
    hint: scope.id ?? 'all projects',
    run: () => go(parseKey(keyOf(scope))!),
  }))
  const onText = (text: string): Choice | undefined =>
    ABSOLUTE.test(text) && !others.some(({ id }) => id === text)
      ? { label: text, run: () => go({ type: 'project', id: text }) }
      : undefined
  return (
    <Dialog title="Move to another scope" onClose={onClose}>
      <div class="memory-move">
        <Picker
          label="Scope, or the directory of a project"
          groups={[{ label: 'Scopes', choices }]}
          onText={onText}
        />
      </div>
    </Dialog>
  )
}

const ELSEWHERE = 'elsewhere'

/** Asks for a new memory; `onDone` is told of it. */
export function NewDialog({
  kinds,
  onClose,
  onDone,
}: {
  kinds: readonly string[]
  onClose: () => void
  onDone: (memory: Memory) => void
}) {
  const { tie, isElsewhere, isReady, submit, isBusy, failure } = useNewMemory(memory => {
    onClose()
    onDone(memory)
  })
  return (
    <Dialog title="New memory" onClose={onClose}>
      <Form onSubmit={submit}>
        {failure && <Notice tone="bad">{failure.message}</Notice>}
        <Field label="Title">
          <input class="input" autoFocus {...tie('title')} />
        </Field>
        <Field label="Content">
          <textarea class="input" {...tie('content')} />
        </Field>
        <KindAndTags kinds={kinds} tie={tie} />
        <Field label="Scope">
          <select class="input" {...tie('scope')}>
            {scopes.value.map(scope => (
              <option key={keyOf(scope)} value={keyOf(scope)}>
                {titleOfScope(scope)}
              </option>
            ))}
            <option value={ELSEWHERE}>Another directory …</option>
          </select>
        </Field>
        {isElsewhere && (
          <Field label="Directory of the project" hint="Its absolute path.">
            <input class="input mono" {...tie('path')} />
          </Field>
        )}
        <div class="dialog-actions">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={!isReady}>
            Remember
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The fields of a memory that is not stored yet, and the way to store it. */
function useNewMemory(onDone: (memory: Memory) => void) {
  const [fields, setFields] = useState({
    scope: chosenKey.peek() || 'global',
    path: '',
    kind: 'fact',
    title: '',
    content: '',
    tags: '',
  })
  const { title, content, kind } = fields
  const isElsewhere = fields.scope === ELSEWHERE
  const scope: Scope | undefined = isElsewhere
    ? { type: 'project', id: fields.path.trim() }
    : parseKey(fields.scope)
  const isReady = title.trim() !== '' && content.trim() !== '' && scope?.id !== ''
  const send = async () => {
    const tags = splitOn(fields.tags, ',')
    if (scope) onDone(await create(scope, { title: title.trim(), content, kind, tags }))
  }
  return { tie: tieTo(fields, setFields), isElsewhere, isReady, ...useSubmit(send, { isReady }) }
}
