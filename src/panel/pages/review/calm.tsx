import { CircleCheck } from 'lucide'
import type { Review } from '../../../types.js'
import { ask } from '../../api.js'
import { useResource } from '../../resource.js'
import { chosenKey } from '../../scopes.js'
import { Empty } from '../../ui/states.js'
import { ScopeName, Time } from '../../ui/text.js'

/** An inbox with nothing in it: when the last thing was learned, or how anything ever is. */
export function Calm({ isAll }: { isAll: boolean }) {
  const read = (signal: AbortSignal) =>
    ask<Review>('/review', { query: { all: true, scopeKey: chosenKey.peek() }, signal })
  const { value } = useResource(read, [chosenKey.value])
  if (value === undefined) return null
  const last = value.items.find(({ change }) => change !== undefined)
  if (last === undefined) {
    return (
      <Empty icon={CircleCheck} title="Nothing was learned here lately">
        What agents learn from your conversations comes here, to accept, to edit or to undo.{' '}
        <code>svc install</code> connects them.
      </Empty>
    )
  }
  return (
    <Empty icon={CircleCheck} title={isAll ? 'Nothing is here' : 'You have seen everything'}>
      The last thing was learned <Time at={last.at} /> in <ScopeName of={last.memory.scope} />: “
      {last.memory.title}”
    </Empty>
  )
}
