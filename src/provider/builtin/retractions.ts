import { withoutQuoted } from './quoted.js'
import { countShared, toLower, toTopic } from './sentences.js'
import type { Retraction } from '../types.js'

const OPEN = '(?<![\\p{L}\\p{N}])'
const CLOSE = '(?![\\p{L}\\p{N}])'
const RULE =
  'rules?|things?|parts?|bits?|notes?|memory|stuff|points?|conventions?|instructions?|polic(?:y|ies)|requirements?|ideas?|story'
const RULE_DE = 'regel|sache|vorgabe|anweisung|notiz|geschichte|konvention'
const RULE_FR = 'règle|consigne|histoire|note|convention|truc'
const RULE_ES = 'regla|norma|cosa|nota|convención|instrucción'
const RULE_PT = 'regra|norma|coisa|nota|convenção|instrução'

/** How a sentence takes back something that it names; `topic` is what. */
const TAKING_BACK: readonly RegExp[] = [
  `${OPEN}(?:forget|scrap|drop|ignore|disregard|strike)(?: about)? (?:what|everything|anything|all) (?:i|we)(?:'ve| have| had)? (?:just )?(?:said|told you|wrote|mentioned|asked for|noted)(?: earlier| before| yesterday)?(?: about| on| regarding| concerning)? (?<topic>.+)`,
  `${OPEN}(?:forget|scrap|drop|ignore|disregard|strike)(?: about)? (?:the|that|our|my) (?:${RULE})(?: about| on| with| regarding| that| for| of)? (?<topic>.+)`,
  `${OPEN}(?:forget|scrap|drop|ignore|disregard|strike)(?: about)? (?:the|that|our|my) (?<topic>.+?) (?:${RULE})${CLOSE}`,
  `(?:^|[,;:—–] ?)(?:(?:so|and) )?(?:(?:the|that|our|my) )?(?:(?:${RULE})(?: about| with| on| for)? )?(?<topic>[^,;:—–]+?)(?: (?:${RULE}))? (?:no longer (?:applies|apply|holds?|counts?|stands?)|(?:doesn't|does not|don't|do not) (?:apply|hold|count|stand) any ?more|(?:is|are) (?:off the table|obsolete|history|void|moot|not true any ?more|no longer (?:true|valid|needed|in force)))`,
  `${OPEN}we(?: no longer use| stopped using| got rid of|'ve dropped| have dropped) (?<topic>.+)`,
  `${OPEN}we (?:don't|do not) use (?<topic>.+?) any ?more`,
  `${OPEN}(?:vergiss|streich|ignorier(?:e)?)(?: bitte)? das mit(?: de[nmr])? (?<topic>.+)`,
  `${OPEN}vergiss(?: bitte)?,? was ich (?:über|zu|von|wegen|mit|bezüglich) (?<topic>.+?) (?:gesagt|geschrieben|erzählt)`,
  `${OPEN}(?:vergiss|streich|ignorier(?:e)?)(?: bitte)? (?:die|das|den|meine) (?:(?:${RULE_DE}) )?(?:mit|über|zu|von|wegen)(?: de[nmr])? (?<topic>.+)`,
  `^(?:die |das |der )?(?:(?:${RULE_DE}) )?(?:(?:mit|über|zu|von)(?: de[nmr])? )?(?<topic>.+?) (?:gilt|gelten|zählt|stimmt) nicht mehr`,
  `^(?:die |das |der )?(?:(?:${RULE_DE}) )?(?:(?:mit|über|zu|von)(?: de[nmr])? )?(?<topic>.+?) (?:ist|sind) (?:vom tisch|hinfällig|geschichte|überholt|gestrichen)`,
  `${OPEN}wir (?:nutzen|verwenden|benutzen|haben) (?:kein(?:e|en)? (?<topic>.+?) mehr|(?<topic2>.+?) nicht mehr)`,
  `${OPEN}oublie[sz]?(?: tout)? ce que (?:j'ai|je t'ai|on a) dit (?:sur|à propos d[eu]s?|au sujet d[eu]s?|concernant|d[eu]s?) (?<topic>.+)`,
  `${OPEN}(?:oublie[sz]?|annule|laisse tomber) (?:la|le|cette|l') ?(?:${RULE_FR}) (?:sur|d[eu]s?|avec|concernant) (?<topic>.+)`,
  `^(?:(?:la|le|les|l') ?)?(?:(?:${RULE_FR}) (?:sur|d[eu]s?|avec) )?(?<topic>.+?) (?:ne s'appliquent? plus|ne vaut plus|n'est plus (?:valable|vrai|d'actualité|en vigueur))`,
  `${OPEN}(?:on|nous) n'(?:utilise|utilisons|emploie|a) plus (?:de |d')?(?<topic>.+)`,
  `${OPEN}(?:olvida|olvídate de|ignora|borra)(?: todo)? lo que (?:te )?(?:dije|he dicho) (?:de|sobre|acerca de|del?)(?: l[ao]s?)? (?<topic>.+)`,
  `${OPEN}(?:olvida|ignora|borra) (?:la|lo|el|esa) (?:${RULE_ES}) (?:de|sobre|con|del) (?<topic>.+)`,
  `${OPEN}(?:olvida|olvídate de|ignora|borra) lo del? (?:(?:la|el|los|las) )?(?<topic>.+)`,
  `^(?:(?:la|lo|el) )?(?:(?:${RULE_ES}) )?(?:(?:de|del|sobre) )?(?<topic>.+?) ya no (?:aplican?|valen?|es así|es cierto|está en vigor)`,
  `${OPEN}ya no (?:usamos|utilizamos|tenemos|hay) (?<topic>.+)`,
  `${OPEN}(?:esquece|ignora|apaga)(?: tudo)? o que (?:eu )?(?:te )?(?:disse|falei) (?:sobre|d[eoa]s?)(?: [oa]s?)? (?<topic>.+)`,
  `${OPEN}(?:esquece|ignora|apaga) (?:a|o|essa) (?:${RULE_PT}) (?:d[eoa]s?|sobre|com) (?<topic>.+)`,
  `^(?:(?:a|o) )?(?:(?:${RULE_PT}) )?(?:(?:d[eoa]s?|sobre) )?(?<topic>.+?) não (?:vale|se aplica|é verdade) mais`,
  `${OPEN}(?:a gente )?não (?:usamos|usa|temos|tem|utilizamos) mais (?:o |a )?(?<topic>.+)`,
  `(?:忘(?:掉|了|记)|别管|忽略|删掉|取消)(?:我(?:刚才|之前|上次)?(?:说|讲)(?:过)?的?|关于)+(?:那条)?(?<topic>.+?)(?:那条|的?规则|的事|吧)*[。!！]*$`,
  `^(?<topic>.+?)(?:那条|这条|的?规则|的规定)?(?:作废|不算了|不再适用|已经取消)`,
  `我们(?:已经)?(?:不再用|不用|停用) ?(?<topic>.+?)(?:了)?[。!！]*$`,
  `^(?<topic>.+?)(?:という|って|の)?(?:話|件|ルール|こと)?(?:は|を)(?:もう)?(?:忘れて|なし(?:で|に)|撤回|取り消し|無効)`,
  `^(?<topic>.+?)はもう使(?:っていません|いません|わない|ってない)`,
].map(source => new RegExp(source, 'u'))

/** What ends the thing that is taken back: a reason, or what is said besides. */
const BESIDES =
  /\s*(?:[,;:!?()（）—–，；。]|\.(?:\s|$)|(?<![\p{L}])(?:because|since|it was|weil|denn|parce|car|porque|pois)(?![\p{L}])).*$/u
/** Words that point to what was said just before: nothing is named. */
const POINTING =
  /^(?:(?:the )?(?:it|that|this|them|those|these|one|all|other|first|second|last|previous|earlier|idea|whole)|das|es|die|alles|ce|ça|cela|tout|eso|esto|todo|isso|isto|tudo|那个|这个|不对|刚才(?:说)?的?|それ|これ|さっき)$|^in \S+$/u
/** Whoever asks, imagines or tells of others takes nothing back. */
const NOT_MEANT =
  /^[^,;:—–，、]*[?？]\s*$|^(?:so |and |ok(?:ay)?,? )?(?:should|shall|can|could|do|does|did|may|why|what|soll|sollen|kann|können|warum|faut-il|on peut|peut-on|debo|podemos|será)(?![\p{L}]).*[?？]\s*$|(?<![\p{L}])(?:what if|suppose|imagine|if we|wants? to|would|could|says? that|told me|was wäre|angenommen|wenn wir|et si|y si|e se)(?![\p{L}])|如果|要是/u
const SAYS_NEW =
  /[,;:—–，、].*(?<![\p{L}])(?:we(?:'re| are)?|now|use|instead|wir|jetzt|stattdessen|nehmen|nutzen|on|maintenant|plutôt|utilise|ahora|usamos|mejor|agora|usar)(?![\p{L}])|[,，、].*(?:改用|现在用|我们用|に変更|を使)/u

/** What a sentence takes back, in its own words; '' where it names nothing, or only quotes who did. */
export function topicOf(text: string): string {
  const own = withoutQuoted(text)
  return own !== text && topicIn(own) === '' ? '' : topicIn(text)
}

function topicIn(text: string): string {
  const said = text.trim()
  const lower = toLower(said)
  if (NOT_MEANT.test(lower)) return ''
  for (const pattern of TAKING_BACK) {
    const match = pattern.exec(lower)
    const groups = match?.groups
    const topic = (groups?.topic ?? groups?.topic2)?.replace(BESIDES, '').trim()
    if (match === null || !topic || POINTING.test(topic)) continue
    // The case tells where a name such as LaunchDarkly has its parts.
    const from = lower.indexOf(topic, match.index)
    return said.slice(from, from + topic.length)
  }
  return ''
}

/**
 * What a sentence takes back without saying anything new: its words, and the title among the known
 * ones that alone it can mean. Undefined where it names nothing ("forget it"), or says what holds
 * instead. Says nothing about whether somebody means it: the model does.
 */
export function findRetraction(text: string, known: readonly string[]): Retraction | undefined {
  const topic = toTopic(topicOf(text))
  if (topic.size === 0 || SAYS_NEW.test(toLower(text))) return undefined
  const meant = known.filter(title => countShared(toTopic(title), topic) === topic.size)
  const [title] = meant.length === 1 ? meant : []
  return { statement: text.trim(), ...(title !== undefined && { title }) }
}

/**
 * What a sentence that takes back something by its name says besides, behind a comma or the like:
 * "we use biome now". Undefined where it says nothing more.
 */
export function findNew(text: string): string | undefined {
  if (topicOf(text) === '') return undefined
  const instead = /[,;:—–，、]\s*(?:(?:and|und|et|y|e) )?(?=\S)(?<instead>.{6,})$/su.exec(text)
    ?.groups?.instead
  return instead === undefined || BECAUSE.test(instead) ? undefined : instead
}

/** True for "we use biome now" and the like. */
export function saysUsed(text: string): boolean {
  return USED.test(text)
}

const USED =
  /^(?:we(?:'re| are)?(?: now)? (?:us(?:e|ing)|on|going with|went with)|(?:we )?now (?:we )?us(?:e|ing)|wir (?:nutzen|nehmen|verwenden|benutzen)|(?:jetzt|nun) (?:nutzen|nehmen|verwenden|benutzen) wir|(?:maintenant )?(?:on|nous) (?:utilis|pren)|(?:ahora|mejor) us[ae]|usamos|(?:agora )?(?:a gente )?us[ao]m?|(?:我们)?(?:现在)?(?:改)?用|(?:今は|これからは).{1,20}(?:使|に))(?!\p{L}* too )/iu

/** A reason for taking something back is nothing new. */
const BECAUSE =
  /^(?:because|since|as (?:it|we)|it was|that was|weil|denn|das war|parce|car|c'était|porque|era|pois)(?![\p{L}])|^因为/iu

const QUOTE = '[`"“”„「」«»\']?'
const VALUE = '(?<old>[\\p{L}\\p{N}@#./_-][^,;:!?()，。；（）、]{0,40}?)'
const STOP =
  '(?=\\s*(?:[,;:!?()—–，。；]|\\.(?:\\s|$)|$|(?<![\\p{L}])(?:and|but|since|because|as|in|for|any ?more|now|und|aber|weil|für|mehr|jetzt|et|mais|car|pour|maintenant|y|pero|porque|para|ahora|e|mas|pois|agora|not|nicht|no|ya)(?![\\p{L}])))'

/** How a statement says what it stands in place of; `old` is that. */
const REPLACING: readonly RegExp[] = [
  `${OPEN}(?:switch|mov|migrat|chang|went|renam|swapp|transition|port)(?:e?d|ing)?(?: \\p{L}+){0,3}? from ${QUOTE}${VALUE}${QUOTE} (?:over )?to${CLOSE}`,
  `${OPEN}(?:replac|swapp|exchang)(?:e?d|ing) ${QUOTE}${VALUE}${QUOTE} (?:with|by|for)${CLOSE}`,
  `${OPEN}(?:dropp|ditch|retir|abandon)(?:e?d|ing) ${QUOTE}${VALUE}${QUOTE} (?:for|in favou?r of)${CLOSE}`,
  `${OPEN}(?:forget|drop|scrap|ignore)(?: about)? (?:what i said about |the rule about |the )?${QUOTE}${VALUE}${QUOTE}(?: (?:rule|thing))?\\s*[,;—–].*${OPEN}(?:now|use|instead|we)${CLOSE}`,
  `${OPEN}(?:instead of|rather than|in place of|no longer|not) (?:in |on |at |with |by |the |an? |\\p{L}+ing )?${QUOTE}${VALUE}${QUOTE}${STOP}`,
  `${OPEN}(?:used to be|was|were|previously|formerly) ${QUOTE}${VALUE}${QUOTE}(?=[,;)]| (?:before|until now|but))`,
  `${OPEN}von ${QUOTE}${VALUE}${QUOTE} (?:auf|zu|nach) .*(?:umgestiegen|gewechselt|umgestellt|migriert|umgezogen)`,
  `${OPEN}(?:statt|anstatt|anstelle von|nicht mehr|nicht|kein(?:e|en)? mehr) (?:de[rmsn] |die |das |auf |in |mit )?${QUOTE}${VALUE}${QUOTE}(?: mehr)?(?=\\s*(?:[,;:!?()—–.]|$|(?<![\\p{L}])(?:baut|läuft|jetzt|nun|nehmen|nutzen|kommt|ist|gilt|macht|und|sondern|mehr)))`,
  `${OPEN}${VALUE} (?:wurde |wird |ist )?(?:durch|gegen) .*(?:ersetzt|getauscht)`,
  `${OPEN}(?:passée?s?|migrée?s?) de ${QUOTE}${VALUE}${QUOTE} (?:à|vers)${CLOSE}`,
  `${OPEN}(?:remplacée?s?|remplace) ${QUOTE}${VALUE}${QUOTE} par${CLOSE}`,
  `${OPEN}(?:au lieu d(?:e |u |')|à la place d(?:e |u |')|(?:non plus|plus|et non|pas) )(?:(?:le|la|les|du|de|sur) )*${QUOTE}${VALUE}${QUOTE}${STOP}`,
  `${OPEN}(?:pasamos|cambiamos|migramos|hemos pasado|hemos cambiado) de ${QUOTE}${VALUE}${QUOTE} a${CLOSE}`,
  `${OPEN}(?:reemplazamos|sustituimos|cambiamos) ${QUOTE}${VALUE}${QUOTE} por${CLOSE}`,
  `${OPEN}(?:en lugar de|en vez de|ya no|y no|no)(?: (?:el|la|los|las|es|en))* ${QUOTE}${VALUE}${QUOTE}${STOP}`,
  `${OPEN}(?:mudamos|migramos|passamos) d[eoa] ${QUOTE}${VALUE}${QUOTE} (?:para|pr[oa])${CLOSE}`,
  `${OPEN}(?:trocamos|substitu[ií]mos) (?:[oa] )?${QUOTE}${VALUE}${QUOTE} (?:pel[oa]|por)${CLOSE}`,
  `${OPEN}(?:em vez d[eoa]|no lugar d[eoa]|não mais|e não|não)(?: (?:[oa]|é|na|no))* ${QUOTE}${VALUE}${QUOTE}${STOP}`,
  '从\\s*(?<old>[^，。、,\\s]{1,20})\\s*(?:换成|改成|迁移到|迁到|换到|切换到)',
  '(?:不再(?:用|使用|是)?|而不是|不用|不是|代替|取代)\\s*(?<old>[^，。、,.\\s了]{1,20})',
  '(?<old>[^、。,.\\s]{1,20})\\s*から\\s*.{1,20}に(?:変え|変更|移行|切り替え|なり)',
  '(?<old>[^、。,.\\s]{1,20})(?:ではなく|じゃなく|の代わりに)',
].map(source => new RegExp(source, 'iu'))

/** Signs that a statement speaks of a change; "use tap, not jest" may be the first word on it. */
const CHANGES =
  /(?<![\p{L}])(?:now|any ?more|anymore|from now on|switch\w*|mov(?:ed|ing)|migrat\w*|changed|renamed|swapped|instead|no longer|used to|was|were|correction|forget|dropp?(?:ed)?|scrap|ditched|replac\w*|retired|not|jetzt|nun|mehr|umgestellt|umgestiegen|gewechselt|statt|anstatt|nicht|ersetzt|désormais|maintenant|plus|passée?s?|remplac\w*|lieu|place|ahora|ya|cambiamos|pasamos|reemplazamos|sustituimos|lugar|vez|no|agora|mais|mudamos|mudou|trocamos|substitu[ií]mos|não)(?![\p{L}])|现在|不再|不是|改|换|变更|而不是|変更|変え|移行|ではなく|代わり|今は/iu

/**
 * Words of what a statement stands in place of, "npm" in "we switched from npm to pnpm"; undefined
 * where it names nothing older. What only forbids ("not on Fridays") may be named too: whoever asks
 * must know a memory that says it.
 */
export function findReplaced(text: string): string | undefined {
  if (!CHANGES.test(text)) return undefined
  for (const pattern of REPLACING) {
    const old = pattern
      .exec(text)
      ?.groups?.old?.replace(/[`"“”„「」«»]/g, '')
      .trim()
    if (old !== undefined && old !== '' && old.split(/\s+/).length <= 5) return old
  }
  return undefined
}
