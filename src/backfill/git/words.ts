import { pattern } from '../../languages/combined.js'

/**
 * Words by which a commit message tells a rule from a report, in the languages that are learned from
 * (English, German, French, Spanish, Portuguese; Japanese and Chinese). They lie here and not with
 * those of conversations: no hook loads them.
 */
function anyOf(spaced: string, unspaced: string): RegExp {
  return pattern('giu')`(?<![\p{L}\d_])(?:${spaced})(?![\p{L}\d_])|${unspaced}`
}

/** Orders and bans that outlast the change. */
const strict = anyOf(
  String.raw`must|may (?:not|never|only)|never|(?:please )?(?:do not|don't|does not have to) (?:\w+ )?(?!report|show|ask|print|log)\w+|has to|have to|needs to|can only|cannot|only \w+ (?:with|when|if|after|by)|no (?:business|exceptions?)|nothing (?:that|in the|else)|anything but|not (?:even )?(?:allowed|permitted|acceptable)|forbid(?:s|den)?|prohibit(?:s|ed)?|banned|is gone|will be (?:declined|rejected|refused)|won't (?:support|accept)|required|mandatory|enforce[sd]?|reject(?:s|ed)?|refuse[sd]?|at (?:least|most)|exactly|strictly
|darf|dürfen|muss|müssen|niemals|nie|verboten|nicht mehr|ausschließlich|nur noch|zwingend
|ne (?:doit|doivent|faut)|il ne faut|doit|doivent|jamais|interdit|obligatoire|uniquement|exclusivement
|no se (?:debe|puede)n?|debe|deben|nunca|jamás|prohibido|obligatorio|únicamente|solamente
|não (?:se )?(?:deve|pode)m?|deve|devem|proibido|obrigatório|somente|apenas`,
  '禁止|必須|必ず|しないこと|すること|こと。|してはならない|してはいけない|のみ|だけ|必须|只允许|只能|不得|不再|不允许|绝不|严禁',
)

/** A state that goes on. */
const keeps = anyOf(
  String.raw`keeps?|stays?|remains?|stick|pin(?:ned|s)?|back to|judge|belongs?|is the (?:only|single|house)|as (?:before|agreed|announced)|by (?:convention|grant|design|contract)|unchanged
|bleibt|bleiben|zurück (?:zu|auf)|reste|restent|rester|revenir|retour|queda|mantener|volver|vuelve|permanece|mantém|manter|voltar`,
  '保持|維持|戻す|继续|仍然|恢复',
)

/** All that there is, or none of it. */
const general = anyOf(
  String.raw`every(?:thing|where|body|one)?|each|all|any(?:thing|body|one|where)?|whatever|whoever|whichever|wherever|always|nothing|nobody|no one|both|both sides|for good
|alle[rsnm]?|alles|jede[rsnm]?|überall|gilt|immer|stets|tout(?:e|es)?|tous|chaque|toujours|partout|tod[oa]s?|cada|siempre|nada|sempre|qualquer`,
  'すべて|全て|どの|常に|いずれも|所有|一律|任何|每|始终|总是',
)

/** One thing in place of another one. */
const choice = anyOf(
  String.raw`instead of|rather than|in favou?r of|replaces?|supersedes?|no longer|over|without|not the|not any|(?:before|prior to|ahead of)
|statt|anstelle|anstatt|ohne|au lieu (?:de|d['’]\w+)|plutôt que|sans|en lugar de|en vez de|sin|em vez de|no lugar de|sem`,
  'ではなく|代わり|改用|而不是|取代|代替',
)

/** Damage that was done. */
const harm = anyOf(
  String.raw`lost|loses?|losing|loss|fail(?:ed|s|ure|ures)?|crash\w*|died?|dies|outages?|incidents?|broke(?:n)?|breaks?|hung|hangs?|leak\w*|corrupt\w*|duplicat\w*|twice|doubled?|deadlock\w*|starv\w+|kill(?:ed|s)?|oom\w*|reboot\w*|exploit\w*|attack\w*|cve|steal\w*|stole\w*|spam|locked? out|charged|penalt\w+|destroy\w*|wrong(?:ly)?|overflow\w*|rounds?|drops?|dropped|silently|truncat\w*|racy?|vanish\w*|block(?:ed|s)|brought (?:down|up)|took down|violat\w*|xss|injection|unreadable|blew|burned|stuck|fragment\w*|errat(?:um|a)|bugs?|drift\w*|trips?|bypass\w*|skew\w*|garbled?|mangled?|collid\w+|collision|mismatch\w*|misrouted|stale|rejected|complain\w*|flood\w*|exhaust\w*|throttl\w*|timed? out
|überlast\w*|verlor\w*|fehler\w*|falsch\w*|doppelt\w*|ausfall|ausgefallen|abgestürzt|blockiert\w*|perdue?s?|rejet\w*|refus\w*|pannes?|échou\w*|bloqu\w*|faux|erron\w*|doubl\w*|perdi\w*|fall(?:ó|aba|an|as?)|duplicad\w*|errónea?s?|rechaz\w*|caída|perd(?:eu|ido|ida|a)s?|falh\w*|erro|errad\w*|rejeit\w*`,
  '重複|見つから|失敗|消え|漏れ|停止|障害|不整合|エラー|偏移|耗时|丢失|重复|失败|错误|崩溃|故障|漏',
)

/** A measure: of the harm, or of what was chosen. */
const scale = anyOf(
  String.raw`(?:\d[\d.,]*|two|three|four|five|six|seven|several|half|a third)(?:[ -]?%|[ -]?(?:customers?|users?|people|devices?|vehicles?|units?|carts?|orders?|records?|invoices?|minutes?|min|hours?|h|days?|nights?|weeks?|months?|years?|times|x|kB|MB|GB|TB|USD|EUR|dollars|euros?|cents?|bytes|nodes?|rows|attempts?|s|ms|us|k|t|V))
|\d+[- ]?mal|\d+ (?:fois|veces|vezes|Minuten|Stunden|Tagen?|Wochen|lignes|heures|jours|minutos|filas|horas|días|dias|linhas)`,
  '\\d+ ?(?:件|秒|米|万|条|次|回|時間|分|日|小时|天)',
)

/** Grounds that bind: a finding, a contract, somebody's decision. */
const proof = anyOf(
  String.raw`root cause|incident|outage|post-?mortem|audit(?:ors?|ed)?|pentest|contract|law|legal|compliance|gdpr|regulation|vendor|policy|agree(?:d|ment)|decided|decision|measured|benchmarks?|experiment|product|finding|convention|rule|spec(?:ification)?|standard|erratum|upstream|deliberate(?:ly)?|on purpose|by design|intentional(?:ly)?|standing|support desk|finance|security team
|ursache|vereinbarung|vereinbart|beschluss|beschlossen|betriebsrat|vorgabe|gesetz|datenschutz|vertrag|norme|contrat|cause|décid\w+|convenu|accord|norma|acuerdo|contrato|decidi\w+|auditoría|causa|acordo|auditoria|lei`,
  '根本原因|本番|規約|合意|決定|方針|监管|协议|决定|约定|审计|合同|规定',
)

/** A story with a moral: something else was tried. */
const tried = anyOf(
  String.raw`tried|attempts?|(?:second|third) (?:time|try)|did(?:n't| not) (?:help|work)|made it worse|supersedes?|turn(?:ed|s) out|was wrong|fix of|hid(?:den)?|until now|used to|used to be
|verschlimmert|versucht|essayé|intent(?:ó|ado|amos)|probado|tentou|tentamos`,
  '試した|試みた|尝试|试过',
)

const reason = anyOf(
  String.raw`because|since|as it|as they|so that|otherwise|hence|therefore|thus|thereby|due to|the reason|which (?:is|was|caused|led|made|broke|means)|that(?:'s| is) (?:why|what)|or else|without (?:it|that|this)
|weil|denn|da|damit|sonst|deshalb|daher|wegen|parce que|car|donc|sinon|afin|porque|pues|ya que|por (?:eso|lo que)|si no|por isso|pois|senão|já que`,
  'ため|ので|から、|因为|由于|导致|否则|因此|所以|以免',
)

/** Things that pass, or were never meant to bind. */
const passing = anyOf(
  String.raw`for now|until|temporar\w*|workaround|stop-?gap|today|tonight|this (?:morning|week|time|sprint)|some ?day|for the moment|for the time being|proposed|proposal|draft|experiment(?=:)|nothing (?:is )?decided|undecided|in my tree|flak[ye]\w*|by accident|accidentally|in error|typos?|noise|sorry|oops|tired|laptop|spell\w*|re-?run|retry (?:the )?(?:build|ci)|skip|hack|wip|not yet|not enabled|first draft|comments? welcome|overloaded|demo|rename[ds]?|part \d|quick
|vorerst|übergangs\w+|provisor\w+|vorläufig|heute|erstmal|tippfehler|pour l['’]instant|provisoire\w*|temporaire\w*|ce matin|aujourd['’]hui|relance|coquille|por ahora|provisional\w*|temporal\w*|hoy|errata|por enquanto|provisóri\w*|temporári\w*|hoje`,
  '一時的|暫定|とりあえず|誤字|今日|仮の|临时|暂时|今天|暂且|跳过|传错|错别字',
)

/** Parts of a report on a finished change. */
const reports = anyOf(
  String.raw`reported (?:by|in|as)|found by|seen (?:by|in)|add(?:s|ed)? (?:a )?tests?|tests? added|tested (?:with|on)|harmless|no (?:functional |behaviou?r )?changes?|no change in|looks the same|support(?:s|ed)?|screenshot|thanks|treated as|falls back|shows?|prints?|log(?:s|ged)|exported|preparation|follow-up|cleans?|while here|also|nobody noticed|needed for|requested by|as in the
|demandé\w*|behebt|ergänzt|zeigt|corrige\w*|ajout\w*|affiche|añade|muestra|adiciona|mostra`,
  '修复|修正|不具合|追加|表示|显示|新增|支持',
)

/** A subject that says how something is, and not what was done. */
const states = anyOf(
  String.raw`is|are|only|never|always|must|not|no|ist|sind|nur|nie|immer|kein|keine|est|sont|toujours|es|son|solo|siempre|nunca|é|são|sempre|só`,
  '=|必ず|一律|禁止|のみ|必须|不再',
)

/** The time from which it holds. */
const now = anyOf(
  String.raw`now|from (?:now|here) on|henceforth|going forward|in (?:the )?future|from v\d\S* on|until now|new \w+ (?:have|has|must|should|use)|existing|no longer
|jetzt|künftig\w*|zukünftig\w*|ab (?:jetzt|sofort|heute)|nunmehr|désormais|dorénavant|à partir de maintenant|a partir de ahora|en adelante|de ahora en adelante|a partir de agora|daqui em diante`,
  '今後|これから|以降|今后|以后|从现在起',
)

/** A word put right: both sides are names in quotation marks. */
const named =
  /["“「'`][^"”」'`]{1,24}["”」'`]? (?:instead of|rather than|statt|au lieu de|en lugar de|em vez de) ?["“'`]|」ではなく「/giu

/** Tells that a commit that is named stands no longer. */
export const UNDOES = anyOf(
  String.raw`revert\w*|supersed\w*|replac\w*|undo(?:es|ne)?|remov\w*|drop\w*|back (?:to|on)|re-?enabl\w*|no longer|not (?:needed|necessary)|instead|rather|but|wrong|too|lifts?|is over|obsolete|never mind
|ersetzt|hebt|aufgehoben|wieder|zurück|annule\w*|remplace\w*|revient|abandon\w*|anula\w*|reemplaza\w*|sustituye\w*|volver|vuelve|substitui\w*|reverte\w*|volta\w*`,
  '取り消|撤回|戻す|置き換|やめ|撤销|取代|替换|回退|不再',
)

/** Choices: the first group was chosen, the second one given up; `from` where that stands first. */
export const CHOSEN = [
  pattern(
    'iu',
  )`^(.*?)[\s(,]+(?:instead of|rather than|in place of|statt|anstelle von|anstatt|au lieu (?:de |d['’])|plutôt que|en lugar de|en vez de|em vez de|no lugar de) ?(.+)$`,
  pattern('iu')`^(?:move|migrate|switch|change|go)\w* (?:away )?from (?<from>.+?) to (.+)$`,
  pattern('iu')`^(.+?)改用(.+)$`,
]

/** The words of this room, by what they tell. */
export const WORDS = {
  ...{ strict, keeps, general, choice, harm, scale, proof, tried, reason, passing, reports },
  ...{ states, now, named },
} as const

/** Counts the words of a list in a text. */
export function countWords(text: string, words: RegExp): number {
  return text.match(words)?.length ?? 0
}
