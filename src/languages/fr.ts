import type { Table } from './language.js'
import { words } from './words.js'

/** French. */
export const fr = {
  code: 'fr',
  isSpaced: true,
  script: undefined,
  commonest: words`le|la|les|des|du|est|sont|et|pour|avec|sur|on|nous|je|une|un|dans|comment|il
    |faut|ça|pas|puis|échoue`,
  requests: {
    asks: words`retiens(?:-(?:le|la|les|moi))?|retenez(?:-(?:le|la|les))?|souviens[- ]toi
      |souvenez[- ]vous|rappelle[- ]toi|mémorise[sz]?|n'oublie[sz]?(?: pas| jamais)
      |notes? (?:à moi[- ]même|pour (?:plus tard|moi|toi|la suite|la prochaine fois|l'avenir))
      |pense-bête|pense[zs]?(?: bien)? à(?= \p{L}+(?:er|ir|re)(?!\p{L}))`,
    announces: words`(?:une |autre )?(?:nouvelle |autre )?règles?(?: (?:de la maison|d'équipe|du projet
      |de l'équipe|générale|maison))?(?=\s*[:–-]\s*\S)|nouvelles règles|(?:petite )?note
      (?=\s*:\s*\S)|(?:enregistre|mémorise|stocke|garde|apprends)[sz]?[ -](?:ça|ceci|cela|le)
      (?=\s*:)`,
    misspelt: words`retiens|oublie|souviens|mémorise`,
    ends: words`enregistre[sz]? (?:ça|cela)(?=[\s.!)]*$)`,
    toDo: words`de |d'|à |(?!hier)\p{L}{2,}(?:er|ir) |(?:faire|prendre|mettre|lire|écrire)[ ]`,
    toDoLeads: words`de |d'|à `,
    ownTasks: words`(?:demander|appeler|écrire|acheter|vérifier|relancer|voir|répondre)`,
    ownNotes: words`notes? (?:à moi[- ]même|pour moi)`,
    conditions: words`toujours|jamais|chaque|tou(?:te)?s les|dès que|quand|lorsqu|(?:après|avant)
      (?= (?:de |d'|une? |toute? |les |l'|\p{L}+er))`,
    puts: words`note(?= que (?!cette?|la fonction))|note(?:z|s)?(?= bien| ça| cela| ceci|-le
      | pour | quelque part|\s+:)(?: bien| ça| cela| ceci|-le| quelque part)*
      |prends note(?: de OBJ)?|garde[sz]? (?:OBJ )?(?:en (?:tête|mémoire)|à l'esprit)
      |enregistre[sz]? (?:OBJ )?(?:en|dans ta) mémoire|retenir`,
    objects: words`tout (?:ça|cela)|ça|cela|ceci|le|-le|les|ces (?:\p{L}+)
      |les (?:deux|points suivants)|ce qui suit|tout`,
    forWords: words`pour`,
    every: words`tou[ts]e?s?|chaque`,
    tails: words`bien|s'il te plaît|stp|svp
      |pour (?:la suite|plus tard|l'avenir|la prochaine fois|toujours)|à l'avenir|merci|aussi
      |toujours|quelque part`,
    that: words`que|qu(?=')`,
    polite: words`s'il te plaît|stp|svp|peux-tu|pourrais-tu|tu peux|il faut|tu dois
      |je veux que tu|merci de`,
    openers: words`et|mais|donc|alors|ben|aussi|ah|ok|bon|merci|au fait|sinon|important`,
    standing: words`à partir de maintenant|désormais|dorénavant|à l'avenir|la prochaine fois
      |pour (?:mémoire|l'avenir|la suite|la prochaine fois|les prochaines fois)
      |à compter d'aujourd'hui`,
    future: words`avenir|fois|mémoire|suite|futur`,
    wouldYou: words`peux-tu|pourrais-tu`,
    tags: words`d'accord`,
    into: words`dans|en`,
    articles: words`le|la|les`,
    acknowledged: words`parfait|merci`,
    looseOpeners: words`stp|et`,
    looseEnds: words`stp|et`,
    ahead: words`suivant|suit`,
    two: words`les deux`,
    many: words`tout|ces|les`,
    shortLived: words`pour (?:cette session|l'instant|aujourd'hui)`,
    reported: words`dit|disait|écrit`,
    reportedAnywhere: words`tradui[ts]`,
    i: words`je`,
    past: words`à l'époque|autrefois|mdr`,
    noWish: words`je|on verra`,
    ownPlan: words`je le`,
    subjects: words`à`,
    nextTask: words`maintenant[ ]`,
  },
  openings: {
    interjections: words`bon`,
    seconds: words`bon`,
    starts: words`merci|non|oui|ouais|au fait|attention|retiens(?: bien)?(?: que)?
      |note(?:z)?(?: bien)?(?: que)?|et|mais|en fait|c'est faux|pour info|pour rappel|rappel
      |important|sache que|d'ailleurs|ah|bon|ok|d'accord|parfait|nickel|super|du coup|alors
      |n'oublie pas(?: que)?|comme convenu|petite précision|correction|attends|stop|donc`,
    links: words`que|et|mais`,
    fromNow: words`désormais|dorénavant|à l'avenir|à partir de maintenant`,
  },
  gates: {
    nods: words`d'accord`,
    imagines: words`imaginons|supposons|et si (?:on|nous)|on pourrait|peut-être qu
      |je me demande`,
    undecided: words`pas encore décidé`,
    oneOff: words`juste (?:cette fois|pour (?:aujourd'hui|cette|ce))|pour l'instant
      |pour le moment|exceptionnellement`,
    irony: words`ben voyons|mais bien sûr`,
    reported: words`(?:la doc|le readme) (?:dit|recommande)`,
    dictates: words`traduis|reformule|(?:rédige|écris|réponds)[^:]{0,60}:`,
  },
  secrets: {
    names: words`mot de passe|mdp`,
    of: words`de|du|pour`,
    articles: words`la|le`,
    is: words`est`,
    still: words`maintenant[ ]`,
  },
  pasted: {
    greetings: words`bonjour`,
    closings: words`cordialement`,
    announces: words`suivant`,
    leads: words`voici|erreur|sortie|dit|écrit|traduis`,
    headers: words`de|à|objet|envoyé`,
    mailHeaders: words`objet|envoyé`,
    mailRules: words`message (?:original|transféré)`,
    onDay: words`le`,
    wrote: words`a écrit`,
    sources: words`fichier`,
    says: words`dit`,
    rewrites: words`traduis`,
    saidBy: words`dit|écrit`,
    ownWords: words`je|j'ai|nous`,
    forget: words`oublie[zr]?|ignore[zr]?`,
  },
  answers: {
    recaps: words`(?:en )?(?:résumé|bref)|récapitulatif(?: de)?|je récapitule|c'est (?:noté|décidé|acté)
      |entendu|compris|d'accord|donc|décidé`,
    yes: words`oui`,
    yesAlone: words`oui`,
    agreed: words`exact(?:ement)?|c'est (?:ça|exact|correct|bien ça)`,
    qualifies: words`mais|pas`,
    offers: words`dois-je|veux-tu|voulez`,
    asksMore: words`où|qui|comment|quel`,
    understands: words`alors|donc`,
    tags: words`non|c'est ça|n'est-ce pas`,
    because: words`parce qu`,
    shortly: words`oui|non`,
    questions: words`quel(?:le)?s? (?:est )?|où (?:est|sont)[ ]`,
    denies: words`non|faux`,
  },
  changes: {
    takesBack: words`oublie (?:ça|cela|ce que)|laisse tomber|finalement,? non
      |j'ai changé d'avis|je retire`,
    names: words`à propos`,
    rules: words`règle|consigne|histoire|note|convention|truc`,
    takingBack: [
      words`OPENoublie[sz]?(?: tout)? ce que (?:j'ai|je t'ai|on a) dit (?:sur|à propos d[eu]s?
        |au sujet d[eu]s?|concernant|d[eu]s?) (?<topic>.+)`,
      words`OPEN(?:oublie[sz]?|annule|laisse tomber) (?:la|le|cette|l') ?(?:RULE) (?:sur
        |d[eu]s?|avec|concernant) (?<topic>.+)`,
      words`^(?:(?:la|le|les|l') ?)?(?:(?:RULE) (?:sur|d[eu]s?|avec) )?
        (?<topic>.+?) (?:ne s'appliquent? plus|ne vaut plus|n'est plus (?:valable|vrai
        |d'actualité|en vigueur))`,
      words`OPEN(?:on|nous) n'(?:utilise|utilisons|emploie|a) plus (?:de |d')?(?<topic>.+)`,
    ],
    replacing: [
      words`OPEN(?:passée?s?|migrée?s?) de OLD (?:à|vers)CLOSE`,
      words`OPEN(?:remplacée?s?|remplace) OLD parCLOSE`,
      words`OPEN(?:au lieu d(?:e |u |')|à la place d(?:e |u |')|(?:non plus|plus|et non|pas) )
        (?:(?:le|la|les|du|de|sur) )*OLDSTOP`,
    ],
    stops: words`et|mais|car|pour|maintenant`,
    tells: words`désormais|maintenant|plus|passée?s?|remplac\w*|lieu|place`,
    because: words`parce|car`,
    points: words`ce|ça|cela|tout`,
    asks: words`faut-il|on peut|peut-on`,
    imagines: words`et si`,
    saysNew: words`on|maintenant|plutôt|utilise`,
    used: words`(?:maintenant )?(?:on|nous) (?:utilis|pren)`,
    reasons: words`parce|car|c'était`,
    negates: words`pas|plus|jamais`,
    replaces: words`finalement|en fait|plutôt|désormais|maintenant|pardon|non|plus`,
    yesOrNo: words`oui|non`,
    corrects: words`pardon|attends|non[,.]|erreur|je me suis trompé`,
    ratherThan: words`pas|au lieu de`,
    moves: words`(?:est |sont |a été |on a )*(?:augmentée?s?|baissée?s?|changée?s?|renommée?s?|déplacée?s?)
      (?: à)?|passe(?:nt)? (?:à|au|en)`,
    asides: words`au fait|du coup`,
    passing: words`erreurs?|bugs?|problèmes?|avertissements?|messages?`,
    reports: words`prend|a pris|dure|mesuré|mon|mes`,
    ended: [
      words`OPENplus besoin (?:de |d'|du |des )(?<topic>.+)`,
      words`OPENpas la peine (?:de |d')(?<topic>.+)`,
      words`^(?:la |le |les |l')?(?<topic>[^,;:—–]+?) (?:est|sont|a été|ont été) (?:supprimée?s?|abandonnée?s?
        |abolie?s?|arrêtée?s?|retirée?s?)CLOSE`,
      words`^(?:la |le |les |l')?(?<topic>[^,;:—–]+?) n(?:'est|e sont) plus (?:nécessaires?|obligatoires?
        |utiles?|requis\p{L}*)CLOSE`,
    ],
    gone: [words`^(?<topic>[^,;:—–]+?) n'existe(?:nt)? plusCLOSE`],
  },
  pointers: {
    opens: words`ça(?! m)|cela|c'est|ceci|fais-le
      |il(?! faut| ne faut| est (?:interdit|obligatoire|important)| y a| vaut)|ils|elles?`,
  },
  scopes: {
    everywhere: words`quel que soit le (?:projet|dépôt)
      |(?:dans|pour|sur) tous (?:mes|nos|les) (?:projets|dépôts|repos)
      |dans (?:chaque|n'importe quel) (?:projet|dépôt)
      |sur (?:cette machine|(?:mon|cet) (?:ordi(?:nateur)?|portable|mac|pc))`,
    throughout: words`partout`,
    here: words`dans (?:ce|tout le) (?:projet|dépôt)`,
    notJustHere: words`pas (?:que|seulement) (?:ici|dans ce)`,
    leads: words`et[ ]`,
    applies: words`ça vaut|c'est valable|c'est vrai`,
    manner: words`réponds|répond(?:re|ez)|réponses|explique-moi|tutoie\w*|vouvoie\w*`,
    artefacts: words`commentaires`,
  },
  shapes: {
    and: words`et`,
    or: words`ou(?: bien)?`,
    but: words`mais`,
    that: words`que`,
    common: words`les|des|une|pas|dans|pour|avec|sur|nous|toujours|jamais`,
    joins: words`et|mais`,
    splits: words`et|mais`,
    begins: words`on|toujours|jamais`,
    taskLeads: words`et|donc|maintenant`,
    tasks: words`corrige|ajoute|fais|refais|change`,
    reasons: words`parce qu|car (?=\p{L})|sinon|afin|puisqu`,
    loose: words`et|ou|le|la|les|un|une|des|de|du|pour|dans|avec|sur|à|que|qui`,
    politeEnds: words`d'accord|merci|s'il (?:te|vous) pla[iî]t|stp|svp`,
    nodEnds: words`hein`,
    politeStarts: words`s'il (?:te|vous) pla[iî]t|stp`,
    politeInside: words`s'il (?:te|vous) pla[iî]t|stp`,
    taskJoins: words`et`,
    taskStarts: words`maintenant`,
  },
  tags: {
    git: words`pousser?|pousse`,
    testing: words`tester`,
    deployment: words`déploiement|déployer?`,
    style: words`commentaires`,
    database: words`base de données`,
    communication: words`réponds|réponses?`,
    dependencies: words`dépendances`,
  },
  approvals: {
    lasting: words`toujours|désormais|dorénavant|à chaque fois|chaque fois|à l'avenir
      |à partir de maintenant|la prochaine fois|retiens`,
    shown: words`comme ça|comme cela|ainsi|ça|cela|celle-(?:là|ci)|celui-(?:là|ci)
      |cette (?:commande|méthode|façon|manière|version|option)|ce script|pareil`,
    denies: words`pas|jamais|non|si|peut-être`,
    complains: words`lent|plante\p{L}*|échoue\p{L}*|arrive`,
    purposes: words`pour`,
  },
  commands: {
    gives: words`non`,
    once: words`aujourd'hui|demain`,
    denies: words`non`,
    needs: words`d'abord|avant|sans|besoin|après`,
    trouble: words`échoué|erreur`,
    works: words`ça marche|fonctionne|réussi|passent|avec succès`,
    noErrors: words`sans erreur`,
    thanks: words`merci|parfait|génial|oui`,
    confirms: words`(?:ça|cela) (?:marche|fonctionne|a marché)`,
    unconfirms: words`pas|mais`,
    fails: words`échou\p{L}*|plante\p{L}*|ne (?:marche|fonctionne|passe|trouve)(?:nt)? pas
      |refus\p{L}*|erreur`,
    succeeds: words`fonctionne|marche|passe|réussi\p{L}*|terminé`,
    prepares: words`après|avant`,
    contrasts: words`mais`,
  },
  skills: {
    saves: words`\b(?:enregistre|sauvegarde|retiens|fais|garde|crée)[^.?!\n]{0,80}\b(?:skill
      |compétence|checklist|commande|recette|procédure)\b`,
    things: words`compétence|commande|recette|procédure`,
    named: words`appelée?|nommée?`,
    purposes: words`pour`,
    step: words`étape`,
    first: words`d'abord`,
    then: words`ensuite|puis|enfin`,
  },
  told: {
    tells: words`voici comment|on fait|procédure|étapes|marche à suivre|comment on`,
    step: words`étape`,
    leads: words`pour info`,
    purposes: words`pour`,
    stepStarts: words`il faut|tu dois|d'abord|lance[ ]|lancer[ ]`,
    tasks: words`stp|peux-tu|aujourd'hui`,
    notOurs: words`autre (?:projet|équipe)`,
    imagines: words`peut-être`,
    headingStarts: words`voici comment (?:on )?`,
    then: words`puis|ensuite|enfin`,
    begins: words`d'abord|ensuite|puis|enfin`,
  },
  topics: {
    asks: words`comment`,
    questions: [
      /\bcomment (?:est-ce qu'on |on |je |fait-on pour |faire pour )?((?:lance|démarre|exécute|déploie|teste|construi|génère|réinitialise|installe|migre|publie|compile)[\p{L}-]* [^?.!\n]{3,80})/u,
    ],
    orders: [
      /^((?:lance|démarre|exécute|déploie|teste|construis|génère|installe|migre|publie|compile) [^?.,;:\n]{3,50})/i,
    ],
    polite: words`s'il te plaît|peux-tu|tu peux`,
    complains: words`pas|plante|échoue`,
    besides: words`déjà|pour moi`,
  },
  wording: {
    works: command => `${command} fonctionne.`,
    fails: (command, because) => `${command} échoue${because}.`,
    insteadOf: (worked, failed) => `${worked}, pas ${failed}`,
    way: command => `Comment lancer ${command} ici`,
    reasons: words`car|sans|parce`,
    iRan: words`j'ai`,
  },
  comparing: {
    telling: words`le|les|est|sont|une|pas|jamais|toujours|nous|faut|dans|pour|des|du|avec|ne
      |utiliser|utilise|sur|chaque`,
    elided: words`l|n`,
    nots: words`pas|jamais|aucun|aucune|plus`,
    forbids: words`interdit|interdite|interdits|interdites|défendu`,
    fillers: words`le|la|les|un|une|des|du|de|on|nous|il|elle|ils|est|sont|être|faut|doit
      |doivent|devons|peut|peuvent|toujours|ne|utiliser|utilise|utilisons|utilisent|employer
      |emploie|autorisé|autorisée|autorisés|permis|désormais|maintenant`,
    labels: words`la|le|les|du|et`,
    days: {
      monday: 'lundi',
      tuesday: 'mardi',
      wednesday: 'mercredi',
      thursday: 'jeudi',
      friday: 'vendredi',
      saturday: 'samedi',
      sunday: 'dimanche',
    },
    numbers: [
      'deux',
      'trois',
      'quatre',
      'cinq',
      'six',
      'sept',
      'huit',
      'neuf',
      'dix',
      'onze',
      'douze',
    ],
    units: {
      s: 'seconde|secondes',
      h: 'heure|heures',
      d: 'jour|jours',
      w: 'semaine|semaines',
      month: 'mois',
      y: 'an|ans',
    },
    counted: words`étape`,
    qualifiers: words`recette|développement|préproduction`,
    ties: words`avec|pour`,
    limits: words`sauf|si|quand|lorsque|excepté|sans|seulement`,
    reasons: words`car|parce|puisque`,
    details: words`car|parce|puisque|avec`,
    singles: words`branche|langue`,
    articles: words`le|la|notre`,
    isWords: words`est`,
    denied: words`pas`,
    asks: words`où|quand|comment|qui`,
    leans: words`il|elle|cela|ça`,
    languages: words`anglais|français|allemand`,
    indents: words`tabulations|espaces`,
    links: words`écoute|écoutent|tourne|tournent|trouve|passe|passent|va|vont|reste|restent
      |écrit|écrits|écrite|appelle|commence|garde|gardées|gardés|stocké|stockés|mettre|met`,
    between: words`sur|dans|en|à|au|aux|avec|pour|par|et|ou|se|c'est`,
    purposes: words`sinon`,
  },
  reflecting: {
    now: words`maintenant|désormais`,
    corrections: words`\bn['’]est plus (?:vrai|le cas|à jour|d['’]actualité)
      |\bn['’]utilis\w+ plus\b`,
  },
  features: {
    numbered: words`ligne`,
    inWords: words`dans|pour|en`,
    thisWords: words`ce|cet|cette|ces`,
    joins: words`et|mais`,
    it: words`ça`,
    shownAnywhere: words`passent`,
  },
  concepts: {
    ALWAYS: words`toujours|systématiquement|partout|à chaque fois`,
    NEVER: words`jamais|en aucun cas`,
    FROMNOW: words`désormais|dorénavant|à l'avenir|à partir de maintenant
      |à partir d'aujourd'hui|la prochaine fois`,
    PROHIBIT: words`interdit*|défense de|évite*|arrête*`,
    NEG: words`ne|n'|pas|aucun*|rien|sans|personne`,
    OBLIGE: words`doit|doivent|dois|il faut|faut|obligatoire|obligé*|exig*`,
    ONLY: words`uniquement|seulement|exclusivement`,
    PREFER: words`préfère*|préférerai*|j'aime|aimerais|plutôt|voudrais|déteste`,
    MEMORY: words`retiens|souviens|rappelle*|n'oublie*|note que|notez|sache que|pour info
      |au fait`,
    WE: words`chez nous|notre|nos|nous|on|équipe`,
    I: words`je|j'*|mon|ma|mes|moi|m'*`,
    YOU: words`tu|t'*|te|toi|vous|ton|ta|tes|votre`,
    PEOPLE: words`juridique|dpo|fournisseur`,
    REASON: words`parce|car|sinon|puisque|puisqu'|à cause|afin`,
    ONEOFF: words`cette fois|pour l'instant|aujourd'hui|demain|provisoirement|maintenant
      |ce soir|tout de suite|pour le moment|en ce moment|actuellement|hier|temporairement
      |jusqu'à|cette semaine|pour cette|dans ce fichier|tant que`,
    HYPO: words`si on|si nous|peut-être|imagin*|pourrai*|serait|et si|par exemple|on hésite
      |je me demande|en théorie|pas encore décidé|supposons`,
    UNSURE: words`je crois|je pense|il me semble|pas sûr*|on dirait`,
    REPORTED: words`dit|écrit|selon|raconte|prétend|d'après|paraît|la doc|le livre|recommande`,
    OTHERS: words`collègue|mon chef|ancien*`,
    IRONY: words`bien sûr|bonne idée|qui a besoin|génial|que du bonheur|ben voyons|mdr`,
    RETRACT: words`oublie|laisse tomber|finalement non|je retire`,
    CORRECT: words`non|faux|en fait|erreur`,
    CONFIRM: words`oui|exact|exactement|c'est ça`,
    TASK: words`corrige|ajoute|écris|crée|renomme|supprime|vérifie|regarde|montre|explique|fais
      |peux-tu|tu peux|lance|traduis`,
    USE: words`utilis*|passe par|passer par`,
    DECIDED: words`décidé|choisi|convenu|passé à|on reste|abandonn*`,
    RULE: words`règle|règles|norme|en général|par défaut`,
    GLOBAL: words`tous mes projets|tous les projets|tous mes dépôts|n'importe quel projet
      |quel que soit le projet`,
    STEP: words`d'abord|ensuite|puis|enfin|avant|après|étape*`,
    HOWTO: words`pour livrer|pour publier|pour lancer|procédure|marche à suivre`,
    PAST: words`hier|était|avait|la dernière fois`,
    FAULT: words`plante|erreur|cassé|bloqué*|lent`,
    THIS: words`ce|cet|cette|ça|ici|ceci`,
    WH: words`pourquoi|comment|quand|où|quel|quelle|qui|est-ce|c'est quoi`,
    POLITE: words`s'il te plaît|s'il vous plaît|stp|svp|merci de`,
    THANKS: words`merci|parfait|nickel`,
    TALK: words`réponse*|court*|bref|brève*|tutoie*|excuse*`,
    SHOW: words`montre-moi|dis-moi|demande-moi`,
    ARTEFACT: words`dépendance*|colonne*|fichier*|fonction*|branche*|libellé*`,
    ENV: words`serveur|base|recette|réseau|mainframe|file`,
    OWNER: words`responsable|s'occupe|les droits`,
    LIMIT: words`au plus|au moins|limité*|limite`,
    RECUR: words`chaque|tous les|toutes les|la nuit`,
    WHEN: words`quand|lorsque|si|dès que`,
    PLACE: words`se trouve|est dans|tourne|écoute|est sur|vient de`,
    MEANS: words`signifie|veut dire|s'appelle`,
    REPLACED: words`au lieu|à la place|plutôt que|n'est plus|remplacé*`,
    ALLOW: words`peux|pas besoin|pas obligé`,
    DONE: words`fait|ça marche|ça passe|fini`,
    DANGER: words`attention|méfie|piège`,
    STYLE: words`guillemets|indentation`,
    PERSONAL: words`café|anniversaire|vacances|enfants|chien|fatigué`,
    UI: words`bouton|écran|champ|formulaire`,
    OPTION: words`première|deuxième`,
    MAKE: words`ajoute|corrige|implémente`,
    PLAN: words`prévu|prévoit|envisage*|l'an prochain|proposé|rediscuter`,
    USERS: words`utilisateur*|visiteur*|doit pouvoir|puisse*|afficher`,
    SYMPTOM: words`rame|parfois|depuis hier`,
    DUTY: words`décide|gère|valide`,
    HABIT: words`sans blabla|direct`,
    KNOWN: words`connu|exprès|historique`,
  },
} satisfies Table
