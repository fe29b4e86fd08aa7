import { hashTerm, unpack } from '../../store/index/format.js'

/** A term that may stand for another one. */
interface Synonym {
  term: string
  /** True for another name of the same thing, false for what is merely near it. */
  isEqual: boolean
}

/** Most equals, and most related terms, that one term brings. */
const EQUAL_LIMIT = 8
const RELATED_LIMIT = 10

/**
 * Terms (stems) that may be used for a term: equals first, no term twice; empty where none is
 * known. The word is what was stemmed, for some forms are told apart by it alone.
 */
export function findSynonyms(term: string, word = term): readonly Synonym[] {
  const key = `${term} ${word}`
  let found = asked.get(key)
  if (found === undefined) {
    if (asked.size >= ASKED_LIMIT) asked.clear()
    asked.set(key, (found = lookUp(term, word)))
  }
  return found
}

/** A process that stays is asked for the words of a project again and again. */
const asked = new Map<string, readonly Synonym[]>()
const ASKED_LIMIT = 5_000
const NO_SYNONYMS: readonly Synonym[] = []

function lookUp(term: string, word: string): readonly Synonym[] {
  const tables = openTables()
  const equals = findEqual(tables.equals, term, word)
  const related = findGroups(tables.related, term)
  if (equals.length + related.length === 0) return NO_SYNONYMS
  const synonyms = equals.map((other): Synonym => ({ term: other, isEqual: true }))
  const near = new Set([term, ...equals])
  const most = near.size + RELATED_LIMIT
  for (const other of related.flat()) {
    if (near.size === most) break
    if (near.size < near.add(other).size) synonyms.push({ term: other, isEqual: false })
  }
  return synonyms
}

/** The first of every group, then the second of every group: the limit cuts off the ends of all. */
function findEqual(table: Table, term: string, word = term): string[] {
  const groups = findGroups(table, term)
  if (word !== term) groups.push(...findGroups(table, word))
  const longest = groups.reduce((most, { length }) => Math.max(most, length), 0)
  const equals: string[] = []
  for (let at = 0; at < longest; at++)
    for (const group of groups) {
      const other = group[at]
      if (other === undefined || other === term || other === word || equals.includes(other))
        continue
      if (equals.push(other) === EQUAL_LIMIT) return equals
    }
  return equals
}

/** The groups that an entry finds; what it is to find ahead of what finds with it. */
function findGroups(table: Table, entry: string): string[][] {
  return placesOf(table, entry).map(at => {
    const [group = '', named] = lineAt(table, at).split(' > ')
    const finding = group.split(' ')
    return named === undefined ? finding : [...named.split(' '), ...finding]
  })
}

/** A phrase of a text, with the terms that are another name for it. */
interface Phrase {
  terms: string[]
  equals: string[]
}

/** The phrases of a text, given as its stems in order, that are known by one word. */
export function findPhrases(sequence: readonly string[]): Phrase[] {
  const { equals, phrases } = openTables()
  const begun = new Set(sequence.flatMap(term => placesOf(phrases, term)))
  if (begun.size === 0) return []
  const text = ` ${sequence.join(' ')} `
  return [...begun]
    .sort((a, b) => a - b)
    .flatMap(at => {
      const line = lineAt(phrases, at)
      const last = line.lastIndexOf(' ')
      if (!text.includes(` ${line.slice(0, last)} `)) return []
      const name = line.slice(last + 1)
      return [{ terms: line.slice(0, last).split(' '), equals: [name, ...findEqual(equals, name)] }]
    })
}

/** Lines of entries, and where those stand that are looked up, by their hash. */
interface Table {
  text: string
  /** The place in `places` at which each of BUCKETS begins, and the end; then the places in the text. */
  places: Uint16Array
}

interface Tables {
  equals: Table
  related: Table
  phrases: Table
}

let tables: Tables | undefined

function openTables(): Tables {
  tables ??= {
    equals: { text: EQUALS, places: unpack(EQUALS_PLACES, Uint16Array) },
    related: { text: RELATED, places: unpack(RELATED_PLACES, Uint16Array) },
    phrases: { text: PHRASES, places: unpack(PHRASES_PLACES, Uint16Array) },
  }
  return tables
}

/** Hashes of the entries of a table are told apart by so many. */
export const BUCKETS = 512

/** Places of an entry in the text of a table, ascending. */
function placesOf({ text, places }: Table, entry: string): number[] {
  const found: number[] = []
  const bucket = hashTerm(entry) & (BUCKETS - 1)
  for (let i = places[bucket]!; i < places[bucket + 1]!; i++) {
    const at = places[i]!
    if (text.startsWith(entry, at) && isBoundary(text, at + entry.length)) found.push(at)
  }
  return found
}

function isBoundary(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) <= 32
}

function lineAt({ text }: Table, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end)
}

/*
 * The tables hold stems, one group a line, so that a one-shot process has nothing to stem, and where
 * each entry stands, so that it need not search them. They are made from
 * test/src/search/thesaurus-words.ts, where their form is described and with which a test compares
 * them: edit that, then `node test/thesaurus-tables.mjs`.
 */

/** Places of the entries in EQUALS that find their group (those before `>`). */
const EQUALS_PLACES = `AQIHAg8CFgIaAiECJgItAjACMwI4Aj8CQwJEAksCUwJUAlwCYgJoAnECegKBAooCjAKTApYCmwKiAqgCqwKxArUCtwK8Ar4CvwLIAs8C1QLXAtwC4wLmAu0C8QL4AgADCAMNAxEDFAMYAxwDHgMlAygDKgMyAzgDQANHA0sDTwNQA1IDWwNkA28DdgN5A30DggOFA4kDjwOYA50DogOpA6oDrAOvA7EDtgO9A8IDyQPRA9UD2gPfA+ID5QPoA+4D9AP4A/oDAQQJBA4EDwQTBBoEIAQkBCcEKgQvBDYEOAQ8BEUESwROBFYEXgRlBGkEbgRzBHYEeQR8BH4EgASGBIYEiASLBJIEmQSfBKEEogSmBK4EsgS5BMAExATFBM8E2gTdBOIE6wTsBO8E8wT8BP8EBAULBQ8FFAUYBRsFHwUoBS4FMAU4BUAFRAVHBUsFTQVTBVcFWgViBWYFbAV3BXoFfwWCBYYFjQWRBZcFoQWpBawFswW1BbkFvwXFBcgFywXQBdUF2wXfBecF7gX2BfwFAQYJBgsGEQYVBhcGGwYgBiIGJgYxBjMGOQY/BkMGRwZKBk8GVQZcBmQGZgZtBnEGdwZ5BoIGhgaMBpQGoAakBqsGtAa8Br8GxQbMBtEG1AbcBt4G5gbpBuwG8Qb4BvwGAQcHBwkHDwcQBxQHGwchByQHJgcqBzEHNAc3BzsHPwdDB0cHTwdTB1oHYgdrB20Hcwd3B38HgweHB4wHkQeXB6AHpQerB7EHtAe4B8AHxgfOB9EH2wffB+YH6wfvB/UH/QcBCAQIBwgMCBAIEggZCBwIIQgmCCoIMQg0CDYIPghBCEcITQhUCFwIXwhjCGYIaAhrCHIIdwh8CIEIggiHCI0IkQiZCKAIpQitCLIItgi7CMEIxQjHCMkI0AjUCNwI4gjmCOgI8Aj2CPgI/AgDCQYJDQkSCRYJGAkeCSMJKgkzCTUJOwlACUgJSwlMCU4JVAlXCV0JZglqCW4Jcgl5CXwJgQmHCYsJjAmRCZgJpAmpCa0Jsgm5CbwJxAnJCdAJ0gnZCeIJ5AnoCfAJ8wn0CfgJAAoDCgoKEQoTChgKHAogCiMKKAosCjAKNgo7Cj0KPwpCCkQKSApOClMKVwpZCl4KZAprCnAKcwp4CoAKhgqLCo8KlwqeCqQKrgq2Cr0KwArECskKzwrTCtUK3ArfCuMK5wrtCvEK8gr5CgELBwsJCwwLEwsYCx4LIgspCy0LMgs3CzwLPQtGC0sLTQtRC1QLWgtjC2kLagtvC3MLewt/C4QLiAuMC5ILlguaC6ELowuoC68Lswu4C7wLvgvCC8gLzQvPC9UL1wvdC+EL5QvpC+4L9wsCDAcMCwwNDBIMpwHLEZ8dLieMLCUzhQYGIZkmVyyKNc48LD2/QfcEUg78EI4b6jV5SalNuSfTM3M5Xkn+Cz8TcyBzJ78vZDAbQjENTRilHf1D9kjFBI4Y9R7xKAY+d0+yT5UncDocP1EKSCIjKRoNpRJwFGor7UPdB0wI9B87IlQ9UEShSVcFWxkPIT8n4RODI2cnFi0oRaZGvEf/Se0AMBeBJDQwBDEjPoo+TEjfFqATSB8eM5I7JEj3S5ZOqVEPCisKBhl7QUBEGkkEACwQshIrMZ06jz8hD74RLBMDFCoi2SWXPc5Fk0pgBVoMCx7SLhc0CjehN+tClEUWAfkCtQvLHOw3Uzy8QPULfw0SFZ4a0CiJMKA0xEn/TwccIyyGCRsK3BygJN1B50vTTQMOYB6IThccdh7aOFxLrUyjGW8bpigyMYo5Ok1JUCkEWB9rPCJDIkuPT90Uxxb5JvwGnBFYJDpDfESnTh8XFiYISUBPExt7M98ROhiPIdkm1i1uBBEQ6xltA80DHwvfDUQqiC1NMn1AtkhbApMN6iquO6M9jUS8TZQApwpBFs4nRSixS/sFaCaFGzwjZiS3PrhD2QIeCCwUOhm7G7sgmyIzEI1GXUjOFy0cOR8LL8IwTDF1TjwuBjbRRCVMTxLDFcorDjXKPsFMWk4YApkZYCa0KGI3wj8KQoRNkQXOJV4qpy5gNQw5OEAKQQ8UUTGTPP1ASUr0GT0bmjO3SlU7QEneSZQS4BlGP5VIgwBwI21A3kYpH9IjoQXUFScW+SWYKPUyrDT7Az4pRSnHAlIjmCz6LnYvLjOqN+s/skBaQy8inyxePc1AmkQcUVIGTwnBE10dizFfOK0+9j58BAQKOg5TFtArAjznROIADx1SK+lANAReMZdHIVEUN7YUfyYzCEUINgukG6UefC/aL7gyWzqDAwESgRJPF20vvzNLQdRDYk6iA+ELIwxoHa0eJy8COFA7/0c4SUBOLwjBGPodXC8HMLQ8lEAqKIwz+TwuFQ0gRTf0RbcaOToUPRFJ709iFxwlsET+B/UYHRsTQQcagyDUJnE21EejTyQA+AH8FdEbRSVhOTg7FkooT70FJhPNOaxCHk2LFEMZHDDBPaNMQgAFCG0kviWMOpw7OD9UIK4a5hu6Bq4YqyNYCuUr3QvwFP4eLCUjRUIF3xDQFMwVDyr8LQM7SiBYJr4sJDu1O7cFdRGhPLdAR0XeRXxKrhTHGFcxmTx7PxVCt0arSycXnSN2PWFEigRyB/UINijHPDMbWjToPapAPksUJ+gnES6pCNVFIkneD5lBzlHhBowKkRmeHqZBiVB4AQYFdQx2GONA2ER3CdUOTyFxMdA9K06vB2sKgxXdHQMoZCtNNzoezSTKJ3w5rToDQb9ET0xYHu4jdygNNItCSjmmB3kQwyprPucBDAlDClwTHiDvIXUiEQIZA1MITxYBM4dLGwTQCRwPFzJuD2g9M0l+Ex8W9kRYA1kICQwWFEcbiQLHB/QO3BfiIGwlUy+/QoJD1xiUIBArVEhDArkHYRZTGq8c3ie5NMc2Pj1vBl8K+hOELJlJkVBUFbgmazNqE/wZ0hxcIqckkyYbT5hQfBVmPoRCKUYBTHJM4Ex9TegFRw00Encl6TiNQH1DtQKXGoErhExHAcIJNyOSOe86ZQGtBH8FACPDRY0GThMWLLAbkR6SQcUk7SbxO5AnhTv1Oq5KsAM/DgcPxhJTPqVAqj2/UAgzAkW3UMoLaR63KywuhzMoOo9MEQ9pOpM64j7IP11AIkbUDUwv7UFUS39L70t2FkkuXTuiJd48uT0qUToWeCbfKB4tqjPNThlQUlEDC3sgySWjQkgVWRaVMaY1TzY6OaQ6GwV8CAAT3CF5LZUw3UvrDa4TChYJTCopQAz2EBoWgxo6J2U810ANR7FJYEymBrIdtyO5JZU0aDlLSRFM0UzaTHRRNhrPHpFO8AFfEPcXSx4JKIke0idwKHMpKC3FMv48ckrHTO0eXD+IQ7BH5R6KNkg9f07zA+8Mbg2sKgQrQC2kLY8wIzLWB4c30DdqGG4nWCl1Lv1MeQc+EC8rBy5oQDlCBE6XB8gzLTdiQNIBFhgdHSBAN0hCHn8i6C03QUkUGR0bHlwNSB1WQEFBYwfaCHkj/TXwPNk/q0FYRu5I/A/5IAsl1yzrLAM5igv+NHsCVQ2XDjIZ4xyvKYw7R0jUCYIPcRa1IOo6ojuqRP1EGynFLXE1uUFfPnpCQk1OBX0XdCzeMAsQUjM9CmwS4yd0Px5Mh01MA0cKRhKDQZMLAiTVQmkEJAhrFEAd7TMcPdE+REAVCT4XnDZCPAQE2gbvClcUXzIZRCQBPgN0D7cR2B8RIogucTsHReRF8E7MDr0kfjLkHT02T0LOTAdRviOEKDQ16SXCODI8nktIAq0COgMPDUUhQys+LxwDigxRDY1IUAsRE1Ec+i+dRppN9Qa9B5MIvggYC8AZz0LzSaZM40wWJa8nWC6vLqQyEj9hTb1Rng2QHakigg61D9EWuDH1MS04iD36DpoPUxTyIgFCAknDAZMcHicnQw5Ig1BhAnAIFhJRLptFP0g6CMAcXinlORpBPUcoFfsaGSuqR5hLJhKIEwcdVCdrTjMKhw3BGsoaxh13Pr4MiRIqMmtQjBLUE+4TKxjMGSQhpzueT/ICDQREC+8N7iXQJq5G+wj8GNEilivvMP8xykr6TpQJ2hP/HzEjeDQGP2EzlDifQVZELUfPBcIOoQ9sItwpnC2FP2NLMy5BNM4EyCN3JIovvUXeSA4mHSr2MJs/0BCkL6oCgweoEzkU+gdzIeM6aTvmRtY8L1D8CdQS5yb4SXgFKQgMDeEVgRbxGB4muyjcNK02rjjpGAElFwacFMw0+D01RwNStQpZDc8RcxcjHTFN4wp5FJoVshl8DdIgiimnSckO6ylhLeQTgSH3IeQkETZSDOoUQCyzNBI8kVGTATIWnSVSJrkqWyvIT6IEWwbkBxsVtx99J68o7UzgRNJQ3gGPA7wXkh+2PxNIzkuiBqMKTjX+NjcQihlJMGg3sEy6TMsbIS8OFXUZKyAjI8AnbzSKOKBNZ0/6AOgHwgrRDW0CDwXTD7s16UH7TdwCWwf3CkYQxSIQI4IlBTWOAJsK5wzKFDIY5hjtIAAsMkbDSNJI5k8hFCosRDHiPUEJQBS1IWY1XkHmTcZO5BejJuMmwilNKmYxlTY0PfFBLAYnCqUVsycMPTI/g0UbTQU3UTlZPucEehbqHxYokzWBSLcDWSMiJawyRzUHO5ZGXQivDLIeBC3dPkEcc0KkSFIEGxh6HCsj6SRVKOZCckmjOSNKugK+C1gloyngKnM3WTmdTYQMD0IlQgEmCifkLtwqrjkOO7RB31B+BpMUEB85LD0zAzp3RS8OGSdsSTpOKQOnFN8XFTrxPjQfrSFhLkcvPzjWUa0FehkuAMIH1hRsLjZFxVG9Ie8HZwpiIJYtfgoqD50gnyHfInQzITW3EI0XqR3yHRcx7EZWES8tAD6VIys2lgaSIu89L0PfCr4VyB6yJJkv6C+OMv8FoBB1PLYboz6ISWMUfSgeOkJFyxMuH0IwVUO/MpMz0z+/TuAs0C0lMd1C4AXFDZ4WsTI+Os0/HkdIR3EFaBwJQxlMaQBkBhYXpyxVNTo83k2UAmoX+iSiK8k9uEXjRzZK8QbuD5kcXyQoMOg2FjlUSgRLNAxeJzMOMx0IIwUpPj8kTbkNhB1RKaNLMQHHDBURFSrlNPQ3sj0qQGkF8Ra3TMRM5RYQHHcq7kQDGy8haUQPTaFORhfFF6Ao6TBeT4oNdBqxI9gnnziXQ1EBGAdcDikdgzgORpJJpkonTcwGxgpSJW0tc0jQAu8CuwqeDtgbgUecByYmGy/LO9ZJukuzBn0+n0qiDe4kKjVlSrcefR+BMb42UjiFPLw8WD0AAIwTiTLKNXk4e0uHJxssnjKbNR07D0ChRw1OjBY+GrcsmAzpGicqWC28LVozoTPfNa1FE1GgCKMJ4D+YUU4MKheYG38e9CQiNuY8Tw9+HfA2HEoAUfoMZRE1KjRDTgfTEbUToRy8HcYoqxAEF6YhsyZ9KfItwD70UJgd9jT3NmpGoBRnGB85LBqkI+QlngKtJUdGekjkUWoNliHVOws+twhdCxwHvQ/1EQ4TIx91MPVMDw4FNBE+nAACDYkqnj2lPwgJ8yaBMMY6vUimEWQ6jUpSTdsJ8gysMZkyMT6oRUZLTA1kL4E2iCF7N0UEqg8IJBskOC/sOQ061z5WF6gmpTEHAAgGBBUpOfxGkEdlCKwVUTCwNfVDE0vdBIcIqAwZH11CNUxWT2UO8Q/kFL8etSn5PxxLIlBNI/0nRk9zK08sYEbNR5cD6QorSAk8Oz6JADscny7OB94MhhQHKik0FDt6TdUXPCGpK/E1c0QkByoSvRM3FcA3XxT3KA0tyS/dT7MiwyDLMGo4z0FgRSAAxAKcJGM9VUctScMQnBdOPg0/mgHJCB4i7i4sQQhKTUuMUeYCACexMNM5MjpaTV9QDBc0J/YriUcnSXQBShGfFdQaTSgJLDhGHU4LCzEpIyvlNy5COQDKKfxB7lHiONw950hITbBRBAfYCuMM+Dh+O7JFGAD+AZUWY0JhO2dBDyclP2UWtBcWIWkp9jlzRihQcQ10EyUih0jUApgRzh06MCA0wjmrQ5dMygy1DiEkJi4RQ+hQbglmIgA/yUjqCDxRPwZoBngMOhFhG8MjfDHoSZsL2hjsK9Y12jvOTzsH7RWeJvMs8ky5T70CLQsLDnoaiSR0QAVPawtKK0Y0vwY0HCgkCDJhNFJFRU0UCr0WXyOwMyg85QmCJ7IvUUHGHLsw4QPxCZon5jMkPRFEmRMPM8RAAkaOTcIEpQWTExElRjbWQbNNmAUkFR8Zti7LLtk3LD9uQyJE/BIiQaoWYBxmI1I0P0wtT5YKJxDzL51ASk7TBHYS0RK4HA4kqCUGQmFHOQ1VKs4qFUcRL6JFEgYQEdoWfBtCM4EzewErBwsIKRk5IG0gliXOTbJOEwx8D0EfSyVQLbQtBUQRUHhQJgL2MzM46kyKBU0GphdPPVIeFSDnI2AsUwcXDcoPShqbMN45yEUdFIcfRzgpEasnjygePvxKswEWBPEblx4BIoQ6rgApHjY3pk19PQYRFRneHnc710zDH+UoaUOcSLxJ1UueTOkL/A1gD8QPPxV3FUoZ2SCGJiIoXSiyN8YTcj77PkdCSESuF+EfL0pqSjYTySH2KsUrRDrEGxcihiIbQJtCT02wTQoSjSDFQWwA0wx4E5cpyywKOLxGxksWGiYcVTfPRjNOjRWFFiIaeB03JgRHDUsYRaxIUwXlIZEkxS7VMOYxRj4/CFIkjCUjJ+4nQTnFPspBGUOLJ/ErFwh9GD0q7TI/GEEgki7OOGlCRkwKUEVRRw4UHtVOfUVsFh88cUWIRSAGPAnQCukOARYIGExDjkVaIIsrOkRoAcQGKwyNJp0xSzrpO4M12TpKPLpCwUO1R8hHoiKoOXMAUhB0EFM6I0+DC28qQy6vQyoFRQVhFRMYhkTVRnxRIh45MeM7ikGCT7UVQiM3JFNQWRvyJfssFz5yCo4t6z76QkFK9k8NAaYCihxfJf8usA1zEiQD2zMOB6888UfFO/NGewOoDnIcNSKtCJQRwhLwFwAde0ZtDqMWZiHrKB5IBiVMJtU9O0+uCtIhzAonG68fryy9PwYCQhhvHjAkWzwsS/0UgRz8I9QywzUxNkVJhw9IHE4iSCM0LNoFcTJRQP0CdgPlIoVAYlElDb0U+CnWNFs30zoCQ0FQwAMUC6QwwjEEPYM+TgDqEZgSvCK+K8YFagcwND03lwI2F3AYMSBFJ3wwLDv4UWgDTgoLIhQk/zMbOAtFix1vH5ckbDC4OEZBMhOoHAgmPCb9KhwxyzGMNKY24TYyB/ISvClMNDw1RTt1QRhNpBrTJd8lkirkQ3xMoVH2E8sYKCc4BbgYZza+SpMHjyOfJ5I3t1HrHOEjMyYYNpw3V01+AqcLtRbgStUqMEUVAPUH6RYyJf8o5jI7QWkZ9xylJ1MCBx9aMF02fgAkC0wkxkazCRoO9RRLM/dBhEZnGmgqIjcZRpoq+wqhGLArrTA0O1VC2FDGADcPGhL9G/QndzHjQU1FchF9FJEaOiUvLxJNzh9WSaUgkyyOPFYAhhcFJ7Q2uDllPwNAriZpKFpFP0ZPT9cAChtyJvJColBrUWUMMh7XHjNEdgtMFVQZySaiKjsyzEnDJhUzvjtcSpYEdAbiCLIlZE3QD9YZtzPTNlNOIwmkDNckui6cPhg14RJaIUwn1TEaNxM4pTggQtZPBwGuDkM9n0PAT3w66kXWA1kY9kBnRawG9BpoNIMR0BPlLPk7R0MSRdAI9w1DJmwsfzQxQXBLlEwwUWkJaRFaGglGNlCEUTkBuABwQUFCj0NpSNALaRJZO1xRsgI1BrIRxBFtGc8z80qMTIcOfTwoPjZLwhRDMvs6bz3LQ34StTp6R/BNAhlPHxAwzjIkGEEi2yPDJRouvTreOvBAv0s1TxgQhxFSHdou1gFEDxoTOzQlOFhMEE9FB8lCjwHxBQ8p3DE8RZYQZSUQLMQ0Tz9mTMZQWRy9JlFGLUxwAnEd0inbNm1HdQ5qD+QSqDwdE98yAx5BJJQyPFAeEdgRYRIlFBMWZh8QAIEE/RfXK+hOqR+sUOsDXBjgG+QpgSrtNHgn6UpHA449LURsRfxFJUdSG+Y+hkqrT6kJ3g7fJrA/hRBUIsUn4S2PDpEQ/BYPMZM+LwmTF4IZLCbeK3k1lEKRSxVPkAq2DNkMuQ4bI/0wNTOaOcJHkU2tTmkQgC7cQIBJuU5cD94a0y/USs8MHRypDSsW9iObTDdN`
/** Places of the entries in RELATED, found as in EQUALS. */
const RELATED_PLACES = `AQIEAgoCEQITAhUCHgIhAiECJAIqAjACNQI1Aj0CSwJPAlICXQJgAmgCaAJtAnACfwKDAocCiAKNApICkgKXApoCnAKdAp0CngKsArICugK7ArsCwALBAsYCywLSAt0C5QLoAukC7ALwAvMC9AL6AgMDBgMTAyEDJwMqAywDLAMtAy8DNgM8A0MDSANLA0sDTQNUA1oDXQNqA3UDdQN7A34DfgOBA4IDjAOOA5ADkAOTA5YDmAOhA6cDrQOzA7oDvAO+A8YDzgPQA9kD4APjA+QD7QPuA+4D7wPwA/UD+QP8AwUEBgQGBAgEFAQdBCoENwRDBEQESwROBE4ETwRUBFUEWQRZBGUEZQRrBGwEbwRxBHYEdwR+BIIEhQSJBI0ElgSdBJ4EsAS3BLwExATOBNME1QTcBN8E5QTqBO0E8AT0BPcE/gQBBQUFBwUOBQ8FDwUaBSMFJwUtBTEFOAU6BT8FQQVBBUgFTQVaBV0FbQV3BXgFgwWJBZAFmQWqBasFrAW0BbgFuwW8BcEFzQXNBdEF1gXiBeMF5wXqBesF8AXzBfQF9QX6BfwF/QUCBgwGDwYSBhgGGwYtBjMGOAZBBkoGVwZaBmQGZgZoBm0GdAZ3BngGfgaBBoUGhgaKBpUGlgafBqEGogaqBrMGwAbFBswG0QbSBtUG2AbhBuoG6gbuBvMG9gb6BgEHBgcIBwkHCQcNBxAHEwcWBxcHGQchByUHJQcsBy4HLwcxBzIHNwc5B0EHRwdIB08HXAddB10HaAdoB2wHcQd1B3gHiweVB5YHmwebB6IHpwerB68Hsge3B70HwQfIB84H0gfWB9kH2gfdB+gH7Qf4B/0HAggHCAkIDQgQCBQIFggaCB0IIQgjCCUILQg3CEkISwhbCFwIXghjCGMIaAhvCHMIeQh/CIcIjAiQCJEInAiiCKMIqQiuCLcIuAi6CLsIvwi/CL8IzwjXCNkI2wjkCOsI8QjxCPUI/Qj9CAMJBgkLCQ0JDgkcCR4JIQklCSwJLQkuCTYJPwlECUUJSglSCVwJYQllCWcJaQluCXMJdwl3CXoJfgl/CYEJhAmMCY0JlAmXCZwJogmnCawJrwmxCbQJuQm6CbsJvQm+CcAJwgnJCcsJ0AnRCdsJ4QnqCfUJ/QkDChEKGgoeCiQKMQo1CjkKOgo+CkAKSQpMClYKWApbCl4KagpuCnEKdwqACoIKhAqPCpEKlQqWCp8KpAqlCqUKpQqnCqoKqwquCrIKsgq2CroKvgrBCsUKygrNCtAK2grkCuoK7wryCvoK/Ar/CgELAwsNCxYLHQsdCx0LHQsmCykLMgs1CzgLQgtKC04LTgtYC1wLYgtoC2kLbQt0C3YLfguBC4ILbjXsNfo1QQNhA7we4CGVO7w7YA0KGPwfNSZzLgozxzuxISsiCQhrCHkEkQSoCNoIJA1bEVcVPS9+OvgSThMmMHUieSfqOEkASg+aEg4ZPjWvO4sEtQTVCVcPtRiAH6EQ2RAoEUURJSdwCYgJvBKVGa4syjDtNxc+lAqyCuoSRRqQG6EjsSPXIz4o2irEK5Yy0jYsPUEZoyCKJ/Y7NBWpMr0yKABBAKAL6w5PD2EeXiKDIlMslzfPPR4lsTHGMY4DlAPCAyQGbSSDJNAsdjMsDEkMoCtvMK0z5ioMLYQxRARSBFQHhgegB5YIvwinDQAOJQ5QMaw01DSlOE48HQ56Ezwm2TgcF2UdTC/8N28WAgaMJPElZDN9PeIN7g3zGyIcITCEA7IDACmsKmU5AScZLww4lyHKK68l4AvQAQkC9QViBoELkAuoC+4t9i0ALn8zmzOlN9c9/wAYC8MmyiYuNqc6EAQfC1sbryK/IiUk8SxVMmocSxRUFn0WnyGUJncV/SpALkk34DjvPSccBCFfIRkrNy0XCckLqw6qFqcYUymGPPAJpQq3CjsTRxVXGNYePipPKl4rVDXgDnAS1BNHH74fzB/iMjs0PgV2Jms8cyGnAYIQVhEBFUwVHRbeL7IMETq/Pa0IthHJEjQfeyS6M109KwNRA1INKRdCFzwr5iuTNK08Rht7G5YbBwBED84QGSU6JVYloyZoKMUpJSsULB00tzbUBNsEUQtcCyATSBOxKM8oxCrzK/AuUDAJOQY92AysGkcoUyjGNro8NQe/MR06xgwFOMgOvTRbOicPgw/HD9sPaCPUKH4s9QiKC7YLwwsmJfwnYQxGFmcWUyPSI40ujzeZDV4UoxZWF+Qw8B0HMRA2Dik7NnQTyxvFJ6IopyjNL3U4ZwaDCncwdjXkO8s84QwzDnQoygr3D9Mach0oHzkfZR94JZIlWSr1KsE5pj33BhkU2h/wH2ckmSSQKkYyyTK0M7o6GwVFBWIbly05M4898B4oLUk9TQYuH1ofBgHEAfIBQAK/DPIMdxjVIOItizfpPMcFBTSpBdoznRu+IWMmVTC0Ock6cBouJmgOHhl+HpkePyUcKSgpsypDK24TmCd/KfUpJDlvOqEYrxinHaUe/jCzPBYSmiO3I8sjczqMOhQAxgC3AXYRSxlsJiEs7SBvLyoEBhInC4QMtA6zHVcgiiCeLfotXAaZC7wLnxQFHGEnGjMmOMIEMSJSAqUD/QPyB/8b0yG+I9cu9DeVH6cf5iCJMXg0GzX8PDUdSB2vOjM6sRLXEvASARPaHPscxS0/OBQ+SArvFQoWEhPLFdcV1SunPF0PuRdbLsQ0QiF6NlI7QwEhDEUM0SaQKKwoQCykMAIxMhlpAp0YZAG3AuYCAQNQGbYoEy4rLq4vBjMVN+E3jwJ6Bo4GXAebB9YPmhF6KJw0HACYBc8FMhB2Eoofsx+YKf8sEi38Lng3uj2PAMMC7QIIAxgdtB5eJlIrRyweLgc1ETV6OvwCywexC74Nkg6oDhYVFxrGIMoojzEnNaQRWgStHdAdCR44JHYvNjw1MQI6CTx4Hc4CBwkeEqwSeCtXEzENghyjHLwcEgeFEZ8RvREoEksSfxKREpgZBCBuIqgr9xb7FuwX+BcuGKAlJCKmIaM2QT3SIhUz2AE4An4CyRHHLvQP1AXjBdcOThi2JScmlDOFFeQeVScyPaIFfSWFJXgK9QpYHjg6kxhPINMtbS4bA34I7wi9CgofHB9NH9goWCuaCSYQLx2ZKjMzKTaXPFsnAAA6AHkAsQCtBBwJYAnzDvIR/hHwFzIY4xrlKA0sMCxfLDkwrwGyBSgKLRKWEqMSkCsRBuUKwijGKDQ0hQ3NHmQppSq7L8Qv5y87PEoBRg1uDQ8PexJsF9og3SNMLOg3wCBONHE55ToGPjsDADtKAu8i9yK9K88u4jH8OA4XXDcvPMcH5xm1LLg3jTjqPbMNSw6+JnAx4To3G3455TzgBj4H6TSLGtgaux3XO/ghFTHCOmYKJhN/E3Ef+Ss1Mp052wVaNas9JQQvBD4kPi17Ec86DQOtF+0YRxmgHho2SDnwA5MNOxmSILMgpSLaK2EwVzbCNwE8XzzUAuoF5gfsB00jiyomM7Q0yzRqEUkckCcOOSwQESAoIFctei0yMFgAujDBO0U8yQFJA4kShhPnLfQu0DufCRkThAXuCmELZDtUPD4iSDCiAL4A3ST1JAwlxjNrN6sKfRCWEdIR+hHOAKMMtBIyFj4WjRauFssWQiaMKJ4oqi+QNpMPqQ+9D3cIghjZGfIZCBp5GiodUh3gHVMfCihlK5MskjC1MJk13Qn7CbYVqhnFGsYwNTZkOoU6ozwNI4IGlgYXB5AXIB5rH9ol4yWcLmY0bDinB9AH+AfrGQwiySzHCDQJSgldGJAa3RrtKDYXlhc9HiIpNSk8OUI54zkXO7MC3QJyCrsZqyLHIqcjrCO6JjQnRCfwKiMuJy6DMk44Tj1WL5Ya6gkJCkIKphPqHSAtwDAPMrMU9RT+Feoz+g02ITwhdj2KEZATvxTUFG0VRQJeAqMCNwpjCgQTpBWZIKkgwjNuNlI9TghpEs0TqzgODkMU7zEHMhQ8DABjAB0EaARAE5wXtyJJJBksLy2POTo9uAwvCEAVCxxnNv0G5iLMLb82mR+rH48msCYBL+UWziEvMOsqGyjOCSEbLhvJNW47TRvLO28enyTPJL0qDTRyNeUBAwLUBgsN7xwPHiYeXCnYLSs59xhdGRY5ZhxoIHkgPhTjFWkbER1fHV806BVXMZ84PQFYARECHgg2CBUPNg9oD1cdlx2dHckdMCfLKncsMi6DN844hBKnEt4STiZTJn4rMxMaIzkjYiMZMIQEnATaEukeTSKlJGUlcSUjKGsACgaKD6APuQ9XGS4e6ikHKqoA1gARAVEBrBPfE7oa9ShpKgYsKSzSMdU3Cgs/IFwwnADsBP0EmxRiFhEYiSaqJoguozKXMKgwXQi0OpYHjhXqGhcb+COECNMITwwrGZcl1SVFL1ERrh4BNlc73Qp9DIkMqwyxLVU4aRPiNds2HxQNKsQy0zP6JmkDPBKGOPc4UQ5fDi4PlBMzHBwg+SUbJtwphSwVMvE5dAacBqkGHQedFtYmwS6/OPA6kxCvEHsqAwhDCHEIGAw8DE4WXBYTL78BWgqQCnwZpRltKY4pczJ4MjoESATsC1gMziD9IP8icidkKtIv5zbHOKQ51gsvETQRujhfO+UMXxVjFf8W5xhvGf4ZHxW1JkkxXDhhOGs6AxoNLrgyowQSKh8vjBCoEMcQUBI7G4wclhzKHJwvYCVsJY0lACYiJp4wrzAtO8M8eiEEJfgv/TmfCtcKdwzSDGYh6RuuKbYp+joEO2U8ED1wBOII/CiUK5k2JzdmOO8QABEjEVwyUDd8L3Y73S4VBTIFfSZoJ50MVCKFOQcrZTJEOLQXGSGfKloDewGYAe8AGAHFEsAXVy7tMg06HTvxBeIUgh2jHfoFUR7YJ0wo1jCgM2A1gzThPGg7WRC+FdsyjiFuJ6cpQjufO7EabCtGBhcZhxmOGawkvyTsKxM09xUrFqIpADP7O4U9vSckGVkaaBrSKpE1njVhN/cBLQlZCR0KGQ3CESkVCx2NHgcnvy0zOVQ5YRo1C3AMkAzLDCMXPBc6GKotvTXlODg7wQ2VDsEOnjGhH7gf6i5BMFc3yQZDJFEkWyWIIcgh4CpqCWkMnA7QDnwPRxhZIcsiWyPEIwok/SQuKEQqpyyjLbgt0DClMZEBEQ1dF34XxBfUHMspSitRLkw2KTyQBToNTBFlEVcSdQQDBVEFdwWpEV4tRTPWAzcQNBRjF/kzKQ0MEFsVDxpMEFwTzxjwOFcU3Bj3MPgCVQjcHvAvzjOaAmYHdAeNB+AmUTaKCmQSKCPoMs4USickMTwxqDu1O308PAnSGeAZICQzJEMtLAsADAwM+zbMBAciGiIfImAfGCAkICw4gQmTCRM2FwgoCJ4ItQjhEWcUghqfGsIc3TC0NQ8I1BviG0UlIjRYAsgC8gJvC48fcCacJ6Qn5C4JL5I8bwERCUcjMSuWL1cGHw3WGCA4Cz3bDXUZFSkuKYoy0Bu9N+YE9wQ/HTUoFBfsLME1PwYcEH82CztJCyArMQvAHeYdSi7nC6I61zpUCowNPRB7MSgqATVuFI8ULwEYBLARIh/DIRQl+zKLNm8Czw05FJ0VrxUXHkMeayG/JRY6IQBhB28HJglSCY4d7yH+Iesj8Cn7KUgtay0MMRsxQDEZOLI4yDkMPjMEbQaiBrUGwgagDcgN5w15Do8R6R+6Ll8xADKSOAc6BAo5EaE99gMtBvce8iOEMywORA5cErQngS1jBYgFPAs6FnkWDSZRM1EcgjUINkQ28Qt6HEg1YzbsNgw3rwZfEfsUIxWxG8Ab/wckCAwR+RmEIxInBikPL90ABA3zDRMrBzc0AwIbJxs/Iy0hwwoBCwcOmA/OD3cX9x0QH4EvMzUBPgIYKzSuOd05RDrLPdwW/QF9BJUEXgoXPSA9vgLhAsIJ4SvWPOEJaAslDCQWTxdjGH0YIzqcPd0X4Rw/HxYWdiSUJLYrqDPKGaMbPBwII24jiCMVKMEsNi5oMD4yVDRvNHw1+DllPSMPAytzLE8yrTXaN9479T2XFakVLSQ9OhwPsg/iDxEQUhChE78TZiysMasUDhadGeUk7SQaLjI4QxtRG64ctRzZNW88WCZwKvs00jk6CkwKgSHYItIp1yl+NCs30Qu8DkQpTinLNnM3QxKBOJA7CwRzEC0TYxMALAkVLjJ0KrgANAGIBrwGfQcPCnAbICMxI3coNyz9L303EDh0Do0OdQEBCZ88dh6FHqs2mTjGBNsLdg+gIngjfiPUMjUS6RHgAfMSYRx1HJEcqRzPHEUufgO4A9oD6gO3B3YJmRPtE+IsnQU0BlQb0jXqO4co6wEbAgcUTB4eJ+MShBe5IbsoiStlLd067DqAAJkK0QrUDRYOlRYVI5Ijoy9XOogAaBiNGJcYkC3aBgwH3DRCN3AX4DZ9DX8oEAUtBV4FcDPcPAUPTDNfM0g6xT3hIAw1FjX2POgAIAFsHUkIbw9GInc57zzBB9cHXgGDATI3dQ2AFO4WNBtAG3kfYy/PNZIxYwQWJ8on5Sc4OGs5kzrnEPgQURRoFS4cNR5+MB85IQU4BYMm7Sb3MV42DxKCGyUyUDU7N7sEMxo/GhQibSwKBScFfgXdB2sQESRWPW49BwQYBvQQFBEfEfA7mjvmE/UcSBCVKJUu4gSMLeADAwQ5DusUUCftMOMzchFyLeYDdQubJrAyeDzTOv8JsxPaEyUaSxoEI80x6jGKNaY16Q/KF3cphiliLn0uABQSFC0UxBbhGP4eACr0MoQ28gSuDT8OWg6jDtYd5SmIL2sx6DlNO80IgBX8FxcYUCEEJGEkbTIUAxAhJCFHIcgl7CX3ACcBSwW6BfoOGxz2IIMn3igSMD8zWTOXOWo9XwCgAecO9xN+GhEoWyyjLNkxiwjxGD82PzwQC/QaCRs/KUkpeziVACADTQ1bDf4PBRBoGf4dmyvQK6Iusy5pLyMH/AppHoMrIgJAEaku1DhsCoEZtRl9MrM9OykyOzwIhxC3EMIQ1RcCGSM1zjcQO6QXxR/iHzAATgBvALkU3BTvFNEV3RWpG7gbkTJsM9MWBRe2JNEn3idYKOsMZxCGHS8gNyBHIHEggiBXJAsriS35PYsbuiDzNCw1UxXbHXY24gALAWMCJBRZHJosFwoxCkEcfh2TIk4lsy8FMBs3SCaHO4kBFxzLBUEJHxo5Gl8gsisJNNw1nzf1On47CC5OOnADKij5LAYt7Q+5DW8OgA4EHp0pJy92MUk0PTvRA8gJ8RO7GDgqXSpdHJU9NC+dMlk8jS/kI/0jQjR6FKUU2xuoJaoJPw1nDYw02QnQEgsTAT27CTsVizCbOl0MizMRN6sD3yIZLRw9igPNAwQW8iYlOwIdOic/J8MVxB6tK0gHsglDEJsQvBDTEAcZOCKGMOI0fAsIDBQMexUXHxkqITMDN7M35T11AoYCvgOIHJ8cyDfIAywlMyU4K9c5dgOdA105xxQPFUEYCSDNJQUmEyZPLeYm+CeFFpMeAzkeKi4qVgSsJ60CwAWuD+AQBREYEc0acivyM/4zAA/CGZki7Ce5LAswMDFPOSs6XR5yHske+B/aL88yIzbWEagawRoFH2YieyLJJIAqGjKUAokXoTT2CzIMjg+kD8IPbhjGGPE2vTm4E7gxIjz4G2c1RztYBXEFQwtWCwwU2CHnIYsiKDFmMagC8gZPB5cM+QwrK6c0gjtgEBsVLBpSGmsF6Qj7CHkQLxdIF10vODWuN+A9tha9FgshGSQdBokU0x+NLKQ7HDzqBi0HhQ4dGPEnAyi+KcQT1STZJCA3rgd8CY4JIh1fKNksLTPkFykYLQK9Bz0PmxxwKOgs3i3zNbcJSypVKiY9`
/** Places of the first word of each line in PHRASES. */
const PHRASES_PLACES = `AQICAgICAwIDAgQCBAIEAgQCBAIEAgQCBAIEAgQCBAIEAgQCBQIFAgUCBQIFAgYCBgIGAgYCBgIGAgYCBgIGAgYCBgIGAgYCBgIGAgYCBgIGAgYCBgIGAgcCBwIHAgcCBwIHAgcCBwIHAgcCBwIHAgcCBwIHAgcCBwIHAgcCBwIHAgcCBwIHAgcCBwIJAgkCCQIJAgkCCQIJAgkCCQIJAgkCCQIJAgkCCQIJAgkCCQIJAgkCCQIJAgkCCgIKAgwCDAIMAgwCDAIMAgwCDAIMAgwCDQINAg4CDgIOAhICEgISAhICEgISAhICEgISAhICEgISAhICEgISAhICEgISAhICEgIUAhQCFAIUAhQCFAIUAhQCFAIUAhQCFAIUAhQCFAIUAhQCFAIUAhQCFAIUAhQCFAIUAhQCFAIUAhUCFQIVAhUCFQIVAhUCFQIVAhUCFQIWAhYCFgIWAhYCFgIWAhYCFgIWAhYCFgIWAhYCFgIWAhgCGAIYAhgCGAIZAhkCGQIaAhoCGgIaAhoCGgIaAhoCGgIaAhoCGgIaAhoCGgIaAhoCGwIbAhsCHAIcAh0CHQIdAh0CHgIeAh8CHwIfAh8CIAIgAiACIAIgAiACIAIgAiACIAIgAiICIgIiAiMCIwIkAiQCJQIlAiUCJQImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgImAiYCJgInAicCJwInAicCJwInAicCJwInAicCJwInAicCJwIoAigCKAIpAikCKQIpAikCKQIpAikCKQIpAikCKQIpAikCKQIqAioCKgIqAioCKgIqAioCKgIqAioCKgIqAioCKgIqAioCKgIqAioCKgIqAioCKwIrAi0CLgIuAjACMQIxAjECMgIyAjICMgIyAjICMwIzAjMCNwI3AjcCNwI3AjcCNwI3AjcCNwI3AjcCNwI3AjcCOAI4AjgCOAI4AjgCOAI4AjgCOAI4AjgCOwI7AjsCOwI7AjsCPAI8AjwCPAI8AjwCPAI8AjwCPAI8AjwCPAI8AjwCPAI8AjwCPgI+Aj4CPgI+Aj4CPgI+Aj4CPgI+Aj4CPgI+Aj4CPgI+Aj8CPwI/Aj8CPwI/Aj8CPwI/Aj8CPwJDAkMCQwJDAkMCQwJDAkMCRAJEAkQCRAJEAkQCRAJEAkQCRAJEAkQCRAJEAkQCRAJEAkQCRAJEAkQCRAJEAkQCRAJEAkQCRQJFAkUCRgJGAkYCRwJHAkcCRwJHAkcCRwJHAkgCSAJIAkgCSQJJAkoCSgJKAkoCSgJKAkoCSgJKAkoCSgJKAkoCSgJKAkoCSgJKAkoCpAHGAWABFwIAACkCTgFAA7wA6wT8BAAD8AOzAsUCKwQhBXsAmgB5A7QB1wJCBK0AngVaBawDggUrA/kBqgQkATkBdgGLAHAFFQSOA+oBvwQQBWkAIAA7AMYDdgSQBAEE2AFnAzgCUAJoAoICFgMtAEoAWgAIAjMFRwUQAM4A5AD6AA8B1gRSA40B6gKcAloE4AM=`

const PHRASES = `pull request pr
merg request pr
log in login
sign in login
log out logout
sign out logout
sign up signup
time zone timezon
roll out deploy
go live deploy
roll back rollback
end to end e2e
data base databas
base de donne databas
base de donne databas
base de dato databas
base de dado databas
mot de pass password
mot de pass password
file name filenam
stack trace stacktrac
type script typescript
java script javascript
machin learn ml
garbag collect gc
out of memori oom
singl sign on sso
two factor mfa
foreign key fk
primari key pk
languag model llm
load balanc lb
variabl environn envvar
variabl environn envvar
variabl de entorno envvar
variabl de entorno envvar
environ variabl envvar
mise a jour updat
mise a jour updat
mettr a jour updat
pann de product outag
fuseau horair timezon
zona horaria timezon
huso horario timezon
file attent queue
cola de mensaj queue
cart bancair card
bon de command order
servic account serviceaccount
tableau de bord dashboard
cuadro de mando dashboard
cle etranger fk
clave foranea fk
messag erreur error
mensaj de error error
mise en product deploy
mettr en product deploy
puesta en produccion deploy
copia de seguridad backup
copia de seguridad backup
iniciar sesion login
inicio de sesion login
cerrar sesion logout
se connect login
se deconnect logout
featur flag flag
mise en cach cach
demand de fusion pr
demand de tirag pr
fin de semana weekend
piec joint attach
hoja de calculo spreadsheet
feuill de calcul spreadsheet`

const EQUALS = `k8s k8 kubernet kube
db databas dbs datenbank basededato databank datenbanken donnees datos > donne dato
pg postgr postgresql psql pgsql
auth authn authent authentifizierung authentif autenticacion authentifizieren authentifi autenticar authenticati autenticacao
authz authoris autorisierung autorizacion autoris authorization authorize authorized > author
pr pullrequest prs mr mergerequest > pull
dep depend abhangigkeit dependencia afhankelijkheid abhangigkeiten
env environ umgebung environn entorno omgev ambient umgebungen
envvar umgebungsvari umgebungsvariablen > environ
repo repositori codebas depot repositorio
ts typescript
js javascript ecmascript
py python python3 py3
rb rubi
rs rust
kt kotlin
md markdown
yml yaml
tf terraform opentofu
gh github
gha githubact > github workflow
ci pipelin cicd continuousintegr
e2e endtoend
i18n internation internationalis intl translat l10n localis ubersetzung traduct traduccion ubersetzungen vertal traducao localization
translat ubersetzen ubersetzt traduir traduit traducir vertalen traduzir
a11y accessibility accessible barrierefreiheit accessibilit accesibilidad > access
o11y observability
perf leistung rendimiento performance performant performanz > perform
fe frontend
impl implement umsetzung implementierung implementieren umsetzen implementar implementacion implementiert umgesetzt
fn function func fns funktion fonction funcion functi funcao funktionen
method metodo methoden
var variabl variablen
const constant konstant konstanten
param paramet parametr parametro
arg argument argumento
prop properti eigenschaft propriet propiedad eigenschaften
attr attribut atributo
msg messag msgs nachricht mensaj bericht mensagem nachrichten
err error fehler erreur fout erro fehlern fehlermeldung fouten fehlermeldungen
exc except ausnahm excepcion ausnahmen
req request anfrag requet peticion solicitud anfragen
resp respons respond respon antwort repons respuesta antworten > res
tmp temp temporari temporar temporair
img imag bild imagen afbeeld imagem bilder
pic pictur
photo foto
btn button knopf schaltflach bouton boton knop botao
pkg packag pkgs paket paquet pakket pacot
lib librari bibliothek bibliothequ biblioteca bibliotheek bibliotheken libreria
dir directori folder verzeichni ordner repertoir dossier carpeta directorio mappe verzeichniss
doc dokument documentacion documentati documentacao doku documentation documentations > document
spec spezifik especificacion specification specifications
admin administr administrateur administrador
app applic anwendung anwendungen aplicacion toepass aplicativo
info inform informacion
ver version versionen versi
num number nr nummer numero nummern
str string zeichenkett zeichenketten
int integ
bool boolean
obj object objekt objet objeto
arr array
ptr pointer zeiger
idx index indic indices
ctx context kontext contexto
cfg config conf configur konfigur configuracion configurati configuracao konfigurieren configurar konfiguriert konfig settings setting einstellung einstellungen reglages parametrage ajust instellingen
dev develop entwicklung developp desarrollo ontwikkel desenvolvimento
develop entwickl developpeur desarrollador
stg preprod preproduct staging > stage
ms millisecond milli millisekunden milisegundo
sec second sekund segundo sekunden
hr hour hrs stund heur hora uur stunden
tz timezon zeitzon zeitzonen
dt datetim
id identifier identifiers kennung identificador
uuid guid
url uri
vm virtualmachin vms
lb loadbalanc
gw gateway
ns namespac namensraum
svc servic dienst servicio
microservic mikroservic
fs filesystem dateisystem
cmd command cmds befehl comando
exe executable executables > execut
bin binari
conn connect verbindung connexion conexion verbind conexao verbindungen
sess session sitzung sesion sitzungen sessi sessao
pwd password passwd pw passwort kennwort contrasena wachtwoord senha wachtwoorden motdepass passwortes
cred credenti zugangsdaten anmeldedaten credencial identifiants
key schlussel cle clave sleutel chave cles schluessel > llave
secret geheimni geheimniss secreto geheim
token jeton
pk primarykey primarschlussel
fk foreignkey fremdschlussel
regex regexp regularexpress
lint linter
fmt format formatt formatieren formatierung formatear formatiert
ctor constructor konstruktor
init initialis initialize initializes initialized initializing initialization initialisieren > initi
async asynchron asincrono
sync synchron synchronis synchronisierung synchronisieren sincronizar synchronisiert
poc prototyp
rc releasecandid
sso singlesignon
mfa 2fa twofactor multifactor
oidc openid
oauth oauth2
tls ssl
cert certif zertifikat certificat certificado zertifik certificaat
oom outofmemori
npe nullpoint nullpointerexcept
segfault segmentationfault sigsegv
gc garbag
hw hardwar
sw softwar
fw firmwar
mcu microcontrol mikrocontrol microcontroleur
ota overtheair
ml machinelearn
nn neuralnetwork neuralnet
llm languagemodel
df datafram
nb notebook ipynb jupyt
viz visualis visualisierung visualization visualisation visualize
fig figur abbildung
col column spalt colonn columna kolom coluna spalten
row zeil lign fila rij linha zeilen
lr learningr lernrat
acc accuraci genauigkeit precis
stddev std
avg averag durchschnitt moyenn promedio gemiddeld
max maximum
min minimum
freq frequenc
qti quantiti meng quantit cantidad
amt amount betrag montant bedrag
acct account konto compt cuenta konten reken conta
addr address adress direccion adr endereco adressen
tel phone telephon telefon telefono
org organis organization organizations > organ
dept depart abteilung departamento
mgmt manag
approx approxim ungefahr
desc descript describ beschreibung descripcion beschreibungen
prev previous vorherig preced
curr current cur aktuel aktuell actuel
orig > origin
src sourc quellen
dst destin dest ziel
tgt target
len length longueur longitud
calc calcul berechnung calculo berechnen berechnet calcular
eval evalu
gen generat generieren generer generar generiert erzeugen erzeugt
rm remov delet loschen supprim eliminar borrar verwijderen excluir geloscht entfernen entfernt loscht losch suppress eliminado elimina borra borrado loeschen loschung apagar quitar
mv move verschieben deplac mover verschoben verschiebt
cp copi kopieren copier copiar kopiert kopi
bg background hintergrund
fg foreground
px pixel
notif notifi benachrichtigung benachrichtigungen notificacion
subscript subscrib abonn abo suscripcion
mq messagequeu
kv keyvalu
nav navbar navig
ssr serversiderend
stacktrac traceback backtrac
symlink softlink
newlin linebreak linefe zeilenumbruch
eol lineend
cron cronjob crontab
deploy rollout ausrollen bereitstellung bereitstellen deploiement desplegar despliegu ausgerollt deployen deployt desplegado bereitgestellt implantacao uitrollen implantar deploye rolloutplan
rollback revert zuruckrollen zurucksetzen annul revertir zuruckgerollt
login signin logon anmeldung anmelden einloggen inloggen inicioses connecter angemeldet eingeloggt
logout signout logoff abmelden abmeldung ausloggen deconnexion deconnect uitloggen abgemeldet
signup registr registrierung registrieren inscript registro registrar registreren registriert
email mail courriel correo
modal dialog dialogu popup dialogfeld
autocomplet typeahead
carousel slider
toast snackbar
latest newest neuest neust
cowork colleagu teammat kolleg collegu companero collega colega kollegen kollegin
vacat holiday urlaub vacanc vacacion vakanti feria
cart basket warenkorb panier carrito winkelwagen carrinho
coupon voucher gutschein bon cupon
stock inventori lagerbestand bestand inventair inventario existencia voorraad estoqu lager
color colour farb couleur farben kleur cor
behavior behaviour verhalten comport comportamiento gedrag comportamento
catalog catalogu katalog catalogo
licens licenc lizenz licencia licenti licenca lizenzen
center centr
favorit favourit
honor honour
neighbor neighbour nachbar
labor labour
flavor flavour
gray grey
program programm
analog analogu
defens defenc
practic practis
artifact artefact artefakt
judgment judgement
meter metr
fiber fibr
theater theatr
serial serialis serialisieren
normalis normalisieren normalize normalized normalization > normal
optim optimis optimierung optimieren optimizar
customis anpassen customize customized customization
tokenis tokenize tokenization
sanit sanitis
finalis finalize finalized
minim minimis minimieren
maxim maximis
categor categoris
summar summaris summari zusammenfassung resum resumen zusammenfassen
recogn recognis
standardis standardize standardized
anonymis anonym anonymisieren anonimizar anonymisiert
randomis randomize randomized
containeris containerize containerized
realiz realis
apolog apologis
analyz analys analysi analisi analysieren analizar
prioritis prioriti prioritat priorit prioridad
ran > run
break broke broken kaputt cass roto
build built bauen gebaut
write wrote written schreiben ecrir escribir schrijven escrev geschrieben schreibt
rewrit rewrot rewritten
overwrit overwrot overwritten uberschreiben ecras sobrescribir uberschrieben
overrid overrod overridden
rebuild rebuilt
rerun reran
undo undid undon
send sent senden envoy enviar verzenden gesendet versenden verschicken envoi enviado
resend resent
throw threw thrown
lose lost verlieren verloren perdr perdu perder perdido
begin began begun
choos chose chosen choic wahlen choisir elegir auswahlen ausgewahlt
freez froze frozen
forget forgot forgotten vergessen oublier olvidar oubli
hide hid hidden ausblenden verstecken masquer ocultar versteckt ausgeblendet
wake woke
steal stole stolen
draw drew drawn
bind bound
split aufteilen divis dividir aufgeteilt
catch caught
teach taught
learn learnt
understand understood verstehen comprendr entend
mean meant
fall fell fallen
grow grew grown
rise rose
spend spent
sell sale sold
buy bought purchas kaufen achet comprar gekauft einkauf achat compra
pay paid zahlen bezahlen payer pagar betalen bezahlt bezahlung zahlt
shrink shrank shrunk
stick stuck
spin spun
deal dealt
tear tore torn
drive drove driven
fli flew flown
eat ate eaten
speak spoke spoken
wear wore worn
swim swam
sing sang sung
drink drank drunk
find found finden trouver encontrar gefunden findet
hold held
keep kept
lead led
leav left
tell told
sleep slept
win won
fight fought
feel felt
sit sat
stand stood
know knew known
child children
decid decis entscheidung entscheiden decidir entschieden entscheidungen besliss
succeed success erfolgreich erfolg reussi
expir expiri abgelaufen ablaufen caducar lauft caducado
fail failur fehlschlag scheitert fehlgeschlagen echou echec fallo falla mislukt falha scheitern gescheitert echouer fallar fallan fehlschlagen falhar fehlschlagt
verifi verif uberprufen verificar uberpruft verifizieren verificacion uberprufung controleren
check prufen pruft gepruft prufung comprobar
permiss permit berechtigung berechtigungen permiso recht autoris permissao zugriffsrecht
explain explan erklaren expliqu explicar erklarung erklar explica uitleggen
mainten maintain wartung
convert convertir konvertieren umwandeln conversion
extend extens ext erweitern erweiterung etendr
compar vergleichen comparar vergleich vergelijken
comparison > compar
submit submiss absenden soumettr
repro reproduc reproduzieren reproduir reproducir nachstellen
expand expans
collid collis kollis
alia alias
matrix matric
vertex vertic
leaf leav
criterion criteria
branch zweig rama zweigen
commit committen
merg mergen zusammenfuhren fusionn fusionar samenvoegen mesclar zusammenfuhrung gemergt gemerg
push pushen gepusht pousser empujar
review begutachtung uberprufung relectur revu revis revisar revisao reviewen
conflict konflikt conflit conflicto
releas veroffentlichung veroffentlichen publier publicar publicacion lanzamiento veroffentlicht publi freigab sorti
publish veroffentlichen publier publicar publiceren
renam umbenennen renomm renombrar umbenannt renombrado hernoemen renomear umbenennung
chang andern anderung modifi modif cambiar cambio wijzigen anderungen geandert changement aendern modificar modificacion mudanca alterar wijzig
add hinzufugen ajout anadir agregar toevoegen adicionar hinzugefugt anad hinzufuegen
creat erstellen creer crear anlegen aanmaken criar erstellt cree creado angelegt erstell creation creacion
updat aktualisieren aktualisierung actualizar actualizacion aktualisiert atualizar bijwerken
upgrad aktualisieren actualizar
instal installieren instalar installeren installiert instalacion
start starten demarr iniciar arrancar gestartet startet demarrag inicio
stop stoppen arret deten parar gestoppt anhalten
run ausfuhren execut ejecutar uitvoeren executar ausgefuhrt lauft laufen lancer lanzar ausfuehren executa
call aufrufen appel llamar aufruf aufgerufen llamada
load laden cargar geladen chargement carga ladt
save speichern enregistr guardar opslaan salvar gespeichert sauvegard guardado speichert
backup sicherung sicherungskopi sauvegard respaldo datensicherung sicherungen
restor wiederherstellen restaur restaurar wiederherstellung wiederhergestellt restauracion herstellen
read lesen lire leer lezen gelesen
open offnen ouvrir abrir geoffnet
close schliessen fermer cerrar sluiten geschlossen
search suchen suche recherch buscar busqueda zoeken gesucht
show anzeigen affich mostrar anzeig angezeigt affichag zeigen zeigt tonen
test testen prueba probar getestet essai tester testfal testfall testet
fix beheben reparieren corrig arreglar corregir beheb behoben repariert oplossen corrigir behebt correccion repar
solv solut losen resoudr resolv losung gelost solucion
disabl deaktivieren desactiv desactivar deaktiviert desact
enabl aktivieren activar aktiviert
allow erlauben autoris permitir erlaubt
forbid verboten verbieten interdir interdit prohibido
prevent verhindern empech evitar verhindert
ignor ignorieren ignorar ignoriert
replac ersetzen remplac reemplazar vervangen substituir ersetzt
import importieren importar importiert
export exportieren exportar exportiert
upload hochladen televers subir hochgeladen uploaden
download herunterladen telecharg descargar heruntergeladen descarga downloaden
migrat migrieren migrer migrar migracion migriert migrationen migrati
count zahlen compter contar anzahl zahler
sort sortieren trier ordenar sortierung sortiert
filter filtern filtrer filtrar filtr filtro
valid validieren validar validierung validacion valideren
pars einlesen
encrypt verschlusseln verschlusselung chiffrer chiffrement cifrar cifrado verschlusselt
schedul zeitplan planifi programar geplant
retri wiederholen reessay reintentar wiederholung wiederholt wiederholungen reintento
cancel abbrechen stornieren annul cancelar annuleren storniert stornierung abgebrochen abbruch
refund ruckerstattung erstattung rembours reembolso terugbet erstatten ruckerstattungen
invoic rechnung factur factura factuur fatura rechnungen facturen rechnungsnumm
payment zahlung paiement pago betal pagamento zahlungen betalingen
order bestellung pedido bestel encomenda bestellungen bestellen auftrag commande commandes commander
custom kund klant kunden klanten cliente clientes
user benutz utilisateur usuario gebruik nutzer benutzern anwend
contract vertrag contrat contrato overeenkomst
price prei prix precio prij preco preis prijzen
tax steuer impot impuesto belast imposto steuern
vat mehrwertsteu umsatzsteu mwst tva iva btw
currenc wahrung devis moneda divisa valuta moeda wahrungen
money geld argent dinero
discount rabatt remis descuento kort desconto
round rundung arrondi redondeo runden gerundet rundungsfehl arrondir redondear
product produkt produit producto
versand livraison envio lieferung verzend entrega shipping
shop laden boutiqu tienda winkel loja webshop onlineshop
report bericht rapport informe relatorio informes
file datei fichier archivo fichero bestand arquivo dateien bestanden
path pfad chemin ruta pad pfade
page seit pagina seiten
screen bildschirm ecran pantalla scherm tela
window fenster fenetr ventana venster janela
tabl tabell tabla tabel tabela tabellen tableau
field feld champ campo felder veld
form formular formulair formulario formuli
list lista lijst listen
link verwei lien enlac
queri abfrag consulta abfragen
record datensatz enregistr registro
valu wert valeur valor waard
type typ tipo typen
line zeil lign linea zeilen
code quelltext quellcod codigo
class klass clase klassen
interfac schnittstell interfaz schnittstellen
compon komponent component komponenten composant composants
modul modulo
rule regel regl regla regra regeln
constraint einschrankung contraint restriccion
anforderung exig requisito anforderungen requirement requirements
task aufgab tach tarea taak tarefa aufgaben
project projekt projet proyecto projeto
step schritt etap paso
problem problema problemen
caus ursach causa
reason grund raison razon
exampl beispiel exempl ejemplo voorbeeld
name namen nom nombr naam nome
label beschriftung etiquett etiqueta
text texto
languag locale locales sprach langu idioma taal sprachen
date datum fecha
week woch semain semana
month monat moi mes maand
year jahr anne ano jaar
night nacht nuit noch
daylight sommerzeit
deadlin frist echeanc plazo fristen
limit grenz grenzwert limiet obergrenz
memori speicher memoir memoria geheugen arbeitsspeich
disk festplatt disqu disco
network netzwerk netz reseau netwerk reseaux
server servern serveur servidor
host rechner hote
queue warteschlang cola wachtrij fila warteschlangen
cach zwischenspeich
lock sperr verrou bloqueo sperren verrouillag
log protokol registro protokoll logdatei protokollierung journaux logbuch journal
monitor uberwachung surveil supervis uberwachen
alert alerta alarm
version fassung
secur sicherheit securit seguridad beveilig seguranca
vulner schwachstell sicherheitsluck faill vulnerabilidad sicherheitslucken
access zugriff zugang acceso toegang acesso
role roll rol rollen
right berechtigt
slow langsam lenta lento traag lent lente
fast schnell rapid rapido snel
larg gross grand groot
size gross taill tamano groott
empti leer vide vacio leeg vazio
miss fehlt fehlen manquant manqu falta ontbreekt fehlend
wrong falsch faux incorrecto verkeerd errado falschen fauss
duplic doppelt duplicado dubbel doublon doppelten duplikat
invalid ungultig invalido ongeldig
expect erwartet attendu esperado
unus ungenutzt inutilis
flaki instabil instabl inest
deprec veraltet obsolet obsoleto
qualiti qualitat qualit calidad
convent konvent convencion konventionen
architectur architektur arquitectura
design entwurf diseno
layout anordnung disposit
style stil estilo
theme thema tema
featur funktionalitat fonctionnalit funcionalidad caracteristica
team mannschaft equip equipo
besprechung reunion meeting
warn warnung avertiss advertencia warnungen
measur messen mesur medir messung
sensor capteur
circuit schaltung platin
devic gerat appareil dispositivo apparaat
driver treiber controlador
chart diagramm graphiqu grafico
data daten donne dato gegeven dado
train trainieren entrain entrenamiento
model modelo modell
dataset datensatz
experi versuch
scale skalieren skalierung escalar
gateway passerell
contain conteneur contenedor
imag abbild
workflow arbeitsablauf flujo
approv genehmigung approb aprobacion freigab genehmigen
holiday feiertag feri festivo
complaint beschwerd reclam queja beschwerden
ticket vorgang
supplier liefer fournisseur proveedor lieferanten
warehous lagerhaus entrepot almacen magazijn lager
deliveri deliv lieferung livraison entrega liefern livrer
remind mahnung rappel recordatorio erinnerung
dun mahnung mahnwesen
balanc saldo sold
receipt beleg quittung recu recibo
buchung reserv reserva buchungen booking
patient patienten pacient
appoint rendezv cita termin termine
employe mitarbeit employ empleado medewerk
compani firma unternehmen entrepris empresa bedrijf
测试 test
日志 log
缓存 cach
配置 config
部署 deploy
上线 deploy
发布 上线 releas
错误 error
报错 error
异常 except
失败 fail
请求 request
接口 > api interfac
登录 login 登陆
订单 order
库存 inventori stock
支付 payment 付款
退款 refund
用户 user
客户 custom
性能 performance > perform
内存 memori
组件 compon
密码 password 口令
编码 encod
导出 export
下载 download
数据 > data databas
prod production produkt produktiv produccion producti producao produktivsystem prd > product
templat vorlag model plantilla vorlagen
tenant mandant locatair inquilino mandanten
endpoint endpunkt
font schriftart polic fuent
dark dunkel sombr oscuro donker
timeout zeituberschreitung
comment kommentar commentair comentario
note notiz notizen nota
loop schleif boucl bucl
debug debuggen debogu depurar
refactor refaktorisieren refactoris refactorizar refaktorierung
unit einheit unidad
attach anhang adjunto
print drucken imprim imprimir
calendar kalend calendri calendario
friday freitag vendredi viern
monday montag lundi lune
weekend wochenend
buchhaltung comptabilit contabilidad accounting
event ereigni evento ereigniss evenement evenements
trigger auslos declencheur
owner besitz eigentum proprietair propietario
archiv archivieren archivar
tool werkzeug outil herramienta
shortcut tastenkurzel raccourci atajo
keyboard tastatur clavier teclado
batteri akku
voltag spannung tension
serial seriel
flash flashen geflasht
coverag testabdeckung couvertur cobertura
screenshot bildschirmfoto`

const RELATED = `releas ship publish rollout live custom version changelog
releas version bump changelog semver tag publish npm
changelog releas histori
hotfix patch urgent emerg product
deploy releas stage product rollout pipelin
deploy hour freez friday holiday weekend window even
freez deploy holiday friday weekend code
rollback incid revert restor deploy
incid outag postmortem oncal pager downtim
outag unavail offlin downtim
canari gradual percent rollout flag
slow latenc perform timeout cach index profil
slow queri eager index
perform benchmark profil bottleneck throughput
timeout slow hang deadlin expir limit
hang freez stuck block deadlock timeout
deadlock lock mutex transact hang race
crash oom memori kill heap limit panic segfault
oom kill memori heap limit rss
leak memori heap listen unclos grow
screenshot snapshot visual pixel baselin regress
snapshot golden baselin expect
login session token cooki sso oauth credenti
session expir logout cooki token ttl
oauth oidc sso saml idp token scope
jwt token claim bearer expir
mfa otp totp authent code
permiss role rbac acl polici forbidden 403
forbidden 403 401 unauthor deni permiss
csrf xss cor origin header secur
cor origin header preflight browser
secur vulner cve audit exploit inject
inject sql escap sanit quot
escap sanit
amount round cent decim money float
round cent decim float precis money
price amount total cent currenc
wrong total amount round sum
currenc exchang rate euro dollar
discount percent price promot
tax vat rate invoic countri
invoic number pdf bill receipt
payment stripe paypal card provid checkout
refund chargeback credit cancel
subscript plan renew bill trial
duplic twice idempot retri uniqu
idempot retri twice duplic
twice doubl duplic
uniqu duplic constraint index
flaki intermitt sometim race order nondeterminist
flaki test retri rerun quarantin
sometim occasion intermitt random
race concurr lock atom transact
atom transact rollback commit
transact isol lock commit
secret password token key vault env leak
secret vault keychain rotat
rotat expir secret
log trace stack journal logger print
log logger consol print stdout
trace span correl request opentelemetri
stack trace except error
metric prometheus grafana dashboard gaug counter
dashboard grafana chart panel metric
monitor sentri alert error uptim
alert pager threshold oncal nois
complaint custom ticket support user feedback
support custom ticket complaint
color theme token dark palett
theme dark palett
font typographi typefac
icon svg symbol glyph
space margin pad gap
css tailwind style stylesheet
css sass scss style
respons mobil breakpoint viewport
mobil io android phone app
android gradl apk play
io xcode swift simul testflight
button click tap
form input field valid submit
form valid error messag requir
input field textbox
dropdown select picker menu combobox
modal overlay window confirm
tabl grid row column
scroll pagin infinit page
pagin page cursor offset limit keyset
text translat label
translat string languag
translat miss label string
label caption titl head
tone phrase voic
date time timestamp timezon utc
timezon utc daylight dst offset
clock timestamp
daylight dst clock
calendar date day schedul
schema column field migrat tabl
migrat column alter renam backfil
migrat alemb flyway prisma knex
column field attribut
orm model entiti prisma sqlalchemi hibern
index explain queri plan scan
default fallback valu
backup restor dump snapshot
dump export backup restor
replica primari follow replic
shard partit
branch commit merg rebas push pr review
branch name prefix featur main
branch main master trunk
commit messag convent prefix subject
commit squash amend fixup
merg squash rebas conflict
merg conflict resolv
push forc branch
push protect forc
pr review approv merg
pr descript templat titl
review codeown approv
submodul vendor
tag version releas annot
hook precommit huski
depend instal add packag librari
depend upgrad updat bump version renov dependabot
depend licens audit approv
packag npm yarn pnpm lockfil
npm yarn pnpm bun
instal npm pnpm yarn packag
lockfil lock packag instal
pip poetri uv requir python
python venv virtualenv interpret
cargo crate rust
maven gradl java jar
nuget dotnet csharp
compos php laravel
bundl gem rubi
fake seed fixtur factori sampl anonym
fixtur factori seed sampl
seed fixtur demo sampl
anonym person privaci gdpr pii
privaci gdpr person consent pii
person pii gdpr anonym mask
mask redact hide anonym
mock stub fake spi doubl
mock network msw nock intercept
test unit integr e2e suit
test jest vitest mocha runner
test pytest unittest
e2e playwright cypress selenium browser
e2e browser selector testid
coverag threshold test percent
assert expect matcher
test fixtur mock databas
skip disabl ignor pend
tdd test fail
regress test bug
reproduc bug fail step
ci pipelin workflow job runner action
ci red fail broken green
ci cach artifact
ci github action gitlab jenkin
build compil bundl webpack vite esbuild
build artifact dist output
bundl size chunk split tree
compil typecheck tsc
type generic
lint style format rule eslint
lint suppress disabl ignor rule
format indent tab space prettier
import alia relat
import order sort
circular import cycl
name case convent camel snake
folder structur layout
architectur layer boundari modul
architectur adr decis layer
hardwar board flash firmwar debugg devic
firmwar flash bootload ota
flash board probe openocd jlink
debugg jtag swd gdb probe breakpoint
serial uart consol baud
sensor i2c spi bus
pin gpio port
interrupt isr
rtos task prioriti
watchdog reset reboot hang
reset reboot restart boot
batteri power sleep
power sleep wake
voltag current measur
board revis pcb hardwar
calibr sensor offset measur
pipelin dag backfil schedul night airflow
night cron schedul overnight
dag airflow dagster
backfil histori rerun partit
etl pipelin ingest
ingest import pipelin
warehous bigqueri snowflak redshift dbt
dbt model warehous
spark cluster
stream kafka topic consum event
kafka topic consum offset partit
queue rabbitmq sqs broker messag
queue dead letter retri
event publish subscrib listen emit
worker job queue background sidekiq celeri
dataset csv parquet
csv excel delimit export encod
excel spreadsheet xlsx csv
parquet column arrow
schema contract valid
chart plot figur notebook graph
plot matplotlib figur axi
figur dpi paper caption
paper latex manuscript
notebook output clear cell
train model gpu epoch checkpoint
seed random reproduc
experi track result
metric accuraci score evalu
gpu cuda memori batch
checkpoint weight model
featur flag toggl experi
experi ab test variant
flag launchdark toggl switch
environ variabl dotenv config
dotenv env secret
config yaml toml json
config default overrid
local docker compos setup
local setup start
docker compos contain servic
contain registri imag tag
kubernet helm chart manifest
kubernet pod node namespac deploy
pod restart crash loop
helm chart releas
terraform infrastructur provis
infrastructur terraform cloud provis
cloud aw gcp azur
aw s3 lambda ec2
s3 bucket object storag upload
serverless lambda function
cold start lambda
nginx proxi ingress revers
ingress loadbalanc rout
dns domain record
domain subdomain host
certif expir renew letsencrypt
ssh server host access
port conflict bind address
network firewal vpn
cdn cach edg cloudfront
cach invalid stale ttl redi
cach redi key ttl
stale cach outdat
outdat stale obsolet
redi cach queue
search elasticsearch index relev
search fulltext queri
upload multipart presign
imag resiz thumbnail compress
thumbnail imag preview
video stream media
audio sound mic
pdf generat document print
print pdf paper
email templat smtp sendgrid mailer
email send spam bounc
sms phone twilio messag
notif push email
webhook signatur retri
webhook stripe payload event
signatur sign verifi hmac
api version break v2
api graphql resolv
graphql queri mutat resolv
grpc protobuf proto
openapi swagger spec api
endpoint valid request bodi
header author bearer
status http
error messag text
error handl catch throw wrap
catch swallow ignor error
except throw rais catch
retri backoff jitter exponenti
rate limit 429 throttl quota
429 throttl rate quota
vendor extern
vendor provid partner extern
integr partner api
sandbox test account
client sdk librari
sdk client generat
generat codegen
generat regener
templat boilerpl scaffold generat
scaffold generat templat
compon storybook stori
storybook compon
redux store zustand
render slow rerend memo
hydrat mismatch server render
access aria keyboard screenread
keyboard shortcut focus
focus trap keyboard
contrast color access
anim transit motion
deprec legaci remov
refactor cleanup rewrit restructur extract
dead unus code remov
todo fixm comment
docstr comment document
readm document guid
onboard setup guid
guid tutori howto
exampl sampl snippet
licens header copyright
languag english german write
english languag comment
repli answer tone short
ask confirm permiss
confirm ask approv
estim effort
sprint mileston deadlin
deadlin date due
meet standup week
owner respons maintain
respons owner contact
oncal rotat schedul
approv owner
legal complianc audit
audit log complianc histori
retent delet purg
purg delet retent expir
archiv retent
soft delet restor
tenant custom organ isol
tenant multi schema
registr signup user confirm
invit user email
role admin permiss
admin backoffic panel
order checkout cart purchas
checkout payment cart order
stock reserv inventori warehous
inventori count stock sku
sku product variant
variant product option
catalog product list
ship carrier label parcel
parcel ship track
deliveri address ship
seat book reserv
book reserv slot appoint
appoint book slot calendar
patient record clinic
contract signatur
bank account iban transfer
transfer bank payment
ledger book account entri
account ledger book invoic
report export month
negat minus zero
zero empti null
overflow int limit
precis decim float
encod utf8 unicod charset
umlaut encod utf8
line end crlf window
window path powershel
shell script bash
makefil target
debug breakpoint log inspect
profil flamegraph cpu
simul emul
emul simul devic
game uniti
asset static
frame fps render
multiplay server lobbi network
gps coordin
coordin latitud longitud
distanc rout
plugin extens addon
extens plugin hook
editor ide vscode
editor config set
proxi forward header
zip archiv compress
checksum hash verifi
hash bcrypt password
encrypt key ae
id uuid primari
slug url path
redirect url rout
rout path page
link broken 404
404 miss page
500 error server
browser support safari old
cooki consent banner
analyt track event
track analyt event
seo meta titl
meta titl descript
webhook endpoint
websocket realtim socket
realtim websocket live push
poll interv refresh
refresh reload updat
offlin sync
sync conflict merg
batch bulk chunk
bulk import batch
sort collat
trim whitespac blank
whitespac space
valid schema zod
valid zod joi pydant
date format iso
strict mode typescript
enum constant union
immut readon frozen
singleton global
inject depend contain
delet remov eras drop purg discard
creat add new generat
chang modifi edit updat alter adjust
fix repair resolv correct patch
error failur except fault crash panic
fail break broken
bug defect issu problem
test spec
run execut launch start invok
stop halt termin kill abort cancel
build compil bundl
deploy releas ship publish rollout
deploy releas
rollback revert undo restor
version tag releas
instal setup add
depend packag librari modul
config configur set option prefer
env environ variabl
secret credenti password token key
auth authent login signin
login logon signin
logout signout
author permiss access role
user custom account client member
buyer custom shopper client
databas db sql postgr storag
tabl schema column
migrat schema
queri search lookup find
index key
slow latenc perform lag
speed perform fast quick
memori ram heap oom
oom memori
cpu processor load
cach memoiz
queue job worker background
async asynchron background
cron schedul period
retri repeat reattempt
repeat duplic twice
timeout deadlin expir expiri
limit quota cap maximum
rate throttl limit
log trace
debug diagnos troubleshoot investig
monitor metric telemetri observ
alert alarm notif notifi
email mail messag
send dispatch deliv
receiv accept
url link address endpoint
endpoint rout handler
api interfac endpoint
request call
respons repli answer
server backend host
frontend ui client
browser chrome firefox
page screen view
compon widget element
button control
icon symbol
imag pictur photo img
pictur photo imag paint
style css theme
color colour
layout structur
directori folder dir path
file document
readm document doc
comment note remark
doc document manual
commit checkin
branch fork
merg rebas
push overwrit
pull fetch
pr pullrequest
review approv
lint linter eslint clippi
linter rule
format prettier formatt
rule convent guidelin polici
convent style
type typescript
function method procedur
variabl constant
class object
argument paramet param flag
flag toggl switch featur
pars parser decod
encod serial charset
json serial
sort order rank
filter exclud ignor skip
includ import
list array
map dictionari dict
string text
number integ numer
money price amount cost currenc
price cost
payment pay charg checkout bill
refund reimburs
invoic bill receipt
cart basket
order purchas buy
product item articl
discount coupon voucher promot
sale promot
tax vat
stock inventori
ship deliveri
merchant seller vendor tenant
shop store storefront
upload transfer
download fetch
sync synchron
backup snapshot
lock mutex
race concurr parallel
thread worker
parallel concurr
flaki random intermitt unstabl
empti blank null none
null none undefin nil
miss absent lost
wrong incorrect invalid bad
valid check verifi
certif tls ssl https
proxi firewal
docker contain imag
contain docker podman
kubernet k8s cluster
cloud aw
bucket s3
local localhost machin
laptop machin comput macbook
os system platform
linux unix
window win32
mac maco macbook appl
shell termin bash zsh consol
command cli
exit quit
status code
progress percentag
complet autocomplet
encrypt cipher
hash digest checksum
size length
date time timestamp
timezon utc
hour time
day daili
year annual
old legaci previous former
latest newest recent last
temp temporari
product prod live
stage preview
dev develop
languag local translat i18n
text copi word
short brief concis ters
verbos detail long
prefer favorit favourit
reason whi rational becaus
decid decis choos chose
replac swap substitut
switch migrat move
move reloc transfer
split divid
join combin
copi duplic clone
enabl activ
disabl deactiv
show display render print
hide hidden
load read
write output
open launch
close shut
network internet
port socket
webhook callback event
event listen
hook callback
session cooki
state store
licens licenc copyright
permiss allow
forbid forbidden never prohibit ban
requir mandatori must
avoid never
team colleagu cowork
meet call
boss manag
job work career occup profess
compani busi firm employ
kid child children son daughter
mother mom mum
father dad
parent mother father
brother sister sibl
husband wife spous partner
friend buddi pal
dog puppi pet
cat kitten pet
hous home apart
car vehicl
trip travel vacat holiday journey
book novel read
movi film
music song band
concert show gig
sport exercis workout
run race marathon
food meal dish cook
eat dinner lunch
dinner meal
paint art
draw sketch
school class cours
studi learn educ
teach teacher instructor
student pupil
doctor medic health
sick ill
hobbi interest activ
hike trail
beach ocean sea
mountain hill
birthday anniversari
gift present
win won award prize
compet competit contest tournament
happi glad joy
sad upset
afraid scare fear
love ador
plan intend
goal aim ambit
begin start commenc
finish complet done end
buy bought purchas
meet met encount
volunt chariti communiti
money financ fund
citi town
countri nation
live resid
child kid
languag translat i18n
text copi
creat add generat
save store persist
ci workflow`
