import { useState } from 'preact/hooks'
import type { Memory, Scope } from '../../../../store/types.js'
import { chosenKey, keyOf, nameOf, parseKey, scopeNames, scopes } from '../../scopes.js'
import { Button, Field } from '../../ui/controls.js'
import { Dialog } from '../../ui/dialog.js'
import { KindField } from '../../ui/kind-field.js'
import { Picker, type Choice } from '../../ui/picker.js'
import { Notice } from '../../ui/states.js'
import { splitOn } from './drafts.js'
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
    label: scopeNames.value.get(keyOf(scope)) ?? nameOf(scope),
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

/** Asks for a new memory; `onDone` is told its id. */
export function NewDialog({
  kinds,
  onClose,
  onDone,
}: {
  kinds: readonly string[]
  onClose: () => void
  onDone: (memory: Memory) => void
}) {
  const [fields, setFields] = useState({
    scope: chosenKey.peek() || 'global',
    path: '',
    kind: 'fact',
    title: '',
    content: '',
    tags: '',
  })
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const onInput = (name: keyof typeof fields) => ({
    value: fields[name],
    onInput: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  })
  const scope: Scope | undefined =
    fields.scope === ELSEWHERE
      ? { type: 'project', id: fields.path.trim() }
      : parseKey(fields.scope)
  const isReady = fields.title.trim() !== '' && fields.content.trim() !== '' && scope?.id !== ''
  const submit = async () => {
    if (!isReady || isBusy || scope === undefined) return
    setBusy(true)
    setFailure('')
    const { title, content, kind } = fields
    const tags = splitOn(fields.tags, ',')
    try {
      const memory = await create(scope, { title: title.trim(), content, kind, tags })
      onClose()
      onDone(memory)
    } catch (cause) {
      setFailure((cause as Error).message)
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog title="New memory" onClose={onClose}>
      <form
        class="memory-new"
        onKeyDown={onKeyDown}
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Field label="Title">
          <input class="input" autoFocus {...onInput('title')} />
        </Field>
        <Field label="Content">
          <textarea class="input" {...onInput('content')} />
        </Field>
        <div class="memory-editor-pair">
          <KindField kinds={kinds} {...onInput('kind')} />
          <Field label="Tags, with commas between them">
            <input class="input" {...onInput('tags')} />
          </Field>
        </div>
        <Field label="Scope">
          <select class="input" {...onInput('scope')}>
            {scopes.value.map(scope => (
              <option key={keyOf(scope)} value={keyOf(scope)}>
                {scopeNames.value.get(keyOf(scope))}
              </option>
            ))}
            <option value={ELSEWHERE}>Another directory …</option>
          </select>
        </Field>
        {fields.scope === ELSEWHERE && (
          <Field label="Directory of the project" hint="Its absolute path.">
            <input class="input mono" {...onInput('path')} />
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
      </form>
    </Dialog>
  )
}
