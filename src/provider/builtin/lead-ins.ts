import { all, pattern, spaced, unspaced } from '../../languages/combined.js'

/** Openings of a sentence that say nothing that lasts. */
const SPACED_LEAD = pattern('i')`^(?:
  (?:${all.openings.interjections} ${all.openings.seconds}|${spaced.openings.starts})
  (?:\s*(?:[,.:;!?…]+|\s[–—-]+)\s+|\s+(?<=${all.openings.links} )|$))+`
const UNSPACED_LEAD = pattern('i')`^(?:${unspaced.openings.starts}(?:[，,。、：:！!…\s]+|$))+`
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const FROM_NOW = pattern('i')`^(?:
  ${all.openings.leads}?${spaced.openings.fromNow}(?:\s*[,:]\s*|\s+)(?:${all.openings.politeWords}\s+)?
  |${unspaced.openings.fromNow})`

/** The index at which a sentence begins to say something; 0 where its first words do. */
export function skipLeadIn(text: string): number {
  const lead = (CJK.test(text) ? UNSPACED_LEAD : SPACED_LEAD).exec(text)?.[0].length ?? 0
  return isEnough(text.slice(lead)) ? lead : 0
}

/** A statement without "from now on", which is true of all that is kept. */
export function withoutFromNow(text: string): string {
  const rest = text.replace(FROM_NOW, '')
  return isEnough(rest) ? rest : text
}

const isEnough = (rest: string) => rest.length >= 6 || (CJK.test(rest) && rest.length >= 3)
