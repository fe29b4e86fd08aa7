/** So many documents of general English are assumed beside the ones that are there. */
export const BACKGROUND_DOCUMENTS = 100

/** In how many of them a word, or its stem, would occur: everyday verbs and nouns, no names. */
export function backgroundFrequency(word: string, stem: string): number {
  common ??= new Map(
    TIERS.flatMap(([frequency, words]) =>
      words.split(/\s+/).map((entry): [string, number] => [entry, frequency]),
    ),
  )
  return common.get(word) ?? common.get(stem) ?? 0
}

let common: Map<string, number> | undefined

const TIERS: [number, string][] = [
  [
    12,
    `new time people first two work need find want know think way good year day take look come
help feel tell ask show try call keep start end point part place back long little right different
add change set run file code use happen mean great last next best better much give old big high
small large name line number right left world life man home today write read`,
  ],
  [
    5,
    `case problem question answer system program project group company example level order area
user page list test check fix issue error create update open close put leave move play turn bring
follow learn believe hold allow lead live write provide sit stand lose pay meet include continue
explain describe implement support report result reason plan decide expect remember consider
correct wrong false true sure fine nice enough far near full free main important possible simple
clear short easy hard early late recent current several whole general common similar certain
week month hour minute night morning second third three four five six seven eight nine ten
word story idea fact book friend family child school house money job business water food
event interest type kind form value state side hand head eye face body thank hope guess wonder
implement build method function process share tool version step`,
  ],
]
