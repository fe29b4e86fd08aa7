import { toLower } from './sentences.js'

const EVERYWHERE =
  /(?<!\p{L})(?:(?:in|across|for|on|to) (?:all|every one) (?:of )?(?:my |our |the )?(?:other )?(?:projects?|repos?|repositories|codebases|machines|work)|across (?:my |our )?(?:all )?(?:projects|repos|repositories|everything)|(?:in|for) (?:every|any|each|whatever|whichever) (?:single )?(?:project|repo|repository|codebase)|every(?:where| project i| repo i)|globally|universally|(?:no matter|regardless of|independent of|whatever) (?:which |what |the )?(?:project|repo|repository|language|codebase)|wherever i work|whatever i(?:'m| am) working on|project-independent|not just (?:here|this (?:repo|project))|generally[, ]+i\b|in general[, ]+i\b|as a general rule[, ]+i\b|i generally|überall|in allen (?:meinen |unseren )?(?:projekten|repos)|in jedem (?:projekt|repo)|für alle (?:meine |unsere )?(?:projekte|repos)|projektübergreifend|generell|egal in welchem (?:projekt|repo)|partout|quel que soit le (?:projet|dépôt)|de manière générale|en général|(?:dans|pour|sur) tous (?:mes|nos|les) (?:projets|dépôts|repos)|dans (?:chaque|n'importe quel) (?:projet|dépôt)|(?:en|para) todos (?:mis|los|nuestros) (?:proyectos|repos|repositorios)|en (?:cualquier|cada) (?:proyecto|repo)|en todas partes|en todos lados|por lo general)(?![\p{L}])/u
const EVERYWHERE_CJK =
  /(?:所有|全部|任何|每个|每一个|各个)(?:的)?(?:项目|專案|仓库)|不管(?:哪个|什么)项目|无论(?:哪个|什么)项目|到处都|通用(?:规则|偏好)|(?:すべて|全て|全部|どんな|どの|あらゆる|全)の?(?:プロジェクト|リポジトリ)|どこでも|プロジェクトを問わず|プロジェクトに関係なく/
const LOCAL =
  /\b(?:in|for|across|throughout) (?:this|the whole|the entire|our) (?:repo|repository|project|codebase|package|monorepo|app|service)\b|\bhere\b|in diesem (?:projekt|repo)|im ganzen (?:projekt|repo)|dans (?:ce|tout le) (?:projet|dépôt)|en (?:este|todo el) (?:proyecto|repo)|(?:这个|本)(?:项目|仓库)|このプロジェクト|このリポジトリ/
const NOT_JUST =
  /not just (?:here|this)|nicht nur (?:hier|in diesem)|pas (?:que|seulement) (?:ici|dans ce)|no solo (?:aquí|en este)|不(?:只|仅)/
const APPLIES =
  /^(?:and |und |et |y )?(?:(?:this|that|it|same)(?:'s| is)?(?: rule| preference)? (?:goes|applies|holds|is true|is meant|counts|for|how i)|das gilt|gilt (?:übrigens )?|ça vaut|c'est valable|c'est vrai|(?:esto|eso) (?:vale|aplica|se aplica)|这(?:条)?(?:适用|规则)|これは)/

/** True where a statement is meant for every project, not only for this one. */
export function isUniversal(text: string): boolean {
  const lower = toLower(text)
  if (!EVERYWHERE.test(lower) && !EVERYWHERE_CJK.test(lower)) return false
  return !LOCAL.test(lower) || NOT_JUST.test(lower)
}

/** True for a sentence that only widens what was said before it: "that goes for all my projects". */
export function widensPrevious(text: string): boolean {
  return APPLIES.test(toLower(text.trim())) && isUniversal(text)
}

const MANNER =
  /\b(?:(?:answers?|repl(?:y|ies)|respond|responses?|explain(?: things)?|explanations?|talk|speak)\b(?!.{0,40}\b(?:customers?|users?|support|reviewers?|mails?|tickets?|api)\b)|call me|(?:no|without|never use) emojis?|emojis?(?= (?:in|when|anywhere))|apologi[sz]\w*|don'?t thank me|say so|don'?t guess|step by step when you|for me\b.{0,20}\b(?:short|brief)|antwort\w*|erklär\w*|duz\w*|siez\w*|red mit mir|sprich mit mir|réponds|répond(?:re|ez)|réponses|explique-moi|tutoie\w*|vouvoie\w*|responde\w*|respuestas?|explícame|háblame|tutéame|responda|respostas?|me explica|fala comigo)(?![\p{L}])|(?:用(?:中文|英文|英语|繁体|简体)(?:回答|回复|跟我|和我)|回答|回复|叫我|跟我说话|解释给我)|(?:日本語|英語)で(?:答え|返事|回答|話)|返事|返答|回答|敬語/iu
const ARTEFACT =
  /\b(?:commits?|commit messages?|docs?|documentation|readme|release notes|changelog|code comments?|comments|logs?|pull requests?|prs?|branch\w*|tests?|ui|page|form|api|endpoint|mails?|tickets?|kommentare|commentaires|comentarios|comentários)\b|提交|注释|文档|日志|コメント|コミット|ドキュメント|ログ/i

/** True for a wish about how the agent talks to the person: it holds wherever they work. */
export function isPersonal(text: string): boolean {
  const lower = toLower(text)
  return MANNER.test(lower) && !ARTEFACT.test(lower) && !LOCAL.test(lower)
}
