import { cue, type Cue, SPECIFIC } from './cue.js'

const DEICTIC = /^(?:ça|cela|ceci|ce|cette|celui|celle|le (?:premier|second)|ton|ta|votre)(?= |$)/
const SUBJECT =
  "(?!(?:le|la|les|il|elle|ils|elles|ce|c'est|ça|cela|cette|j'ai|je|on dirait|mais|mon|ma)(?= ))"

/** How people state lasting things in French. */
export const FRENCH: readonly Cue[] = [
  cue(
    'preference',
    0.9,
    /^(?:moi,? )?je (?:préfère|préférerais|privilégie)(?: que| qu'on| largement| toujours| plutôt)? /,
    { title: 'Préférer ', not: DEICTIC },
  ),
  cue('preference', 0.85, /^(?:ma|notre) préférence (?:va (?:à|au|aux)|est|c'est) /),
  cue(
    'preference',
    0.75,
    /^(?:moi,? )?j(?:'aime|e n'aime|e déteste|e ne supporte)(?: pas| mieux| bien)? (?!(?:pas |mieux |bien |beaucoup )?(?:ça|ces?|cette|cet|ton|ta|tes|le (?:premier|second)|bien$|trop)(?= |$))/,
    { rest: /\p{L}+ \p{L}+/u, not: /^(?:ça|cela)/ },
  ),
  cue('preference', 0.75, /^je (?:travaille|code|écris) (?:toujours|uniquement|exclusivement) /),
  cue(
    'preference',
    0.75,
    /^(?:garde|gardez|fais|faites) (?:toujours )?(?:tes|vos|des|les) (?:réponses|explications|résumés) /,
  ),
  cue(
    'constraint',
    0.8,
    /^n(?:e |')\p{L}+(?:-\p{L}+)? pas .{0,80}?(?:sans \p{L}|sur main|directement|à la main|en prod|le vendredi|dans le code)/u,
    { not: /(?:^|\s)(?:ça|ici|ce fichier)(?=\s|$)/ },
  ),
  cue(
    'constraint',
    0.92,
    /^(?:désormais|dorénavant|à partir de maintenant|à partir d'aujourd'hui|à l'avenir|dès maintenant)[,:]? (?:s'il te plaît,? )?/,
    { title: '', not: /peut-être|pourrait/ },
  ),
  cue(
    'constraint',
    0.88,
    /^(?!je |il |elle |c').{3,140}?,? (?:désormais|dorénavant|à partir de maintenant|à l'avenir)$/,
  ),
  cue(
    'constraint',
    0.8,
    /^(?:les|nos|le|la|notre) .{2,50}? (?:(?:sont|est|doivent|doit|vont|va|commencent|commence|utilisent|restent|passent|se \p{L}+)(?: être)? (?:toujours|jamais)|ne (?:sont|doivent|vont|passent|se \p{L}+) jamais)(?= )/u,
    { not: /^ (?:cassée?s?|rouges?|en panne|fauss?e?s?|lent|pareil)/ },
  ),
  cue('constraint', 0.8, /^(?:chez nous|ici),? (?:la règle|on ne|c'est)/),
  cue('constraint', 0.88, /^(?:toujours|ne jamais|jamais de|jamais d'|ne plus jamais) ?/, {
    not: /^(?:le même|la même|pas|en panne|rien|vu|faux)(?= |$)/,
    rest: /\p{L}{3,}/u,
  }),
  cue(
    'constraint',
    0.87,
    new RegExp(
      `^${SUBJECT}(?:ne |n')?[\\p{L}-]+(?:e|es|ez|s|ons|nds|ais|is|ds|oi|ens|ts)(?:-(?:moi|nous|le|la|les))?(?: pas)? (?:toujours|jamais|systématiquement|uniquement|exclusivement)(?= )`,
      'u',
    ),
  ),
  cue(
    'constraint',
    0.85,
    /^(?:on|nous|tu|vous|il) (?:ne |n')?(?:faut|doit|devons|dois|devez|peut|pouvons)? ?.{0,40}?(?:toujours|jamais|impérativement|obligatoirement|systématiquement)(?= )/,
    { not: /^ (?:pas|vu|marché|compris|réussi|le même)/ },
  ),
  cue(
    'constraint',
    0.82,
    /^(?:on|nous|tu|vous) (?:ne |n')(?:doit|devons|dois|devez|peut|pouvons|utilise|utilisons|écrit|écrivons|commit|pousse|fusionne|merge|veut|mocke|met|fait|importe|touche|supporte|déploie)(?:s|nt|e)? (?:pas|plus|que) /,
    { not: DEICTIC },
  ),
  cue('constraint', 0.8, /^il (?:ne faut|faut) (?:pas|jamais|toujours|absolument)? ?/, {
    rest: /dans (?:ce|notre|tout le|tous) (?:projet|dépôt|code)|avant (?:chaque|de|tout)|toujours|jamais|sans /i,
  }),
  cue(
    'constraint',
    0.8,
    /^(?:tous les|toutes les|chaque|tout|toute|aucune?) .{2,70}? (?:doit|doivent|est|sont|passe|passent|va|vont|commence|ne doit|ne peut|n'est) /,
    { not: /^(?:cassé|en panne|faux)/ },
  ),
  cue(
    'constraint',
    0.78,
    /^(?:pas de|pas d'|aucun|aucune|interdit de|interdiction de|défense de) ?(?=.{2,90}?(?:dans (?:ce|le|notre|les)|sur (?:main|master)|sans |le vendredi|en prod|autorisé|jamais|après))/,
    { not: /problème|souci/ },
  ),
  cue(
    'constraint',
    0.78,
    /^(?:à chaque fois que|chaque fois que|dès que|avant (?:de |chaque |tout |toute )|après chaque|quand (?:tu|vous|on)) ?.{2,90}?, .{3,}/,
    { title: '', not: /erreur|plante|échoue/ },
  ),
  cue(
    'constraint',
    0.75,
    /^(?:utilise|utilisez|utilisons|mets|mettez|écris|écrivez|emploie|évite|évitez|n'utilise pas|n'utilisez pas) .{2,100}?(?:dans (?:ce|notre|tout le|tous (?:mes|nos|les)) (?:projets?|dépôts?|repos?|code)|plutôt que|au lieu de|à la place de|,? (?:et )?pas (?:de )?\p{L})/u,
    { not: /\bici\b/ },
  ),
  cue('constraint', 0.78, /^demande(?:z)?-moi (?:toujours )?avant de?/),
  cue(
    'constraint',
    0.8,
    /^dans (?:ce|notre) (?:projet|dépôt|repo),? (?:on |nous )?(?:ne |n'|toujours|jamais|il faut)/,
  ),
  cue(
    'constraint',
    0.8,
    /^(?:la |notre |une )?(?:règle|consigne|convention)(?: est(?: que| de)?| :|:) ?/,
    { title: '' },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:on|nous) (?:utilise|utilisons) [\p{L}\p{N}`.-]+(?: [\p{L}\p{N}`.-]+)?,? (?:et )?(?:pas|plutôt que|au lieu de) /u,
  ),
  cue(
    'fact',
    0.85,
    /^(?:on|nous|l'équipe) (?:a|avons|nous sommes|s'est)(?: finalement| tous| déjà| enfin)? (?:décidé|choisi|convenu|opté|retenu|tranché|mis d'accord|adopté)(?:s|es)?(?: de| d'| pour| sur| que)? ?/,
    { title: '' },
  ),
  cue('fact', 0.82, /^(?:la |notre )?décision(?: est| finale)? ?(?::|de|est) ?/),
  cue(
    'fact',
    0.74,
    /^(?:on|nous) (?:reste|restons|part|partons|passe|passons|migre|migrons|garde|gardons) (?:sur|avec|à|en|chez)? ?(?!ça|ce|cette|le premier|la|ta|ton)/,
    { rest: SPECIFIC, not: /\bici\b/ },
  ),
  cue(
    'fact',
    0.7,
    /^(?:restons|partons|gardons|passons) (?:sur|avec|à|en)? ?(?!ça|ce|cette|ta|ton)/,
    { rest: SPECIFIC },
  ),
  cue(
    'fact',
    0.74,
    /^(?:le|la|les|l'|notre|nos|mon|ma)['\s]?.{2,60}? (?:se trouve|se trouvent|est|sont|vit|vivent|tourne|tournent|écoute|écoutent|passe|passent|est hébergée?|est déployée?|s'appelle|se situe|est stockée?|sont stockée?s) (?:toujours |en fait |maintenant )?(?:dans|sur|sous|chez|en|via|par|avec|à|au|derrière|https?)? ?/,
    {
      rest: SPECIFIC,
      not: /^(?:cassée?|en panne|rouge|down|vide|lente?|fausse?|faux|pas|la ligne|une? erreur|trop|encore)(?= |$)/,
    },
  ),
  cue(
    'fact',
    0.7,
    /^(?:on|nous) (?:utilise|utilisons|déploie|déployons|héberge|hébergeons|tourne|cible|ciblons|stocke|stockons|publie|publions|travaille|travaillons|teste|testons) (?!ça|cela|ce(?= ))/,
    { rest: SPECIFIC },
  ),
  cue(
    'fact',
    0.74,
    /^(?:le|ce|cette|notre|la|l')\s?(?:projet|dépôt|repo|appli|application|service|api|backend|frontend|build|bibliothèque|site) (?:utilise|nécessite|requiert|cible|supporte|tourne|est (?:écrite?|basée?|hébergée?|déployée?)|dépend|exige|a besoin) /,
    { rest: SPECIFIC },
  ),
  cue(
    'procedure',
    0.8,
    /^pour .{2,80}?[,:]? (?:il faut |on |il suffit de |tu dois |vous devez |faut )?(?:lance|lancer|lancez|exécute|exécuter|utilise|utiliser|tape|taper|fais|faire|fait) /,
    { rest: /`|\.\/|\b(?:make|npm|pnpm|yarn|just|cargo|docker|composer|php)\b/ },
  ),
  cue(
    'procedure',
    0.78,
    /^(?:le |la |les |nos |on )?[\p{L}\p{N}' -]{2,40}? (?:se lance|se lancent|se fait|se font|lance|démarre|se démarre|tournent|déploie|génère) (?:\p{L}+ \p{L}+ )?(?:avec|via|par) /u,
    { rest: /^(?:la commande )?(?:`|\.\/|(?:make|npm|pnpm|yarn|just|cargo|docker|composer) )/ },
  ),
]
