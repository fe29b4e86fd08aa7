/** Reasons not to keep a candidate. */
type DropReason =
  'global has it' | 'saved by the agent' | 'over the cap' | 'forgotten as wrong' | 'known already'

/** A candidate that was sound and is not kept, by the title of a memory or the name of a skill. */
export interface Dropped {
  title: string
  reason: DropReason
}

/** Finds the candidates that are not among the kept ones. */
export function findDropped<C extends object>(
  candidates: readonly C[],
  kept: readonly C[],
  { reason, nameOf }: { reason: DropReason; nameOf: (candidate: C) => string },
): Dropped[] {
  const left = candidates.filter(candidate => !kept.includes(candidate))
  return left.map(candidate => ({ title: nameOf(candidate), reason }))
}
