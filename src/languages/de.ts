import type { Table } from './language.js'
import { words } from './words.js'

/** German. */
export const de = {
  code: 'de',
  isSpaced: true,
  script: undefined,
  commonest: words`der|die|das|und|ist|sind|nicht|mit|auf|für|wie|wir|ich|ein|eine|den|dem|so
    |zu|im|bitte|mal|es|lasse|starte|läuft|war`,
  requests: {
    asks: words`merk(?:e|t)? ?(?:dir|euch)s?|merk'?s dir|(?:ab)?merken(?: sie sich)?
      |denken sie(?: bitte)? daran|vergessen sie(?: bitte)? nicht|notieren sie(?: sich)?|notiz
      (?:en)? (?:an (?:mich|dich|uns)|für (?:mich|dich|später|die zukunft|das nächste mal))
      |denk(?:e|t)?(?: bitte)?(?: immer| auch)? (?:dran|daran)|(?:nicht|nie) vergessen
      |vergiss(?: bitte)?(?: nicht| nie(?:mals)?)`,
    announces: words`(?:noch )?(?:eine )?(?:neue |weitere )?(?:haus|team|projekt|grund)?regel
      (?: für (?:alle|die zukunft|später|uns|hier))?(?=\s*[:–-]\s*\S)|neue regeln
      |merke(?=\s*:)|(?:kurze )?(?:notiz|erinnerung)(?=\s*:\s*\S)
      |(?:speicher(?:e|t)?|lern(?:e|t)?|notier(?:e|t)?)(?: dir)?(?: OBJ)?(?: bitte)?(?: ab)?(?=\s*:)`,
    misspelt: words`merk|merke|vergiss|vergessen`,
    ends: words`(?:speicher|notier)e? (?:dir )?das(?: bitte)?(?=[\s.!)]*$)`,
    puts: words`(?:notier(?:e|t)?|schreib(?:e|t)?|speicher(?:e|t)?|behalt(?:e|et)?)(?: (?:dir
      |euch))?(?: bitte)? OBJ(?: bitte)?(?: (?:im (?:hinterkopf|kopf|gedächtnis)|auf|ab
      |für (?:später|die zukunft|das nächste mal)))+|(?:notier(?:e|t)?|schreib(?:e|t)?|speicher
      (?:e|t)?|behalt(?:e|et)?) (?:dir|euch)(?: bitte)?(?: OBJ)?(?: (?:auf|ab|im hinterkopf))?
      |notier(?:e|t)?(?=:)|(?:ab)?speichern(?=:)
      |behalt(?:e|et)?(?: bitte)? (?:im (?:hinterkopf|kopf|gedächtnis))`,
    objects: words`das alles|alles|beides|das|dies(?:es)?|es|folgendes?(?: punkte)?
      |diese(?: \p{L}+)?|die folgenden(?: \p{L}+)?`,
    forWords: words`für`,
    every: words`alle|jede[sn]?`,
    tails: words`bitte|gut|mal|auch|noch|immer|au(?:ß|ss)erdem|zudem
      |für (?:die zukunft|später|(?:das |)nächste mal|immer)|fürs nächste mal|in zukunft
      |ab jetzt|ab|auf|danke|endlich|dauerhaft`,
    that: words`dass|daß`,
    polite: words`bitte|kannst du(?: bitte)?(?: dir)?|könntest du(?: bitte)?(?: dir)?
      |(?:das |es )?(?:sollst|solltest|musst|kannst) du dir
      |du (?:sollst|solltest|musst|kannst) dir|immer|auch|noch|mal|gut`,
    openers: words`und|aber|also|dann|ach|oh|ok|okay|gut|super|danke|übrigens|außerdem|noch was
      |achtung|wichtig`,
    standing: words`für die zukunft|ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an
      |in zukunft|zukünftig|künftig|(?:beim |das |fürs |für das )?nächstes? mal
      |beim nächsten mal|fürs protokoll|(?:damit du es |zur info )?für später(?: hast)?
      |hinkünftig`,
    future: words`zukunft|künftig|mal|protokoll|später`,
    wouldYou: words`kannst du|könntest du`,
    tags: words`ja|oder`,
    forget: words`verg`,
    now: words`jetzt|heute|noch`,
    toDoAtEnd: words`zu \p{L}+e?n|\p{L}{2,}zu\p{L}+en`,
    ownTasks: words`.*(?<![\p{L}])(?:fragen|anrufen|schreiben|kaufen|prüfen|mailen|melden|besorgen)$`,
    ownNotes: words`notiz(?:en)? (?:an|für) mich`,
    conditions: words`immer|nie|jede[rmsn]?|jeweils|wenn|sobald|bevor|nachdem
      |(?:nach|vor|bei)(?! (?:feierabend|dem (?:essen|meeting|termin|urlaub)|mittag|morgen|montag))`,
    into: words`ins?|auf|unter`,
    articles: words`die|das|den|der`,
    documents: words`variablen?`,
    acknowledged: words`super|danke`,
    looseOpeners: words`bitte|und`,
    looseEnds: words`bitte|und|das solltest du dir`,
    ahead: words`folgende`,
    two: words`beides`,
    many: words`alles|diese`,
    shortLived: words`nur für (?:diese|heute|jetzt)|für diese (?:sitzung|session)`,
    reported: words`sagte|sagt|meinte|schrieb|schreibt`,
    reportedAnywhere: words`übersetze`,
    i: words`ich`,
    saidMyself: words`sagte`,
    past: words`damals`,
    noWish: words`geht'?s|wird'?s|sei`,
    ownPlan: words`ich mach`,
    subjects: words`bis`,
    nextTask: words`jetzt[ ]`,
  },
  dates: {
    weekdays: words`montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag`,
    months: words`januar|februar|märz|april|mai|juni|juli|august|september|oktober|november
      |dezember`,
    leads: words`bis(?: zum)?|ab(?: dem)?|seit(?: dem)?|von|vor|nach|am|zum|für`,
    on: 'am ',
    inMonth: 'im Monat ',
    today: words`heute(?: (?:morgen|früh|abend|nachmittag))?(?! an)`,
    yesterday: words`gestern(?: abend| früh)?`,
    tomorrow: words`(?<!(?:jeden|am|guten|der|heute) )morgen`,
    dayAfterTomorrow: words`übermorgen`,
    dayOfNextWeek: words`DAY nächster woche`,
    nextDay: words`(?:nächste[nrm]?|kommende[nrm]?) DAY`,
    lastDay: words`(?:letzte[nrm]?|vergangene[nrm]?) DAY`,
    inDays: words`(?<=(?:kommt|zieh\p{L}*|wechsel\p{L}*|ende\p{L}*|läuft|starte\p{L}*|geht|fällt|wird).{0,40})in N tagen`,
    inWeeks: words`(?<=(?:kommt|zieh\p{L}*|wechsel\p{L}*|ende\p{L}*|läuft|starte\p{L}*|geht|fällt|wird).{0,40})in N wochen`,
    daysAgo: words`vor N tagen`,
    weeksAgo: words`vor N wochen`,
    endOfThis: words`(?:ende (?:dieses|des) monats|monatsende)`,
    endOf: words`ende MONTH`,
    nextMonth: words`nächsten monat`,
    lastMonth: words`letzten monat`,
  },
  openings: {
    interjections: words`ach|ja|na`,
    seconds: words`dann|gut|also`,
    starts: words`danke(?: dir)?|bitte merk(?:e)? dir|merk(?:e)? dir(?: bitte)?(?:,? dass)?
      |übrigens|achtung|nein|nee|falsch|ja|jep|genau|stimmt(?: nicht)?|und|aber|also|ach so
      |ach ja|ach|noch (?:was|eins)|zur info|hinweis|wichtig|passt|super|gut|ok(?:ay)?
      |wie besprochen|eigentlich|das (?:stimmt nicht|ist falsch)|moment|halt|sorry|prima
      |denk(?:e)? (?:dran|daran)(?:,? dass)?|vergiss nicht(?:,? dass)?|fürs protokoll|korrektur
      |nur zur info|kurz noch|(?:ah|ach|oh) (?:nein|ja|so)|(?:ok )?top|(?:dann )?machen wir (?:das|es)(?: \p{L}+){0,2} so(?=:)|hintergrund|(?:noch )?(?:eine )?(?:neue |haus)regel
      |(?:ok )?gut zu wissen(?: für später)?|oh|hm+|für dich|naja|na gut|merke|notiz|regel|tja|jo|joa`,
    links: words`dass|und|aber|dir|ja|ok|eigentlich|nee|übrigens|ach|ah|oh|naja|also|tja`,
    fromNow: words`ab (?:jetzt|sofort|heute)|künftig|in zukunft|zukünftig|von nun an`,
    politeWords: words`bitte`,
  },
  gates: {
    nods: words`ja|gell|klar|oder`,
    imagines: words`was wäre|angenommen|mal angenommen|stell dir vor
      |vielleicht (?:sollten|könnten)|wir könnten|ich überlege`,
    undecided: words`noch nicht entschieden`,
    oneOff: words`nur (?:dieses mal|diesmal|heute|jetzt|kurz)|ausnahmsweise|fürs erste|vorerst
      |bis morgen|für diesen (?:pr|branch|commit)`,
    irony: words`^na klar,|was soll schon schief`,
    reported: words`in der doku (?:steht|heißt)|im wiki steht`,
    politeWords: words`bitte[ ]`,
    dictates: words`übersetz|formulier|(?:schreib|antworte)[^:]{0,60}:`,
  },
  secrets: {
    names: words`passwort|kennwort`,
    of: words`für|vom|von|zum|zur`,
    articles: words`den|die|das|dem|der`,
    is: words`ist|lautet`,
    still: words`übrigens[ ]|jetzt[ ]`,
  },
  pasted: {
    greetings: words`hallo|liebe[rs]?`,
    closings: words`viele grüße|mit freundlichen grüßen`,
    announces: words`folgende[ns]?|diesen?`,
    leads: words`hier ist|ausgabe|fehler|schreibt|sagt|steht|übersetze`,
    headers: words`von|an|betreff|gesendet`,
    mailHeaders: words`betreff|gesendet`,
    mailRules: words`ursprüngliche nachricht|weitergeleitete nachricht`,
    onDay: words`am`,
    wrote: words`schrieb.{0,80}`,
    sources: words`datei|doku|seite|meldung`,
    says: words`sagt|steht|schreibt`,
    rewrites: words`übersetze?`,
    saidBy: words`sagt|sagte|meint|schreibt|schrieb`,
    ownWords: words`ich|wir`,
    forget: words`vergiss|vergesst`,
  },
  answers: {
    recaps: words`(?:kurz )?zusammengefasst|zusammenfassung(?: von)?|abgemacht|beschlossen|entschieden
      |also|gut|alles klar|verstanden|in ordnung|fest ?gehalten`,
    yes: words`ja`,
    yesAlone: words`ja`,
    agreed: words`genau|stimmt|richtig|korrekt`,
    qualifies: words`aber|nicht`,
    offers: words`soll|darf|möchtest`,
    asksMore: words`wo|wer|wie|was|warum|welche`,
    understands: words`verstehe|also`,
    tags: words`oder|richtig|stimmt'?s?`,
    because: words`weil`,
    shortly: words`ja|nein`,
    questions: words`welche[rsn]?[ ]|wo (?:liegt|ist|sind)[ ]
      |wie (?!lange|viele?|oft|hoch|groß|schnell)`,
    denies: words`nein|falsch`,
  },
  changes: {
    takesBack: words`vergiss (?:das|es|was ich)|doch nicht|nehme (?:das|ich) zurück
      |hat sich erledigt|gilt nicht mehr`,
    names: words`über|mit de[rmn]`,
    rules: words`regel|sache|vorgabe|anweisung|notiz|geschichte|konvention`,
    takingBack: [
      words`OPEN(?:vergiss|streich|ignorier(?:e)?)(?: bitte)? das mit(?: de[nmr])? (?<topic>.+)`,
      words`OPENvergiss(?: bitte)?,? was ich (?:über|zu|von|wegen|mit
        |bezüglich) (?<topic>.+?) (?:gesagt|geschrieben|erzählt)`,
      words`OPEN(?:vergiss|streich|ignorier(?:e)?)(?: bitte)? (?:die|das|den
        |meine) (?:(?:RULE) )?(?:mit|über|zu|von|wegen)(?: de[nmr])? (?<topic>.+)`,
      words`^(?:die |das |der )?(?:(?:RULE) )?(?:(?:mit|über|zu|von)(?: de[nmr])? )?
        (?<topic>.+?) (?:gilt|gelten|zählt|stimmt) nicht mehr`,
      words`^(?:die |das |der )?(?:(?:RULE) )?(?:(?:mit|über|zu|von)(?: de[nmr])? )?
        (?<topic>.+?) (?:ist|sind) (?:vom tisch|hinfällig|geschichte|überholt|gestrichen)`,
      words`OPENwir (?:nutzen|verwenden|benutzen|haben) (?:kein(?:e|en)? (?<topic>.+?) mehr
        |(?<topic2>.+?) nicht mehr)`,
    ],
    replacing: [
      words`OPENvon OLD (?:auf|zu|nach) .*(?:umgestiegen|gewechselt|umgestellt|migriert|umgezogen)`,
      words`OPEN(?:statt|anstatt|anstelle von|nicht mehr|nicht|kein(?:e
        |en)? mehr) (?:de[rmsn] |die |das |auf |in |mit )?OLD(?: mehr)?(?=\s*(?:[,;:!?()—–.]|$
        |(?<![\p{L}])(?:baut|läuft|jetzt|nun|nehmen|nutzen|kommt|ist|gilt|macht|und|sondern
        |mehr)))`,
      words`OPENVALUE (?:wurde |wird |ist )?(?:durch|gegen) .*(?:ersetzt|getauscht)`,
    ],
    stops: words`und|aber|weil|für|mehr|jetzt|nicht`,
    tells: words`jetzt|nun|mehr|umgestellt|umgestiegen|gewechselt|statt|anstatt|nicht|ersetzt`,
    because: words`weil|denn`,
    points: words`das|es|die|alles`,
    asks: words`soll|sollen|kann|können|warum`,
    imagines: words`was wäre|angenommen|wenn wir`,
    saysNew: words`wir|jetzt|stattdessen|nehmen|nutzen`,
    used: words`wir (?:nutzen|nehmen|verwenden|benutzen)
      |(?:jetzt|nun) (?:nutzen|nehmen|verwenden|benutzen) wir`,
    reasons: words`weil|denn|das war`,
    negates: words`nicht|kein\p{L}*|nie`,
    replaces: words`doch|stattdessen|jetzt|nun|umgestellt|umgekehrt|seit|sorry|äh|ach|nein`,
    interjections: words`äh|mist|ach`,
    yesOrNo: words`ja|nein`,
    corrects: words`falsch|stimmt nicht|quatsch|moment|halt[,. ]|nein[,.]|korrektur|verguckt
      |vertippt`,
    ratherThan: words`nicht|statt`,
    moves: words`(?:wurde |wird |haben wir |ist )*(?:erhöht|gesenkt|geändert|umbenannt|umgezogen
      |verschoben|verlängert|verkürzt)(?: auf)?|nur noch|neuerdings
      |seit (?:dem|der) (?:umzug|umstellung|migration|umbau)`,
    therefore: words`also|deshalb|daher`,
    wills: words`will|wollen|verlangt|fordert|besteht auf|sagt|möchte`,
    asides: words`übrigens|halt|endlich|stattdessen`,
    passing: words`fehler|warnung|warnungen|problem|probleme|bug|absturz|meldung|konflikt`,
    reports: words`dauert|dauerte|gemessen|gefunden|zeigt|mein\p{L}*`,
    ended: [
      words`^(?:die |das |der |den )?(?<topic>[^,;:—–]+?) (?:ist|sind|wurde|wurden) (?:jetzt |endlich )?
        (?:abgeschafft|eingestellt|abgeschaltet|stillgelegt|nicht mehr nötig|überflüssig
        |nicht mehr erforderlich)CLOSE`,
      words`^(?:die |das |der |den )?(?<topic>[^,;:—–]+?) (?:brauchen wir|braucht es|braucht man
        |brauchst du|müssen wir) nicht mehrCLOSE`,
      words`OPEN(?:wir brauchen|du brauchst|man braucht) (?:kein(?:e|en)? (?<topic>.+?) mehr
        |(?<topic2>.+?) nicht mehr)CLOSE`,
      words`OPEN(?:du musst|wir müssen|man muss) (?<topic>.+?) nicht mehr`,
    ],
    gone: [
      words`^(?:die |das |der |den )?(?<topic>[^,;:—–]+?) gibt(?: es|'?s) nicht mehrCLOSE`,
      words`^(?<topic>[^,;:—–]+?) ist (?:(?:jetzt|endlich|nun) |bei[mn]? \p{L}+ )*(?:weg|tot|raus)[.!]*$`,
    ],
  },
  pointers: {
    opens: words`(?:das|dies) (?:ist|war|sind|geht|gilt|heißt|muss|darf|soll|sollte|hat|läuft
      |kommt|liegt|macht|braucht|stimmt|passt|wird|kann|nicht|immer|nie|so|auch|bitte)
      |es(?! gibt| gilt| muss| darf| soll| ist so)|so etwas|mach das`,
  },
  scopes: {
    everywhere: words`in allen (?:meinen |unseren )?(?:projekten|repos)
      |in jedem (?:projekt|repo)|für alle (?:meine |unsere )?(?:projekte|repos)
      |projektübergreifend|egal(?: in)? welche[sm] (?:projekt|repo)|überall wo ich arbeite
      |auf diesem (?:rechner|laptop|computer|mac|pc)`,
    throughout: words`überall|durchgehend|generell`,
    here: words`in diesem (?:projekt|repo)|im ganzen (?:projekt|repo)`,
    notJustHere: words`nicht nur (?:hier|in diesem)`,
    leads: words`und[ ]`,
    applies: words`das gilt|gilt (?:übrigens )?`,
    manner: words`antwort\w*|erklär\w*|duz\w*|siez\w*|red mit mir|sprich mit mir`,
    artefacts: words`kommentare`,
  },
  shapes: {
    and: words`und`,
    or: words`oder`,
    but: words`aber`,
    that: words`dass`,
    abbreviations: words`ca|bzw|d\.h|z\.b|nr|resp|inkl|usw`,
    common: words`der|die|das|und|nicht|mit|für|ein|eine|wir|ich|nie|immer|bitte|den|dem|auf`,
    joins: words`und|aber`,
    splits: words`und|aber`,
    begins: words`bitte|immer|nie|wir|ab`,
    taskLeads: words`und|jetzt|also`,
    taskPolite: words`bitte[ ]`,
    tasks: words`lass|mach|bau|änder`,
    reasons: words`weil|(?<=[,;–—-] )(?:da (?=wir|das|die|der)|denn|sonst|damit)`,
    halves: words`falls|wenn|sobald|bevor|nachdem|um|statt|obwohl|solange|wer|was|da`,
    ordinalLeads: words`am|im|der|die|das|den|dem|des|vom|zum|beim|bis|ab|jede[nmrs]?|und`,
    loose: words`und|oder|der|die|das|den|dem|ein|eine|einen|von|für|mit|auf|in|zu|im|am|bei
      |nicht`,
    politeEnds: words`bitte|danke`,
    nodEnds: words`gell|oder|klar|ja`,
    politeStarts: words`bitte`,
    politeInside: words`bitte`,
    taskJoins: words`und`,
    taskStarts: words`jetzt`,
    politeWords: words`bitte[ ]`,
  },
  tags: {
    git: words`committen|pushen`,
    docs: words`dokumentation`,
    style: words`kommentare`,
    database: words`datenbank`,
    communication: words`antwort\w*`,
    dependencies: words`abhängigkeiten`,
  },
  approvals: {
    lasting: words`immer|ab jetzt|ab sofort|künftig|zukünftig|in zukunft|von (?:jetzt|nun) an
      |jedes ?mal|beim nächsten mal|dauerhaft|merk dir`,
    shown: words`so(?! (?:lang\p{L}*|viel|oft|spät|schnell|weit))|das|den|die|dies\p{L}*|damit
      |denselben|dieselbe`,
    denies: words`nicht|kein\p{L}*|nein|nie|wenn|vielleicht`,
    complains: words`dauert|hängt|langsam|nervt|passiert|kommt|fehl\p{L}*|kaputt`,
    purposes: words`zum|um`,
  },
  commands: {
    gives: words`nein`,
    once: words`heute|morgen`,
    denies: words`nein|falsch`,
    needs: words`zuerst|erst|vorher|braucht|ohne|nach`,
    trouble: words`fehlgeschlagen|fehler`,
    works: words`erfolgreich|funktioniert|läuft (?:durch|jetzt)|(?:tests|alles) grün`,
    noErrors: words`ohne fehler`,
    thanks: words`danke|ja`,
    confirms: words`(?:hat|das hat)? ?(?:geklappt|funktioniert|läuft|passt|klappt)
      |das (?:klappt|läuft|funktioniert|passt)`,
    unconfirms: words`nicht|aber|kein`,
    fails: words`schl(?:ug|ägt)|fehlgeschlagen|fehl|scheiter\p{L}*|bricht|brach|abgebrochen
      |hängt|(?:geht|ging|funktioniert|klappt|läuft|lief) (?:\p{L}+ )?nicht|findet .{0,20}nicht
      |meldet|abgelehnt|fehler\p{L}*`,
    succeeds: words`lief|läuft|durch|klappt\p{L}*|funktioniert|ging|geht|angenommen|erfolgreich
      |verbindet|baut`,
    prepares: words`nach(?:dem)?|bevor|vor`,
    contrasts: words`aber|sondern`,
  },
  skills: {
    saves: words`\b(?:speicher\w*|merk\w*|leg\w*|mach\w*)\b[^.?!\n]{0,80}\b(?:skill|checkliste
      |befehl|ablauf|rezept)\b`,
    things: words`befehl|ablauf|rezept`,
    named: words`namens|nenne? (?:es|sie|ihn)`,
    purposes: words`für`,
    step: words`schritt`,
    denies: words`nicht`,
    first: words`zuerst`,
    then: words`dann|danach|schließlich`,
  },
  told: {
    tells: words`ablauf|vorgehen|anleitung|schritte|rezept`,
    tellsAnywhere: words`(?<!\p{L})so (?:geht|läuft|machen wir|mach ich|funktioniert)
      |(?:geht|läuft|funktioniert) (?:das |es )?so(?!\p{L})`,
    step: words`schritt`,
    leads: words`übrigens`,
    purposes: words`zum|zur|um|beim?`,
    stepStarts: words`muss|erst[ ]|zuerst[ ]|führe?[ ]`,
    tasks: words`bitte|heute|jetzt`,
    notOurs: words`anderes? (?:projekt|team)`,
    imagines: words`vielleicht|würde|könnte`,
    headingEnds: words`so (?:geht|läuft|machen wir)(?: (?:das|es))?.*`,
    weDoThen: words`machen wir`,
    then: words`dann|danach|anschließend|zuletzt`,
    begins: words`zuerst|erst|dann|danach|anschließend|zum schluss|zuletzt`,
    infinitives: words`um`,
    particles: words`zu`,
  },
  topics: {
    asks: words`wie`,
    questions: [
      /\bwie (?:starte|baue|teste|deploye|flashe|führe|lasse|installiere|generiere|migriere|setze|formatiere|veröffentliche|erzeuge)n? (?:ich|wir|man) ([^?.!\n]{3,80})/,
      /\bwie (?:kann|können) (?:ich|wir|man) ([^?.!\n]{3,60} (?:starten|bauen|testen|deployen|ausführen|installieren|generieren|migrieren|zurücksetzen|formatieren|veröffentlichen|laufen lassen))/,
    ],
    orders: [
      /^((?:starte|baue?|flashe?|deploye?|teste|installiere?|generiere?|migriere?|spiele?|lade?|führe?|lass)n? [^?.,;:\n]{3,50})/i,
    ],
    polite: words`bitte|kannst du|könntest du|mal`,
    complains: words`nicht|kaputt|fehl\p{L}*`,
    besides: words`aus|denn|eigentlich|nochmal|mal|bitte|für mich`,
  },
  wording: {
    works: command => `Mit ${command} geht es.`,
    fails: (command, because) => `${command} schlägt fehl${because}.`,
    insteadOf: (worked, failed) => `${worked} statt ${failed}`,
    way: command => `So läuft ${command} hier`,
    reasons: words`weil|ohne|braucht|sonst`,
    iRan: words`ich`,
  },
  comparing: {
    telling: words`nicht|wir|der|das|und|ist|sind|mit|auf|für|kein|keine|keinen|immer|nur|wird
      |werden|nie|nach|vor|zum|beim|ein|eine|bitte`,
    nots: words`nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|nirgends`,
    forbids: words`verboten|untersagt|unzulässig|tabu`,
    fillers: words`der|die|das|den|dem|des|ein|eine|einen|einem|einer|wir|ich|man|uns|unser
      |unsere|unseren|es|ist|sind|wird|werden|wurde|worden|sein|soll|sollen|sollte|muss|müssen
      |immer|stets|bitte|mehr|dürfen|darf|können|kann|benutzen|benutzt|benutze|verwenden
      |verwendet|verwende|nutzen|nutzt|nutze|erlaubt|zulässig|gestattet|auch|jetzt|hier`,
    labels: words`der|die|das|des|dem|den|im|vom|zum`,
    percent: words`prozent`,
    days: {
      monday: 'montag',
      tuesday: 'dienstag',
      wednesday: 'mittwoch',
      thursday: 'donnerstag',
      friday: 'freitag',
      saturday: 'samstag',
      sunday: 'sonntag',
      weekend: 'wochenende',
      hourly: 'stündlich',
      daily: 'täglich',
      weekly: 'wöchentlich',
      monthly: 'monatlich',
      yearly: 'jährlich',
    },
    numbers: [
      'zwei',
      'drei',
      'vier',
      'fünf',
      'sechs',
      'sieben',
      'acht',
      'neun',
      'zehn',
      'elf',
      'zwölf',
    ],
    units: {
      s: 'sekunde|sekunden',
      min: 'minuten',
      h: 'stunde|stunden',
      d: 'tag|tage|tagen',
      w: 'woche|wochen',
      month: 'monat|monate|monaten',
      y: 'jahr|jahre|jahren',
    },
    counted: words`schritt`,
    qualifiers: words`produktion|entwicklung`,
    ties: words`mit|für|als`,
    limits: words`ausser|außer|wenn|falls|nur|ohne|sofern`,
    reasons: words`weil|denn|da`,
    details: words`weil|denn|da|durch|per`,
    singles: words`sprache|zeitzone|adresse`,
    articles: words`der|die|das|unser\w*`,
    isWords: words`ist`,
    denied: words`nicht|kein`,
    asks: words`wo|wann|wie|wer|was`,
    leans: words`es|sie|dies\w*`,
    languages: words`deutsch|englisch|französisch`,
    indents: words`Tabs|Leerzeichen`,
    links: words`läuft|laufen|liegt|liegen|heißt|heißen|steht|stehen|geht|gehen|kommt|kommen|lauscht
      |hört|bleibt|bleiben|hat|haben|schreiben|schreibt|geschrieben|macht|startet|beginnt|findet
      |statt|auf|um|uhr|im|am|bei|vom|von|zum|zur|mit|aus|in|an|für|nach|vor|heben|aufheben
      |aufgehoben|gespeichert|speichern|speichert|wohnt|sitzt|hängt|immer`,
    namings: words`heißt|heißen|schreiben|schreibt|geschrieben`,
    purposes: words`sonst|damit`,
  },
  reflecting: {
    now: words`jetzt|nun|ab sofort|inzwischen`,
    corrections: words`\b(?:das|dies) stimmt (?:so )?nicht\b
      |\b(?:stimmt|gilt) (?:so )?nicht mehr\b
      |\b(?:das|dies|die notiz) ist (?:veraltet|überholt|falsch)\b
      |\bnicht mehr (?:aktuell|richtig)\b
      |\b(?:wir|ich) (?:be)?(?:nutz|verwend|brauch)\w* [^.!?\n]{1,60}\bmehr\b`,
    verdicts: words`stimmt|nicht|das|ist|falsch|veraltet`,
  },
  features: {
    numbered: words`zeile|seite`,
    thisWords: words`diese[rmns]?`,
    inThis: words`\b(?:in|für|auf|bei) diese[rmn]?\b`,
    joins: words`und|aber|weil`,
    it: words`das|es`,
    shownAnywhere: words`läuft|laufen`,
  },
  concepts: {
    ALWAYS: words`immer|stets|grundsätzlich|jedes mal|überall|durchweg|ausnahmslos|durchgängig`,
    NEVER: words`nie|niemals|nie wieder|unter keinen umständen|auf keinen fall|keinesfalls`,
    FROMNOW: words`ab jetzt|ab sofort|künftig|in zukunft|zukünftig|von nun an|ab heute
      |nächstes mal|fortan`,
    PROHIBIT: words`verboten|untersagt|tabu|finger weg|vermeide*|darf nicht|dürfen nicht`,
    NEG: words`nicht|kein|keine|keinen|keiner|keinem|nichts|ohne|niemand`,
    OBLIGE: words`muss|müssen|musst|soll|sollen|sollte*|unbedingt|zwingend|verpflichtend|gehört
      |gehören|darf|dürfen`,
    ONLY: words`nur|ausschließlich`,
    PREFER: words`bevorzug*|ich mag|lieber|möchte|hätte gern*|hasse|stört|nervt|wünsche|gefällt`,
    MEMORY: words`merk dir|merke dir|merken|denk daran|denk dran|nicht vergessen|vergiss nicht
      |zur info|hinweis|übrigens`,
    WE: words`wir|unser*|uns|bei uns`,
    I: words`ich|mein*|mir|mich`,
    YOU: words`du|dir|dich|dein*|sie`,
    PEOPLE: words`kunde|kunden|kundin|rechtsabteilung|datenschutz*|behörde*|lieferant`,
    REASON: words`weil|da|sonst|denn|damit|wegen|deshalb|daher|nämlich`,
    ONEOFF: words`diesmal|dieses mal|fürs erste|heute|morgen|vorerst|vorübergehend|bis|momentan
      |gerade|jetzt|erstmal|noch|gleich|im moment|derzeit|vorläufig|zurzeit|zur zeit|gestern
      |diese woche|für diesen|für dieses|in dieser datei|solange`,
    HYPO: words`wenn wir|würde*|könnte*|vielleicht|angenommen|wäre*|hätte*|mal sehen|müsste
      |zum beispiel|überlege*|noch nicht entschieden|theoretisch|eventuell`,
    UNSURE: words`glaub*|ich denke|vermutlich|wahrscheinlich|nicht sicher|scheint`,
    REPORTED: words`sagt|meint|steht|schreibt|laut|behauptet|angeblich|empfiehlt|in der doku
      |im wiki|im buch|im handbuch`,
    OTHERS: words`kolleg*|chef|alter firma|praktikant`,
    IRONY: words`na klar|ironie|wer braucht|super idee|tolle idee|was soll schon`,
    RETRACT: words`doch nicht|vergiss das|vergiss es|vergiss was|gilt nicht mehr
      |nehme ich zurück|kommando zurück`,
    CORRECT: words`nein|nee|falsch|stimmt nicht|eigentlich|in wirklichkeit|korrektur`,
    CONFIRM: words`ja|jep|genau|richtig|stimmt|korrekt`,
    TASK: words`repariere*|korrigier*|füg*|schreib*|erstell*|benenn*|lösch*|änder*|prüf*|schau
      |zeig*|erklär*|bau|mach|kannst du|könntest du|ersetz*`,
    USE: words`verwend*|nutz*|benutz*|nimm|nehmen`,
    DECIDED: words`entschieden|vereinbart|beschlossen|umgestellt|bleiben bei`,
    RULE: words`regel|regeln|konvention|vorgabe|generell|prinzipiell`,
    GLOBAL: words`jedem projekt|jedes projekt|allen projekten|alle projekte|allen meinen
      |allen repos|egal welches|egal in welchem`,
    STEP: words`zuerst|erst|dann|danach|anschließend|vorher|nachher|schritt*|reihenfolge`,
    HOWTO: words`so geht|so läuft|vorgehen|ablauf|um zu|fürs|zum`,
    PAST: words`gestern|war|waren|hatte*|früher|letzte woche|damals`,
    FAULT: words`kaputt|fehler|schlägt fehl|hängt|abgestürzt|langsam`,
    THIS: words`dies|diese|dieser|dieses|das|hier`,
    WH: words`wie|warum|wieso|weshalb|wo|wann|wer|welche*`,
    POLITE: words`bitte`,
    THANKS: words`danke|super|prima`,
    TALK: words`antwort*|erklärung*|kurz|knapp|duzen|siez*`,
    SHOW: words`sag mir|frag mich|zeig mir`,
    ARTEFACT: words`abhängigkeit*|tabelle*|spalte*|schnittstelle*|datei*|funktion*|klasse*
      |kommentare|meldung*`,
    ENV: words`datenbank|rechner|umgebung|netz|dienst`,
    OWNER: words`zuständig|pflegt|verantwortlich|ansprechpartner*`,
    LIMIT: words`höchstens|mindestens|maximal|begrenzt|länger als|mehr als`,
    RECUR: words`täglich|nachts|jede|jeder|jedes|jeden|montags|freitags|wöchentlich`,
    WHEN: words`wenn|falls|bevor|sobald`,
    PLACE: words`liegt|liegen|läuft auf|läuft|befindet|kommt von`,
    MEANS: words`heißt|heißen|bedeutet|steht für`,
    REPLACED: words`statt|anstatt|anstelle|nicht mehr|abgelöst|veraltet`,
    ALLOW: words`darfst|kannst|musst nicht|brauchst`,
    DONE: words`erledigt|fertig|klappt|funktioniert|passt`,
    DANGER: words`vorsicht|achtung|falle|aufpassen`,
    STYLE: words`formatierung|einrück*|stil`,
    PERSONAL: words`mittagessen|kaffee|geburtstag|urlaub|kinder|hund|katze|müde|essen`,
    UI: words`knopf|schaltfläche|seite|feld|formular|maske|liste|filter`,
    OPTION: words`erste|zweite|dritte|variante`,
    MAKE: words`bau|baue|füge|ergänze|ändere das|korrigier`,
    PLAN: words`geplant|planen|wollen wir|nächstes jahr|vorschlag|vorgeschlagen|im gespräch`,
    USERS: words`benutzer|nutzer|besucher|können sollen|anzeigen|versicherte`,
    SYMPTOM: words`spinnt|stürzt|hängen|manchmal|seit gestern`,
    DUTY: words`kümmert|entscheidet|leitung`,
    HABIT: words`kurz halten|ehrlich|ohne umschweife`,
    KNOWN: words`absichtlich|bekannt|altlast|historisch`,
  },
} satisfies Table
