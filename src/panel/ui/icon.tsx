import type { IconNode } from 'lucide'
import { createElement } from 'preact'

/** Draws an icon of lucide at the size of the text beside it; it says nothing to a screen reader. */
export function Icon({ of, size = 16 }: { of: IconNode; size?: number }) {
  const parts = of.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={1.8}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {parts}
    </svg>
  )
}
