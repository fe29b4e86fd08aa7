import type { IconNode } from 'lucide'
import { createElement } from 'preact'

const USUAL_TEXT_PX = 16

/** Draws an icon of lucide at the size of the text beside it; it says nothing to a screen reader. */
export function Icon({ of, size = 16 }: { of: IconNode; size?: number }) {
  const parts = of.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))
  const rem = `${size / USUAL_TEXT_PX}rem`
  return (
    <svg
      width={rem}
      height={rem}
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
