const MAX_PASSES = 8

/**
 * Removes `<name …>…</name>` blocks, whatever their case and attributes. Blocks of one name nest;
 * one that is not closed reaches to the end of the text; a lone closing tag stays. `names` is the
 * source of a regular expression. Linear time; applying it twice changes nothing.
 */
export function removeBlocks(text: string, names: string): string {
  if (!text.includes('<')) return text
  const tags = new RegExp(`<(/?)(${names})(?:\\s[^<>]*|/)?>`, 'gi')
  let rest = text
  // What a removal joins may be a tag again. Only hostile text needs more passes than one.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = removeOnce(rest, tags)
    if (next === rest) return rest
    rest = next
  }
  return cutAtTag(rest, tags)
}

function removeOnce(text: string, tags: RegExp): string {
  let kept = ''
  let end = 0
  let open = ''
  let depth = 0
  for (const match of text.matchAll(tags)) {
    const name = (match[2] ?? '').toLowerCase()
    const isClosing = match[1] === '/'
    if (depth > 0 ? name !== open : isClosing) continue
    const isSingle = match[0].endsWith('/>')
    if (depth === 0) {
      kept += text.slice(end, match.index)
      open = name
    }
    if (!isSingle) depth += isClosing ? -1 : 1
    if (depth === 0) end = match.index + match[0].length
  }
  return depth > 0 ? kept : kept + text.slice(end)
}

function cutAtTag(text: string, tags: RegExp): string {
  for (const match of text.matchAll(tags)) if (match[1] === '') return text.slice(0, match.index)
  return text
}
