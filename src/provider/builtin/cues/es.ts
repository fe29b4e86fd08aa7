import { cue, type Cue, SPECIFIC } from './cue.js'

const DEICTIC = /^(?:esto|eso|est[ea]|es[ea]|aquello|l[oa]s? (?:primer|segund|otr)\w*|tu)(?= |$)/
const SUBJECT =
  '(?!(?:el|la|los|las|él|ella|esto|eso|este|esta|ese|esa|yo|me|se|lo|no sé|pero|ya|mi|casi)(?= ))'

/** How people state lasting things in Spanish. */
export const SPANISH: readonly Cue[] = [
  cue('preference', 0.9, /^(?:yo )?(?:prefiero|preferiría)(?: que)? /, {
    title: 'Preferir ',
    not: DEICTIC,
  }),
  cue('preference', 0.85, /^(?:mi|nuestra) preferencia (?:es|va por) /),
  cue(
    'preference',
    0.75,
    /^(?:a mí )?(?:no )?(?:me (?:gusta|gustan|encanta|encantan|molesta|molestan)|odio|detesto|no soporto)(?: más| mucho)?(?: que)? (?!(?:más |mucho |que )*(?:esto|eso|est[eao]s?|es[ea]|tu|cómo|la idea|nada)(?= |$))/,
    { rest: /\p{L}+ \p{L}+/u },
  ),
  cue(
    'preference',
    0.75,
    /^(?:siempre trabajo|siempre escribo|trabajo siempre|solo uso|siempre uso) /,
  ),
  cue(
    'preference',
    0.75,
    /^(?:mantén|haz|da) (?:siempre )?(?:tus|las|respuestas|explicaciones) ?/,
    { rest: /cort|brev|concis|respuesta|directa/i },
  ),
  cue(
    'constraint',
    0.92,
    /^(?:(?:a partir|de(?:sde)?) (?:de )?(?:ahora|hoy)(?: en adelante)?|de ahora en adelante|en adelante|en el futuro|de aquí en adelante)[,:]? (?:por favor,? )?/,
    { title: '', not: /quizá|tal vez|podría/ },
  ),
  cue(
    'constraint',
    0.8,
    /^no (?:hagas|uses|subas|toques|ejecutes|modifiques|borres|pongas|añadas|escribas|commitees|despliegues|mezcles|edites|hagáis) .{0,80}?(?:\bsin \p{L}|\ba main|\ben producción|\ben main|directamente|los viernes|\ba mano|en producción|en el código)/u,
    { not: /\b(?:eso|esto|aquí)\b/ },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:los|las|el|la|nuestr[oa]s) .{2,50}? (?:(?:siempre|nunca|jamás) (?:van?|se|deben?|llevan?|usan?|empiezan?|son|tienen|están|pasan?|tocan?)|(?:van?|se \p{L}+|deben?|llevan?|empiezan?|son|tienen que|están) (?:siempre|nunca|jamás))(?= )/u,
    { not: /^ (?:mal|rot[oa]s?|fallando|en rojo|igual)/ },
  ),
  cue(
    'constraint',
    0.88,
    /^(?!yo |el |la |eso ).{3,140}?,? (?:a partir de ahora|de ahora en adelante|en adelante|desde ahora)$/,
  ),
  cue('constraint', 0.88, /^(?:siempre|nunca|jamás) (?=\p{L})/u, {
    not: /^(?:falla|fallan|lo mismo|me|se|he|ha|había|funciona|funcionó|igual|pasa|da|sale|está|mejor|más)(?= |$)/,
  }),
  cue(
    'constraint',
    0.87,
    new RegExp(
      `^${SUBJECT}(?:no )?[\\p{L}]+(?:a|e|as|es|en|an|me|nos|d|z|n|emos|amos)(?: (?:los|las|el|la|en) [\\p{L}]+| [\\p{L}]+)? (?:siempre|nunca|jamás|únicamente|exclusivamente)(?= )`,
      'u',
    ),
    { not: /^ (?:falla|fallan|que)/ },
  ),
  cue(
    'constraint',
    0.85,
    /^(?:hay que|debes|debemos|tienes que|tenemos que|se debe|se deben|nadie debe|nadie puede|no se puede|no se debe|no debemos|no debes|no podemos|está prohibido|prohibido|no está permitido|no se permite|no se permiten) (?=.{0,100}?(?:siempre|nunca|jamás|en este (?:proyecto|repo)|antes de|sin |en main|directamente|en producción|los viernes|en el código|código|commits?|\bprs?\b))/,
    { not: /(?:arreglar|terminar) (?:esto|eso)/ },
  ),
  cue(
    'constraint',
    0.82,
    /^(?:nosotros )?(?:aquí )?no (?:usamos|utilizamos|hacemos|escribimos|permitimos|mezclamos|mockeamos|subimos|desplegamos|ponemos|soportamos|importamos|aceptamos|tocamos|fusionamos|commiteamos) /,
    { not: DEICTIC },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:todos los|todas las|cada|todo|toda|ningún|ninguna) .{2,70}? (?:debe|deben|tiene que|tienen que|va|van|lleva|llevan|necesita|necesitan|pasa por|se|puede) /,
    { not: /^(?:fallar|falla)/ },
  ),
  cue(
    'constraint',
    0.78,
    /^(?:nada de|sin|ni un|ningún|prohibido|prohibidos) (?=.{2,90}?(?:en (?:este|el|nuestro|los|main|prod|producción)|los viernes|a main|sin ))/,
    { not: /problema|embargo|duda/ },
  ),
  cue(
    'constraint',
    0.78,
    /^(?:cada vez que|siempre que|antes de(?: cada)?|después de cada|cuando (?:toques|cambies|añadas|modifiques|edites|crees|hagas)) ?.{2,90}?, .{3,}/,
    { title: '', not: /\berror\b|falla/ },
  ),
  cue(
    'constraint',
    0.75,
    /^(?:usa|usad|use|utiliza|utilice|pon|escribe|evita|no uses|no utilices|usemos|emplea) .{2,100}?(?:en (?:este|nuestro|todo el|todos (?:mis|los|nuestros)) (?:proyectos?|repos?|repositorios?|código)|en (?:vez|lugar) de|,? (?:y )?no \p{L}|en todo el proyecto)/u,
    { not: /\baquí\b/ },
  ),
  cue('constraint', 0.78, /^(?:pregúntame|consúltame|avísame) (?:siempre )?antes de/),
  cue(
    'constraint',
    0.8,
    /^en (?:este|nuestro) (?:proyecto|repo|repositorio|equipo),? (?:no|siempre|nunca|solo|se debe)/,
  ),
  cue('constraint', 0.8, /^(?:la |nuestra |una )?(?:regla|norma|convención)(?: es(?: que)?|:) ?/, {
    title: '',
  }),
  cue(
    'constraint',
    0.8,
    /^usamos [\p{L}\p{N}`.-]+(?: [\p{L}\p{N}`.-]+)?,? (?:y )?(?:no|en vez de|en lugar de) /u,
  ),
  cue(
    'fact',
    0.85,
    /^(?:al final |finalmente |ya )?(?:hemos decidido|decidimos|acordamos|hemos acordado|elegimos|hemos elegido|optamos|hemos optado|el equipo (?:ha decidido|decidió|eligió))(?: por| usar| que| ir con)? ?/,
  ),
  cue('fact', 0.82, /^(?:la |nuestra )?decisión(?: final)?(?: es|:) ?/),
  cue(
    'fact',
    0.74,
    /^(?:nos quedamos con|vamos (?:a usar|con)|seguimos con|nos pasamos a|pasamos a|migramos a|quedémonos con|sigamos con) (?!eso|esto|este|esta|la (?:primera|segunda|opción)|el (?:primero|segundo)|tu|un\b|una\b)/,
    { not: /\baquí\b/ },
  ),
  cue(
    'fact',
    0.74,
    /^(?:el|la|los|las|nuestr[oa]s?|mi) .{2,60}? (?:está|están|vive|viven|corre|corren|escucha|escuchan|se encuentra|se encuentran|se aloja|se despliega|se guarda|se guardan|es|son|se llama|usa|apunta) (?:siempre |ahora )?(?:en|sobre|bajo|con|por|detrás de|a|https?)? ?/,
    {
      rest: SPECIFIC,
      not: /^(?:roto|rota|caíd[oa]|rojo|vací[oa]|mal|lent[oa]|la línea|un error|fallando|dando|muy)(?= |$)/,
    },
  ),
  cue(
    'fact',
    0.7,
    /^(?:usamos|utilizamos|desplegamos|alojamos|corremos|guardamos|publicamos|trabajamos|probamos|soportamos) (?!esto|eso|est[ea] )/,
    { rest: SPECIFIC },
  ),
  cue(
    'fact',
    0.74,
    /^(?:el|este|esta|nuestr[oa]|la) (?:proyecto|repo|repositorio|app|aplicación|servicio|api|backend|frontend|build|librería|sitio) (?:usa|necesita|requiere|soporta|corre|está (?:escrit[oa]|hech[oa])|depende|funciona) /,
    { rest: SPECIFIC },
  ),
  cue(
    'procedure',
    0.8,
    /^para .{2,80}?[,:]? (?:hay que |debes |tienes que |basta con |se )?(?:ejecuta|ejecutar|corre|correr|usa|usar|lanza|lanzar|haz|hacer) /,
    { rest: /`|\.\/|\b(?:make|npm|pnpm|yarn|just|cargo|docker)\b/ },
  ),
  cue(
    'procedure',
    0.78,
    /^(?:el |la |los |las )?[\p{L}\p{N} -]{2,40}? (?:se ejecuta|se ejecutan|se lanza|se lanzan|se corre|se corren|se arranca|se despliega|se hace|se levanta)n? con /u,
    { rest: /^(?:el comando )?(?:`|\.\/|(?:make|npm|pnpm|yarn|just|cargo|docker) )/ },
  ),
]
