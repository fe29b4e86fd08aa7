/** First position in an ascending list whose item is not below the wanted one. */
export function lowerBound<T>(list: ArrayLike<T>, isBelow: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(list[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
