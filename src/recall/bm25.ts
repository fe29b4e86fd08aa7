/** MiniSearch's own BM25+ parameters: tuning them gained nothing on any set. */
export const BM25 = { k: 1.2, b: 0.7, d: 0.5 }
/** What a match in the title counts, in matches in the content. */
export const TITLE_BOOST = 1.7
