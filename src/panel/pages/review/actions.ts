import type { ReviewItem } from '../../../types.js'
import { showToast } from '../../toasts.js'
import type { CardActions } from './card.js'
import { accept, keepBoth, keepSide, saveEdited, undo } from './decisions.js'
import type { Inbox } from './inbox.js'
import type { InboxRow } from './rows.js'

type MemoryRow = InboxRow & { type: 'memory' }

/** What can be done with the row that is chosen; nothing with one that is no memory. */
export function useActions(
  { rows, at, choose, decide }: Inbox,
  row: InboxRow | undefined,
  setEditing: (row: InboxRow | undefined) => void,
): CardActions {
  const memories = rows.filter((each): each is MemoryRow => each.type === 'memory')
  const items = memories.map(({ item }) => item)
  const nothing = () => undefined
  if (row?.type !== 'memory') {
    return { accept: nothing, undo: nothing, edit: nothing, keep: nothing, save: nothing }
  }
  const { item } = row
  const isContradiction = item.contradicts.length > 0
  const both = () => sidesOf(item, memories)
  return {
    accept: () => {
      if (item.reviewed) choose(Math.min(at + 1, rows.length - 1))
      else if (isContradiction) void decide(both(), () => keepBoth(item, items))
      else void decide([row], () => accept(item))
    },
    undo: () => {
      if (item.undo) void decide([row], () => undo(item))
      else showToast(`svc archive restore ${item.id} takes it out of the other memory again`)
    },
    edit: () => {
      if (item.change === 'retracted') return
      // Named in the hash it stays chosen, whatever comes in meanwhile.
      choose(at)
      setEditing(row)
    },
    keep: side => {
      const kept = [item.memory, ...item.contradicts][side]
      if (isContradiction && kept) void decide(both(), () => keepSide(item, kept.id, items))
    },
    save: async (draft, revision) => {
      // What was typed stays until it is saved: only then does the row go.
      const done = await saveEdited(item, draft, revision)
      setEditing(undefined)
      void decide([row], () => Promise.resolve(done))
    },
  }
}

/** The rows of a contradiction: its own, and those of the other sides that wait too. */
function sidesOf({ memory, contradicts }: ReviewItem, rows: readonly MemoryRow[]): MemoryRow[] {
  const ids = [memory, ...contradicts].map(({ id }) => id)
  return rows.filter(({ item }) => ids.includes(item.memory.id))
}
