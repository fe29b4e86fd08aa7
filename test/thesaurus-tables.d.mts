/** The tables by their name in the source, with the stems for the words. */
export function renderTables(
  analysis: {
    stem: (word: string) => string
    tokenize: (text: string) => { word: string; type: string }[]
  },
  words: Record<'EQUAL_WORDS' | 'RELATED_WORDS' | 'PHRASE_WORDS', string>,
): Record<'EQUALS' | 'RELATED' | 'PHRASES', string>
