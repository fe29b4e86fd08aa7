import { isDateTerm, stem, tokenize } from '../../store/index/analyse.js'
import { findPhrases, findSynonyms } from './thesaurus.js'

/** One term of a query. */
export interface QueryTerm {
  term: string
  /** 1 for a word of the text, less for stop words and synonyms. */
  weight: number
  /** The word of the text that it stands for. */
  word: string
  /** `own`: a word of the text; `equal`: another name of one; `related`: only near one. */
  kind: 'own' | 'equal' | 'related'
}

/** A query after analysis. */
export interface Query {
  /** Text that was analysed: the beginning and the end of a long one. */
  text: string
  terms: QueryTerm[]
  /** The words of the text in order, and their stems, stop words included. */
  words: string[]
  sequence: string[]
  /** False where there are stop words only. */
  isTelling: boolean
}

/** Weight of a stop word beside other words. */
export const STOP_WEIGHT = 0.1
/** Weights of another name of a word, and of a word near it. */
const EQUAL_WEIGHT = 0.5
const RELATED_WEIGHT = 0.3

/** Analyses a prompt or search text; only its beginning and its end where it is long. */
export function parseQuery(text: string): Query {
  const searched = headAndTail(text)
  const tokens = tokenize(searched)
  const terms = new Map<string, QueryTerm>()
  const words: string[] = []
  const sequence: string[] = []
  for (const { word, type } of tokens) {
    const term = stem(word)
    if (type !== 'joined') {
      words.push(word)
      sequence.push(term)
    }
    if (!terms.has(term))
      terms.set(term, { term, weight: isStopWord(word) ? STOP_WEIGHT : 1, word, kind: 'own' })
  }
  const own = [...terms.values()]
  const isTelling = own.some(term => term.weight === 1)
  if (!isTelling) for (const term of own) term.weight = 1
  return { text: searched, terms: own, words, sequence, isTelling }
}

/**
 * Looks up the terms of a text, and the phrases of its sequence, in the thesaurus: at a lower
 * weight, without what is in the text itself; equals before what is related.
 */
export function expandTerms(
  terms: readonly QueryTerm[],
  sequence: readonly string[] = [],
): QueryTerm[] {
  const known = new Set(terms.map(term => term.term))
  const added: QueryTerm[] = []
  const add = (term: string, word: string, kind: 'equal' | 'related') => {
    if (kind === 'related' && isDateTerm(term)) return
    if (known.size === known.add(term).size) return
    added.push({ term, weight: kind === 'equal' ? EQUAL_WEIGHT : RELATED_WEIGHT, word, kind })
  }
  const telling = terms.filter(term => term.weight === 1)
  const found = telling.map(({ term, word }) => findSynonyms(term, word))
  const addFound = (kind: 'equal' | 'related') =>
    telling.forEach(({ word }, at) => {
      for (const { term, isEqual } of found[at]!)
        if (isEqual === (kind === 'equal')) add(term, word, kind)
    })
  addFound('equal')
  for (const { term, word } of nameEqual(terms, sequence)) add(term, word, 'equal')
  addFound('related')
  return added
}

/** Other names of the phrases; each stands for the longest word of its phrase. */
function nameEqual(terms: readonly QueryTerm[], sequence: readonly string[]) {
  return findPhrases(sequence).flatMap(phrase => {
    const words = terms.filter(({ term }) => phrase.terms.includes(term)).map(({ word }) => word)
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '')
    return phrase.equals.map(term => ({ term, word: longest }))
  })
}

const HEAD_CHARS = 3_000
const TAIL_CHARS = 1_000

function headAndTail(text: string): string {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return text
  return `${text.slice(0, HEAD_CHARS)} \n ${text.slice(-TAIL_CHARS)}`
}

/** Words that say little about what a query is after. */
export const STOP_WORDS = `a about above after again against all also am an and any anyone anything are as at
be because been before being below between both but by can cannot could did do does doing down
during each either else etc even ever every everything few for from further get gets getting give
given go goes going gone got had has have having he her here hers herself hi him himself his how
however i if in into is it its itself just kind let lets like lot lots made make makes many may me
might more most much must my myself need needs never no nor not now of off ok okay on once one only
or other our ours out over own please put really s same say says see seem seems set shall she should
since so some someone something sort still such sure t take than thank thanks that the their theirs
them themselves then there these they thing things this those though through to too under until up
upon us use used using very want wants was way we well were what when where whether which while who
whom whose why will with within without would yes yet you your yours yourself
don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain
hello hey everybody everyone actually already always maybe quite rather anyway
ab aber alle allem aller alles als auch auf aus bei beim bis bitte da dabei daher damit danach
danke dann daran darauf darf das dass dazu dein deine dem den denn der deren des deshalb die diese
diesem diesen dieser dieses doch dort du durch eben eigentlich ein eine einem einen einer eines
einfach er es etwas euch euer fur ganz gar gegen genau genug gerade gern gibt habe haben habt
hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer ins irgendwas ist ja
jede jedem jeden jeder jedes jedoch jetzt kann kannst kein keine keinem keinen keiner konnen konnt
konnte konnten mache machen machst macht mal mehr mein meine meinem meinen meiner mich mir mit
muss mussen musst musste mussten nach nachdem nein nicht nichts nie noch nochmal nun nur ob oder
ohne schon sehr sein seine seinem seinen seiner seit sich sie sind sobald sofern soll sollen
sollst sollte sollten sonst sowie statt trotzdem uber um und uns unser unsere unserem unseren
unserer unter viel viele vom von vor wann warum weil weiter welche welchem welchen welcher welches
wem wen wenig wenn wer werde werden wessen wie wieder wieso willst wir wird wirst wo wobei wofur
woher wohin womit wurde wurden zu zum zur zwar zwischen
afin ainsi alors apres au aucun aucune aussi autre autres avant avec avez avoir avons bien bonjour
ca ce cela celle celles celui ces cet cette ceux chez comme dans de depuis deux donc dont elle
elles en encore entre est et etaient etait ete etes etre faire fait faut ils je jusque la le
les leur leurs lors lorsque lui ma mais merci mes moi moins mon ne ni non nos notre nous
ont ou oui par parce pas pendant peu peut peux plait pour pourquoi puis puisque quand
que quel quelle quelles quels qui quoi sa sans sauf se ses sinon soit sommes sont sous sur
svp ta tes toi toujours tous tout toute toutes tres trop tu un une va vais vas vers veut veux
voici voila vont vos votre vous
ahi ahora al algun alguna algunas algunos ante antes aqui asi aun aunque bajo cada como contra
cual cuales cuando cuanta cuantas cuanto cuantos cuyo debe deben debo del desde despues donde
durante el ella ellas ellos entonces eran eres esa esas ese eso esos esta estaba estan estar estas
este esto estos estoy fue fueron gracias hace hacen hacer hacia haga han hasta hay haz hola las lo
los luego mas mi mientras mis mucha muchas mucho muchos muy nada ningun ninguna nosotros nuestra
nuestras nuestro nuestros nunca otra otras otro otros para pero poco por porque puede pueden puedo
pues quien quienes quiero segun si sido siempre sobre soy su sus tal tambien tan tanto te tendra
tener tengo tiene tienen toda todas todavia tus unas unos usted vale vamos voy yo
agora ainda ao aos assim dela dele ele eles entao essa estao estou faz fazer foi isso isto muita
muito nao nas obrigada obrigado onde pela pelas pelo pelos pra quais qual quando quem sao seu seus
sua suas tambem tem uma voce voces
的 了 是 在 我 你 他 她 它 们 这 那 和 就 都 而 及 与 吗 呢 吧 啊
我们 你们 他们 这个 那个 什么 怎么 怎样 如何 可以 需要 一个 一下 没有 为什 因为 所以 但是 如果 还是 就是 时候
する した して です ます から まで ため こと もの これ それ`

/** The words of a table, with one blank or line end between two. */
function toWords(table: string): string[] {
  return table.replaceAll('\n', ' ').split(' ')
}

let stopWords: Set<string> | undefined

/** True for a word so common that it says little about what a query is after. */
export function isStopWord(word: string): boolean {
  stopWords ??= new Set(toWords(STOP_WORDS))
  return stopWords.has(word)
}

let common: Map<string, number> | undefined

/**
 * In how many of a hundred documents of general English a word, or the term it is cut to, would occur:
 * everyday verbs and nouns, no names.
 */
export function backgroundFrequency(word: string, term: string): number {
  if (common === undefined) {
    common = new Map()
    for (const [frequency, words] of TIERS)
      for (const one of toWords(words)) common.set(one, frequency)
  }
  return common.get(word) ?? common.get(term) ?? 0
}

/** Words by the number of documents, of these, in which they occur. */
export const TIERS: [number, string][] = [
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
