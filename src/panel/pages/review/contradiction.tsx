import type { ReviewItem } from '../../../types.js'
import { Button } from '../../ui/controls.js'
import { Markdown } from '../../ui/markdown.js'

/** Both statements side by side, each with a way to keep it alone. */
export function Contradiction({
  item,
  onKeep,
}: {
  item: ReviewItem
  onKeep: (side: number) => void
}) {
  const sides = [item.memory, ...item.contradicts]
  return (
    <section>
      <h3>These do not agree. Which one holds?</h3>
      <ul role="list" class="review-sides">
        {sides.map(({ id, title, content }, at) => (
          <li class="card" key={id}>
            <h4>{title}</h4>
            <Markdown text={content} />
            <Button keys={String(at + 1)} onClick={() => onKeep(at)}>
              {at === 0 ? 'Keep this' : 'Keep the other'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
