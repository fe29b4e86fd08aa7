/** The name that a mistyped word most likely meant, or undefined where none is near. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const most = Math.ceil(word.length / 3)
  const ranked = names
    .map(name => ({ name, distance: distanceOf(word, name) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  if (best !== undefined && best.distance <= most) return best.name
  return names.find(name => word.length > 2 && name.startsWith(word))
}

/** Levenshtein's edit distance, one row at a time, a swap of neighbours counted as two edits. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? Infinity
}
