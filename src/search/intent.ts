import { INTENT, INTENT_BEYOND_ASCII } from './coefficients.js'
import type { Query } from './query.js'

/**
 * Names for forms of a prompt, none of them a word, each with its pattern; a pattern is only tried
 * on a text that has its sign, because to compile one takes longer than to read a prompt.
 */
const FORMS: readonly [name: string, sign: string, pattern?: RegExp][] = [
  ['?', '?', /\?\s*$/],
  ['??', '?'],
  ['!', '!'],
  ['\\n', '\n', /\n[^\n]+\n/],
  ['/', '/', /\w\/[\w./-]/],
  ['.ts', '/', /\w\/[\w.-]+\.\w{1,5}\b/],
  ['`', '`'],
  ['()', '(', /\w\(/],
  ['""', '', /["\u201c\u201e\u00ab][^"\u201c-\u201e\u00ab\u00bb]{30,}["\u201d\u201c\u00bb]/],
  ['->', '->'],
  ['->', '\u2192'],
  ['x:', ': ', /^\W*\w{2,8}: /],
  ['00', '', /\d{2}/],
  ['Aa', '', /^[A-Z]/],
]

/**
 * Turns of phrase by what they tell of a prompt: it is about the world or a language in general; a
 * text is to be changed; a slip to be mended; small talk; everyday life; the conversation itself; or
 * work that several people share. Without accents; `^` is the beginning, `*` any words between.
 */
const TURNS: Readonly<Record<string, readonly string[]>> = {
  general: [
    'difference between|difference is|unterschied zwischen|difference entre|diferencia entre',
    'verschil tussen|in general|just curious|not for this|how many|always forget|opinions|opinion',
    'explain|erklar|erklare|explique|explica|best practice|best practices|how do you say',
    'how do i say|what does * do|what does * mean|what does * give|what is * good for',
    'what do * mean|what does * exactly|what does * actually|why is|why are|why does|why the hell',
    'one sentence|two sentences|three sentences|2 sentences|3 sentences|one paragraph|zwei satzen',
    'drei satzen|ten lines|welcher tag|what day|in plain|est quoi|a quoi sert|a que sert',
    'veut dire|comment fonctionne|en general|que significa|que es|que hace|para que sirve',
    'como funciona|o que e|para que serve|was ist|was heisst|was bedeutet|wie funktioniert|区别|意思',
    '解释|什么 么是|違い|説明|とは',
  ],
  text: [
    'translate|summarise|summarize|rephrase|reword|convert|proofread|sort these|sort this|haiku',
    'poem|joke|funnier|hoflicher|latex for|regex to|regex for|regex that|tl dr|in english',
    'auf englisch|formuliere|formulier|fass|ubersetz|ubersetze|traduis|traduire|traduce|resume',
    'vertaal|good name|name for|names do you|synonyms|synonym for|traduz|resuma|reformule',
    'reescribe|en anglais|em ingles|en ingles|auf deutsch|kurze|plus court|mas corto|翻译|英文|润色|翻訳',
    '英語|要約|短く|丁寧',
  ],
  touch: [
    'typo|typos|tippfehler|misspelled|spelling|indentation|docstring|undo|last edit|call it',
    'shadows|derive|badge|refactor this|convert this|should be|rename the local|rename prop',
    'rename this|rename the variable|it says|that says|renomme|renombra|renomeia|benenne',
    'umbenennen|einrucken|faute de frappe|fautes|en trop|de sobra|改成|变量|缩进|变成|変数|変え|空行',
  ],
  talk: [
    '^ thanks|^ thank you|^ thx|^ danke|^ merci|^ gracias|^ sorry|^ lol|^ haha|^ ok|^ okay|^ yes',
    '^ no|^ nope|^ yep|^ yeah|^ ja|^ nein|^ oui|^ si|^ hm|^ hmm|^ wait|^ stop|^ done|^ nice',
    '^ great|^ cool|^ perfect|^ good|^ super|^ passt|^ go on|^ go ahead|^ continue|^ next',
    '^ weiter|^ genau|^ prima|^ stopp|^ warte|^ vale|^ sigue|^ seguimos|^ perfecto|^ genial',
    '^ parfait|^ d accord|^ la suite|^ obrigado|^ obrigada|^ perfeito|^ 好的|^ 继续|^ 谢谢|^ はい|^ あり',
    '^ 了解|^ もう',
  ],
  everyday: [
    'my own|my brother|my friend|my mother|my father|my wife|my husband|my kid|my son|my daughter',
    'my train|my flat|a friend|birthday|dentist|urlaub|vacances|vacaciones|旅行',
  ],
  conversation: [
    'did you|have you|you picked|you touch|you touched|are you still|are you sure|the second one',
    'the first one|the other one|the former|the second file|the second variant|die zweite',
    'die erste|nevermind|never mind|i meant|nochmal|remind me|i only asked',
  ],
  we: [
    'we|our|us|wir|unser|unsere|unserem|uns|nous|notre|nos|nuestro|nuestra|onze|unseren|unserer',
    'nuestros|nuestras|nosso|nossa|我们|うち|弊社',
  ],
  others: [
    'customer|customers|user|users|support|team|colleague|reviewer|ops|marketing|sales|boss|kunde',
    'kunden|client|clients|they|people|everybody|nobody|somebody|design|kundin|nutzer|anwender',
    'chef|utilisateur|utilisateurs|equipe|cliente|clientes|usuario|usuarios|soporte|equipo|jefe',
    '客户|用户|玩家|老板|お客|客様|ユー',
  ],
  how: [
    'the command|which command|where is|where are|where do|where does|where can|how to|what do i',
    'is it ok|how do i|how do we|how can i|how can we|how should i|may i|can i|can we|should i',
    'should we|do i have|do i need|wie mach|wie komm|wie krieg|wie starte|wie kann|wo ist|wo sind',
    'wo liegt|wo finde|wie war|darf ich|durfen wir|durfen|kann ich|konnen wir|welcher befehl',
    'ou est|ou sont|ou se trouve|on peut|peut on|quelle commande|puis je|donde esta|donde estan',
    'se puede|podemos|puedo|que comando|onde fica|posso|da pra|哪个|哪里|在哪|命令|どこ|どの|です すか',
  ],
  trouble: [
    'error|exception|traceback|failed|fails|failing|fatal|panic|denied|refused|timeout|timed out',
    'crash|crashes|crashed|broken|breaks|stuck|hangs|slow|wrong|missing|lost|gone|twice|never',
    'nothing|suddenly|fehler|kaputt|weg|langsam|doppelt|since yesterday|since this|since last',
    'since monday|absturz|sturzt|hangt|geht nicht|erreur|plante|marche plus|panne|bloque|lent',
    'falla|fallo|no funciona|roto|lento|erro|travou|报错|失败|错误|不了|卡住|エラ|落ち|遅い',
  ],
}

/** Numbers of words above which a prompt has a term of its own. */
const LENGTHS = [3, 6, 12, 25, 60]

/** Letters by which longer words are known as well, whatever their endings. */
const BEGINNING = 5

/**
 * Terms that tell a prompt's intent: words, their beginnings, pairs of words, the first word, length
 * and form.
 */
export function intentTerms({ sequence, words, text }: Query): Set<string> {
  const terms = new Set<string>(['*', `^${sequence[0] ?? ''}`])
  sequence.forEach((word, at) => {
    terms.add(word)
    if (word.length > BEGINNING) terms.add(`${word.slice(0, BEGINNING)}-`)
    if (at + 1 < sequence.length) terms.add(`${word}_${sequence[at + 1] as string}`)
  })
  for (const length of LENGTHS) if (sequence.length > length) terms.add(`#${length}`)
  for (const [name, sign, pattern] of FORMS)
    if (text.includes(sign) && pattern?.test(text) !== false) terms.add(name)
  const said = ` ^ ${words.join(' ')} `
  for (const [name, turns] of Object.entries(TURNS))
    if (turns.some(line => line.split('|').some(turn => hasTurn(said, turn))))
      terms.add(`<${name}>`)
  return terms
}

/** True if a turn stands in the words of a prompt, which begin with `^` and have blanks around. */
function hasTurn(said: string, turn: string): boolean {
  const gap = turn.indexOf(' * ')
  if (gap < 0) return said.includes(` ${turn} `)
  const at = said.indexOf(` ${turn.slice(0, gap)} `)
  return at >= 0 && said.includes(` ${turn.slice(gap + 3)} `, at + gap)
}

/**
 * Log odds, by the words of a prompt alone, that it asks for something that a project knows: a linear
 * model of prompts that were labelled for it (npm run fit:recall).
 */
export function rateIntent(query: Query): number {
  let odds = 0
  for (const term of intentTerms(query)) odds += findWeight(term) / 10
  return odds
}

/**
 * The weight of a term, in tenths; 0 where it has none. Looked for by halves in `term:weight`, sorted
 * by term: a hook asks for a few of thousands once.
 */
function findWeight(term: string): number {
  const table = /^[ -~]*$/.test(term) ? INTENT : INTENT_BEYOND_ASCII
  let low = 0
  let high = table.length
  while (low < high) {
    const from = table.lastIndexOf(' ', (low + high) >>> 1) + 1
    const end = table.indexOf(' ', from)
    const entry = table.slice(from, end < 0 ? undefined : end)
    const colon = entry.lastIndexOf(':')
    const found = entry.slice(0, colon)
    if (found === term) return Number(entry.slice(colon + 1))
    if (found < term) low = end < 0 ? high : end + 1
    else high = from - 1
  }
  return 0
}
