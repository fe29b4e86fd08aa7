import { cue, type Cue, SPECIFIC } from './cue.js'

const DEICTIC = /^(?:das|dies(?:e|er|es|en)?|es|hier|der (?:erste|zweite)|so|jetzt|heute)\b/
const INFINITIVE = /[\p{L}]+(?:en|ern|eln)$/u
const SUBJECT =
  '(?!(?:der|die|das|es|er|sie|ich|dies\\w*|jetzt|hier|warum|wieso|da|dann|und|aber|mein\\w*|ihr\\w*|leider|irgendwie|wenn|falls|schon|immer noch)\\b)'

/** How people state lasting things in German. */
export const GERMAN: readonly Cue[] = [
  cue('preference', 0.9, /^ich (?:bevorzuge|ziehe|präferiere) /, { not: DEICTIC }),
  cue(
    'preference',
    0.85,
    /^(?:am liebsten (?:ist|sind|habe|hätte|mag|wäre)|mir (?:ist|sind|wäre) .{2,80}? lieber|ich (?:mag|hätte gern\w*|möchte|will) (?:lieber |immer |generell |grundsätzlich |nie |niemals |keine? ))/,
    { not: DEICTIC },
  ),
  cue(
    'preference',
    0.75,
    /^ich (?:mag|hasse) (?!das\b|dies|es (?!wenn|nicht)|hier)(?:.{2,80}?(?:\blieber\b|\bbesser\b|\bnicht\b|, wenn\b)|keine)/,
  ),
  cue(
    'preference',
    0.75,
    /^ich (?:arbeite|schreibe|nutze|benutze|verwende) (?:immer|am liebsten|grundsätzlich|lieber|nur|ausschließlich) /,
    { not: DEICTIC },
  ),
  cue(
    'preference',
    0.7,
    /^(?:halte?|fass\w*) (?:deine |die )?(?:antworten|erklärungen|zusammenfassungen) /,
  ),
  cue(
    'constraint',
    0.8,
    /^(?:bitte )?(?:push|committ?|merge?|deploy|lösch|änder|nutz|verwend|benutz|bearbeit|schreib|fass|installier|mock)(?:e|st|t)? .{0,60}?(?:nicht|keine?n?) .{0,60}?(?:ohne|direkt|von hand|auf main|freitags|in produktion|im code|in tests)/,
    { not: /\b(?:hier|das|diese)\b/ },
  ),
  cue(
    'constraint',
    0.78,
    /^in (?:diesem|unserem) (?:projekt|repo|team) (?:verwenden|nutzen|benutzen|schreiben|gelten|committen|testen) /,
  ),
  cue(
    'constraint',
    0.92,
    /^(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|künftig|zukünftig|in zukunft|fortan)[,:]? (?:bitte )?/,
    {
      title: '',
      not: /\b(?:vielleicht|eventuell|könnte[n]?|wollen)\b|^(?:geht|läuft|ist|werden wir)\b/,
    },
  ),
  cue(
    'constraint',
    0.88,
    /^(?!ich\b|es\b|das\b|der\b|wir haben\b).{3,140}?,? (?:ab jetzt|ab sofort|künftig|in zukunft|von jetzt an)(?: immer| nur noch| bitte)? ?[\p{L} ]{0,40}$/u,
    { not: /vielleicht|könnte/ },
  ),
  cue(
    'constraint',
    0.88,
    /^(?:niemals|nie|immer|stets|grundsätzlich) (?!noch|im leben|wieder (?:dasselbe|das)|dasselbe|das gleiche|mehr\b|gesehen|falsch|besser|schlimmer)/,
    { rest: /\p{L}{2,}(?:en|ern|eln)(?=[\s,.!]|$)/u },
  ),
  cue(
    'constraint',
    0.87,
    new RegExp(
      `^${SUBJECT}[\\p{L}]+(?:e|st|t|en)? (?:(?:mir|dabei|bitte|sie|im code|in \\p{L}+|den \\p{L}+|die \\p{L}+|[\\p{L}-]+) ){0,3}?(?:immer|nie|niemals|stets|grundsätzlich|ausschließlich|nur noch) `,
      'u',
    ),
    { not: /^(?:noch|wieder|fehl|schief|falsch|wenn|langsamer)\b/ },
  ),
  cue(
    'constraint',
    0.85,
    /^(?:wir|du|ihr|man|alle|jeder|niemand|keiner) (?:darf|dürfen|darfst|soll|sollen|sollst|sollte|sollten|muss|müssen|musst)? ?(?:(?:\p{L}+ ){0,4}?)(?:immer|nie|niemals|stets|grundsätzlich|ausschließlich)\b/u,
    { not: /^ (?:noch|wieder)\b/ },
  ),
  cue(
    'constraint',
    0.82,
    /^(?:wir|du|ihr|man) (?:darf|dürfen|darfst) (?:.{2,100}? )?(?:nicht|keine?n?|nur) /,
    { not: /vergessen|\bdas\b/ },
  ),
  cue(
    'constraint',
    0.8,
    /^wir (?:verwenden|benutzen|nutzen|schreiben|machen|committen|mergen|pushen|deployen|mocken|wollen|erlauben|importieren|unterstützen) .{0,60}?(?:keine?n?|nichts?)(?: |$)/,
    { not: /^(?:mehr weiter|sicher|verstehen)\b/ },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:alle|jede[rs]?|neue|sämtliche|öffentliche) .{2,70}? (?:müssen|muss|dürfen|darf|sollen|soll|brauchen|braucht|gehören|gehört|kommen|werden) /,
    { not: /\b(?:gefixt|repariert)\b/ },
  ),
  cue(
    'constraint',
    0.8,
    /^(?!der |das |die |ich |es )\p{L}[\p{L}-]+(?: [\p{L}/-]+){0,3} (?:müssen|dürfen|sind|ist|werden) (?:immer|nie|niemals|nicht erlaubt|verboten|tabu|pflicht|nur|stets|untersagt)\b/u,
  ),
  cue(
    'constraint',
    0.78,
    /^(?:kein|keine|keinen) (?=.{2,80}?(?:\bim code\b|\bin diesem (?:projekt|repo)|\bin (?:prod|produktion|tests|commits)|\bauf (?:main|master)|\bohne\b|\berlaubt\b|\bfreitags\b|\bverwenden\b|\bbenutzen\b|\bnutzen\b))/,
  ),
  cue(
    'constraint',
    0.78,
    /^(?:immer wenn|jedes mal,? wenn|sobald|bevor|nachdem) (?:du|wir|jemand|man|ihr) .{3,100}?, .{3,}/,
    { title: '', not: /fehler|crasht|abst/ },
  ),
  cue(
    'constraint',
    0.72,
    /^(?:vor|nach) (?:jedem|jeder|dem|allen) (?:commit|push|merge|release|deploy\w*|pr|pull request|änderung)s?,? (?:immer |bitte )?\p{L}+/u,
  ),
  cue(
    'constraint',
    0.75,
    /^(?:nutze|benutze|verwende|nimm|nehmt|schreib|schreibe|setze)n? .{2,100}?\b(?:in (?:diesem|unserem|allen) (?:meinen |unseren )?(?:projekte?n?|repos?)|im ganzen (?:projekt|repo)|statt|anstatt|anstelle von|und nicht|, nicht|, keine?n?)\b/,
    { not: /\bhier\b/ },
  ),
  cue(
    'constraint',
    0.75,
    /^(?:frag|fragt|frage) mich (?:bitte )?(?:immer |zuerst |erst )?,? ?bevor\b/,
  ),
  cue(
    'constraint',
    0.8,
    /^(?:in|für) (?:diesem|unserem|dieses|unser) (?:projekt|repo|team) (?:bitte )?(?:nie|niemals|immer|nur|keine?n?|gilt)\b/,
  ),
  cue(
    'constraint',
    0.8,
    /^(?:(?:die |unsere |eine )?(?:regel|vorgabe|konvention)(?: ist| lautet|:)|bei uns (?:gilt|heißt es|ist es so))[,:]? /,
    { title: '' },
  ),
  cue(
    'constraint',
    0.8,
    /^wir (?:nutzen|verwenden|benutzen|nehmen) [\p{L}\p{N}`.-]+(?: [\p{L}\p{N}`.-]+)?(?:,? (?:und )?(?:nicht|statt|anstatt|kein)) /u,
  ),
  cue(
    'fact',
    0.85,
    /^(?:wir|das team) (?:haben|hat) (?:uns|sich|beschlossen|entschieden|festgelegt|vereinbart|geeinigt|abgemacht)\b/,
    { not: /noch nicht/ },
  ),
  cue('fact', 0.85, /^(?:die |unsere )?(?:entscheidung|beschluss)(?: ist|:| steht:?)[,:]? /),
  cue(
    'fact',
    0.75,
    /^(?:wir|lass uns|lasst uns) (?:bleiben bei|bleiben|bei|setzen auf|steigen auf|wechseln (?:zu|auf)|migrieren (?:auf|zu)|gehen mit|nehmen) (?!dem|der|das|dies|die|deinem|deiner|so\b|dabei)/,
    { not: /\bhier\b/ },
  ),
  cue('fact', 0.7, /^(?:wir|lass uns|lasst uns) bei \p{L}+ bleiben/u),
  cue(
    'fact',
    0.74,
    /^(?:die|der|das|unsere?|unser|alle|mein\w?) .{2,60}? (?:liegt|liegen|befindet sich|befinden sich|läuft|laufen|lebt|steht|stehen|wird|werden|hört|lauscht|ist|sind) (?:jetzt |immer |auch )?(?:in|im|unter|auf|bei|über|mit|von|aus|unter der|hinter) /,
    { rest: SPECIFIC, not: /^(?:dies|der (?:zeile|gleichen)|einer? (?:schleife|fehler))/ },
  ),
  cue(
    'fact',
    0.74,
    /^(?:unsere?|unser|die|der|das) (?:[\p{L}\p{N}-]*(?:url|port|datenbank|branch|ci|api|server|paketmanager|backend|frontend|version|registry|zeitzone|umgebung|region|endpoint|host|adresse|default-branch|hauptbranch))(?: für [\p{L}]+)? (?:ist|heißt|lautet|läuft) /u,
    { rest: SPECIFIC, not: /^(?:kaputt|down|nicht|falsch|gerade|leer|langsam|rot)\b/ },
  ),
  cue(
    'fact',
    0.7,
    /^wir (?:nutzen|verwenden|benutzen|deployen|hosten|bauen|setzen|arbeiten|testen|speichern|unterstützen|veröffentlichen|releasen) (?!das\b|dies|es\b|hier)/,
    { rest: SPECIFIC },
  ),
  cue(
    'fact',
    0.74,
    /^(?:das|dieses|unser|die|unsere) (?:projekt|repo|app|anwendung|dienst|backend|frontend|service|bibliothek|api|build|paket) (?:nutzt|verwendet|braucht|benötigt|läuft|unterstützt|ist|basiert|hängt|spricht) /,
    { rest: SPECIFIC, not: /^(?:kaputt|gerade|nicht|zu )\b/ },
  ),
  cue(
    'procedure',
    0.8,
    /^(?:um|zum) .{2,80}?,? (?:führ\w*|ruf\w*|nimm|nutz\w*|verwende\w*|musst du|muss man|starte\w*|einfach|reicht|gibt man|geht mit|mach\w*)\b/,
    { rest: /`|\.\/|\b(?:make|npm|pnpm|yarn|just|cargo|docker)\b/ },
  ),
  cue(
    'procedure',
    0.78,
    /^(?:die |der |das |unsere |alle )?[\p{L}\p{N} -]{2,40}? (?:startet man|startest du|laufen|läuft|startet|starten|werden|wird|führt man|baut man|deployt man|deployen wir|starten wir)(?: \p{L}+)? (?:mit|über|per|via) /u,
    {
      rest: /^(?:dem befehl )?(?:`|\.\/|(?:make|npm|pnpm|yarn|just|cargo|docker|uv|poetry|task|bundle|go|mvn|gradle) )/,
    },
  ),
  cue(
    'constraint',
    0.72,
    /^(?:bitte )?(?:nicht|keine?n?) .{2,80}?(?:ohne (?:meine|rückfrage|zu fragen)|von hand)\b/,
    { rest: INFINITIVE },
  ),
]
