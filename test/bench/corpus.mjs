// Memories made of words that follow Zipf's law, as natural text does; the same for the same seed.
const KINDS = ['constraint', 'preference', 'procedure', 'fact', 'fact', 'fact']
const STEMS =
  'deploy build test cache queue token user order price stripe redis docker schema index route worker event batch login config retry timeout invoice report upload image search filter table column migrate branch commit release version package module import export error handle parse format render layout theme color button modal dialog form field label value input output stream buffer socket server client proxy header cookie session secret policy limit quota shard replica backup restore snapshot metric alert trace log span'.split(
    ' ',
  )

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function createRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** `count` exported memories of one scope, as lines for `svc load`; another seed gives other ids. */
export function createLines(count, scope, seed = 7) {
  const random = createRandom(seed)
  const lines = []
  for (let number = 0; number < count; number++) {
    const id = `m${String(seed * 1_000_000 + number).padStart(12, '0')}`
    lines.push(JSON.stringify({ id, ...createMemory(number, scope, random) }))
  }
  return lines.join('\n') + '\n'
}

/** A prompt of about `words` words. */
export function createPrompt(words, seed = 11) {
  const random = createRandom(seed)
  return Array.from({ length: words }, () => pickWord(random)).join(' ')
}

function createMemory(number, scope, random) {
  const words = count => Array.from({ length: count }, () => pickWord(random)).join(' ')
  return {
    scope,
    kind: KINDS[number % KINDS.length],
    title: `${words(4)} ${number}`,
    content: `${words(14)}. ${words(12)}. See src/${pickWord(random)}/${pickWord(random)}.ts.`,
    tags: [pickWord(random)],
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  }
}

function pickWord(random) {
  const rank = Math.floor(Math.exp(random() * Math.log(4_000)))
  const stem = STEMS[rank % STEMS.length]
  return rank < STEMS.length ? stem : `${stem}${Math.floor(rank / STEMS.length).toString(36)}`
}
