/**
 * Resolves with a promise, or with `late` where that takes longer than `ms` milliseconds; rejects as
 * the promise does before that.
 */
export async function within<T, L>(promise: Promise<T>, ms: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<L>(resolve => (timer = setTimeout(() => resolve(late), ms)))
  return Promise.race([promise, end]).finally(() => clearTimeout(timer))
}
