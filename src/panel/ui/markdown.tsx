import { useMemo } from 'preact/hooks'
import { signal } from '@preact/signals'
import type * as Markup from './markup.js'

const markup = signal<typeof Markup | undefined>(undefined)

// The renderer is half of all code: a page shows the text as it was written until it is loaded.
import('./markup.js').then(
  loaded => (markup.value = loaded),
  () => undefined,
)

/** A Markdown text as people read it. */
export function Markdown({ text }: { text: string }) {
  const { toMarkup } = markup.value ?? {}
  const html = useMemo(() => toMarkup?.(text), [text, toMarkup])
  if (html === undefined) return <div class="prose prose-raw">{text}</div>
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html as string }} />
}
