import type { TurnCommand } from '../../types.js'
import { toProse } from '../prose.js'
import { splitSentences, toLower } from '../sentences.js'
import { commandsIn } from './shown.js'

const FAILS =
  /(?<![\p{L}])(?:(?:still |again )?fail(?:s|ed|ing)?|dies|died|abort(?:s|ed)?|crash(?:es|ed)?|hangs?|hung|times? out|timed out|(?:doesn't|didn't|does not|did not|won't|wouldn't|can't|couldn't|cannot|could not|isn't|wasn't|not) (?:\p{L}+ )?(?:work|find|found|see|run|start|help|accepted|enough|sufficient|resolve|build|connect|come)\p{L}*|refus(?:es|ed)|reject(?:s|ed)|misses|complain(?:s|ed)|stops? (?:with|at)|br(?:oke|eaks)|returns? (?:an? )?(?:error|[45]\d\d)|same (?:error|message)|denied|not found|unknown|schl(?:ug|ägt)|fehlgeschlagen|fehl|scheiter\p{L}*|bricht|brach|abgebrochen|hängt|(?:geht|ging|funktioniert|klappt|läuft|lief) (?:\p{L}+ )?nicht|findet .{0,20}nicht|meldet|abgelehnt|fehler\p{L}*|échou\p{L}*|plante\p{L}*|ne (?:marche|fonctionne|passe|trouve)(?:nt)? pas|refus\p{L}*|erreur|fall(?:a|ó|aba)|no (?:funciona|funcionó|encuentra|arranca|pasa)|aborta\p{L}*|error(?:es)?|falh(?:a|ou)|não (?:funciona|funcionou|encontra|passa|roda)|erro|deu erro)(?![\p{L}])|失败|报错|不行|不生效|超时|不足|找不到|失敗|エラー|動かな|できません|落ち|見つかり/giu
const WORKS =
  /(?<![\p{L}])(?:works?|worked|(?:went|goes|got|comes?|came|gets?) (?:\p{L}+ )?(?:through|up)|ran|runs|pass(?:es|ed)?|finish(?:es|ed)|succeed(?:s|ed)|completes?d?|compile[sd]|builds|built|trains|load(?:s|ed)|clear(?:s|ed) it|(?:did|does|fixed|fixes) it|was (?:found|accepted|programmed|built)|is (?:found|green)|brought it up|brings it up|connect(?:s|ed)|lief|läuft|durch|klappt\p{L}*|funktioniert|ging|geht|angenommen|erfolgreich|verbindet|baut|fonctionne|marche|passe|réussi\p{L}*|terminé|funciona|funcionó|terminó|pasó|pasa|arrancó|quedó|funcionou|passou|terminou|rodou|subiu|resultou)(?![\p{L}])|通过|成功|可以|跑通|正常|完成|通りました|動きました|できました|完了/iu

/** What a reply says of the commands that it shows: which failed, which worked, in its order. */
export function toldCommands(reply: string): TurnCommand[] {
  return toProse(reply)
    .split('\n')
    .flatMap(line => splitSentences(line).flatMap(({ text }) => toldInSentence(text)))
}

function toldInSentence(sentence: string): TurnCommand[] {
  const whole = verdictOf(sentence)
  return toClauses(sentence).flatMap(clause => {
    const isFailed = verdictOf(clause) ?? whole
    const isBefore = PREPARES.test(clause)
    return commandsIn(clause).map(command => ({
      command,
      isFailed: isBefore ? undefined : isFailed,
    }))
  })
}

/** What is run before it works is another command than the one that works then. */
const PREPARES =
  /(?<!\p{L})(?:after|once|before|nach(?:dem)?|bevor|vor|après|avant|tras|después de|antes de|depois de)(?: \p{L}+)? `|`\s*(?:后|之后|の後)/iu
const CODE = /`[^`\n]*`/g

/** Parts of a sentence between commas and contrasts, none of them cut inside of code. */
function toClauses(sentence: string): string[] {
  const masked = sentence.replace(CODE, code => '`'.repeat(code.length))
  const cuts = Array.from(
    masked.matchAll(/[,;，；、]\s?|\s(?=(?:but|aber|sondern|mais|pero|mas|while)\s)/g),
    ({ index }) => index + 1,
  )
  return [0, ...cuts].map((from, at) => sentence.slice(from, cuts[at]))
}

/** True where it says that something failed, false where it worked, undefined for neither or both. */
function verdictOf(text: string): boolean | undefined {
  const lower = toLower(text.replace(CODE, '`'))
  const rest = lower.replace(FAILS, ' ')
  const isFailing = rest !== lower
  return isFailing === WORKS.test(rest) ? undefined : isFailing
}
