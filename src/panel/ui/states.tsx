import { CircleAlert, CircleCheck, TriangleAlert, type IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Refusal } from '../api.js'
import type { Resource } from '../resource.js'
import { Button } from './controls.js'
import { Icon } from './icon.js'

/** Explains an empty place: the meaning of that, and a way on. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon?: IconNode
  title: string
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      {icon && <Icon of={icon} size={28} />}
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
  )
}

const TONE_ICONS = { warn: TriangleAlert, bad: CircleAlert, good: CircleCheck }

/** A line that stands out from the page. */
export function Notice({
  tone,
  action,
  children,
}: {
  tone?: 'warn' | 'bad' | 'good'
  action?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <div class="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {tone && <Icon of={TONE_ICONS[tone]} size={18} />}
      <div>{children}</div>
      {action}
    </div>
  )
}

/** Says why something could not be read, with a way to try again. */
export function Failure({ error, onRetry }: { error: Refusal; onRetry: () => void }) {
  return (
    <Notice tone="bad" action={<Button onClick={onRetry}>Try again</Button>}>
      {error.message}
    </Notice>
  )
}

/** Shows the value of a resource, or its failure; nothing in its first moments. */
export function Shown<T>({
  of,
  children,
}: {
  of: Resource<T>
  children: (value: T) => ComponentChildren
}) {
  if (of.value !== undefined) return <>{children(of.value)}</>
  if (of.error) return <Failure error={of.error} onRetry={of.reload} />
  return <p class="late">Loading …</p>
}
