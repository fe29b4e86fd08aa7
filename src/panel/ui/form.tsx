import type { ComponentChildren, Ref } from 'preact'
import { useState } from 'preact/hooks'
import type { Refusal } from '../api.js'
import { toRefusal } from '../resource.js'

/** A form that Control or Command with Enter sends too, and that Escape leaves. */
export function Form({
  onSubmit,
  onEscape,
  formRef,
  ...rest
}: {
  onSubmit: () => unknown
  /** Undefined where Escape belongs to what is around the form. */
  onEscape?: (() => void) | undefined
  formRef?: Ref<HTMLFormElement>
  class?: string
  'aria-label'?: string
  children: ComponentChildren
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void onSubmit()
    else if (event.key === 'Escape' && onEscape) onEscape()
    else return
    event.preventDefault()
  }
  return (
    <form
      {...rest}
      ref={formRef ?? null}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        void onSubmit()
      }}
    />
  )
}

/**
 * Sends a form once at a time, where it is ready. With `keepsFailure` the failure of the last try shows
 * until the next has ended.
 */
export function useSubmit<Given extends unknown[] = []>(
  send: (...given: Given) => Promise<unknown>,
  { isReady = true, keepsFailure = false } = {},
) {
  const [failure, setFailure] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (...given: Given) => {
    if (isBusy || !isReady) return
    setBusy(true)
    if (!keepsFailure) setFailure(undefined)
    try {
      await send(...given)
    } catch (cause) {
      setFailure(toRefusal(cause))
    }
    setBusy(false)
  }
  return { submit, isBusy, failure }
}

type TextName<T> = { [Name in keyof T]: T[Name] extends string ? Name : never }[keyof T]

/** Ties a control to one of the values: it shows the text, and typing puts the values anew. */
export function tieTo<T extends object>(values: T, put: (values: T) => void) {
  return (name: TextName<T>) => ({
    value: values[name] as string,
    onInput: (event: { currentTarget: { value: string } }) =>
      put({ ...values, [name]: event.currentTarget.value }),
  })
}

/** A labelled field around a control of class `input`. */
export function Field({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: ComponentChildren
}) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  )
}

/** The kinds of svc itself; a memory may have another one. */
const KINDS: readonly string[] = ['fact', 'preference', 'constraint', 'procedure']

/** A choice of kind: those that svc knows, and these besides. */
export function KindField({
  value,
  kinds,
  onInput,
}: {
  value: string
  kinds: readonly string[]
  onInput: (event: { currentTarget: { value: string } }) => void
}) {
  return (
    <Field label="Kind">
      <select class="input" value={value} onInput={onInput}>
        {[...new Set([...KINDS, ...kinds])].map(kind => (
          <option key={kind}>{kind}</option>
        ))}
      </select>
    </Field>
  )
}
