import { Field } from './controls.js'

/** The kinds that svc itself knows; a memory may have another one. */
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
