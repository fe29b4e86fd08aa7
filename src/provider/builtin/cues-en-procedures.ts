import { cue, type Cue } from './cue.js'

const VERB_RUN =
  '(?:re-?)?(?:run|test|deploy|build|start|release|publish|lint|format|migrate|seed|reset|debug|install|generate|update|set up|roll ?back|launch|boot|compile|benchmark|profile|connect|log in|tail|provision|restore|back up|bootstrap|ship|cut|regenerate|create|add|preview|restart|sync|load|import|export|get|apply|rotate|type-?check|verify)'

/** How people tell how something is done in English. */
export const ENGLISH_PROCEDURES: readonly Cue[] = [
  cue(
    'procedure',
    0.74,
    /^run `[^`]+` (?:to|before|after|when|whenever) .{0,80}?\b(?:whenever|every time|each time|after (?:every|each)|before (?:every|each)|you (?:change|pull|switch|touch|edit))\b/,
  ),
  cue(
    'procedure',
    0.75,
    /^(?:\w+ing|(?:a |the |our )?(?:release|deploy|deployment|build|setup|rollback)) (?:works|goes|is done) (?:like this|as follows): /,
  ),
  cue('procedure', 0.78, new RegExp(`^(?:in order )?to ${VERB_RUN}\\b.{1,80}?[:,] ?(?=\`)`)),
  cue(
    'procedure',
    0.78,
    new RegExp(
      `^if you (?:want|need|have) to ${VERB_RUN}\\b.{1,80}?,? (?:use|run|call|execute|do) `,
    ),
    { rest: /^`|^\.\// },
  ),
  cue(
    'procedure',
    0.75,
    /^(?:running|starting|building|deploying|testing|releasing|seeding|resetting|linting|formatting|migrating|publishing|installing|generating|regenerating|updating|debugging) .{2,50}?: ?(?=`)/,
  ),
  cue(
    'procedure',
    0.74,
    /^(?:the |our )?[\w-]+ (?:steps|process|procedure|workflow|routine|sequence): /,
    { rest: /\bthen\b|`/ },
  ),
  cue(
    'procedure',
    0.8,
    new RegExp(
      `^(?:in order )?to ${VERB_RUN}\\b.{1,80}?[,:]? (?:you )?(?:always |just |simply |first |only |need to |have to |must |should |can )*(?:run|use|do|call|execute|type|hit|invoke|start|set|go|copy|export|stop|bump|tag|push|delete|open|edit|add|kill) `,
      '',
    ),
    { not: /^(?:this|that|it)\b/ },
  ),
  cue(
    'procedure',
    0.76,
    new RegExp(
      `^(?:you|we|i)(?: can| always| normally| usually)? ${VERB_RUN} (?!it |this |that |into)(?:.{2,60}? )?(?:with|via|using|by running|by) (?=\`|[a-z]+ [a-z:-]+|\\./|make\\b)`,
      '',
    ),
    {
      rest: /`|\.\/|\b(?:make|npm|pnpm|yarn|just|cargo|go|docker|kubectl|bundle|poetry|uv|task|bazel|gradle|mvn|rake|python|node|npx|bun|deno|terraform|helm|mix|dotnet)\b/,
    },
  ),
  cue(
    'procedure',
    0.79,
    /^(?:the |our |all )?[\w /-]{2,50}? (?:(?:is|are|can be|gets?) (?:run|started|launched|executed|deployed|built|seeded|reset|generated|regenerated|applied|released|published|installed|triggered|done)|run|runs|start|starts) (?:with|via|using|by running|through) /,
    {
      rest: /^(?:the )?(?:command )?(?:`|\.\/|(?:make|npm|pnpm|yarn|just|cargo|go|docker|kubectl|bundle|poetry|uv|task|bazel|gradle|mvn|rake|python|node|npx|bun|deno|terraform|helm|mix|dotnet) )/,
    },
  ),
  cue(
    'procedure',
    0.79,
    /^(?:the |our )(?:[\w-]+ ){0,2}(?:process|procedure|workflow|routine|steps|recipe|sequence|way to [\w ]+)(?: for [\w ]{2,30}| to [\w ]{2,30})? (?:is|are|goes|:)[: ]/,
    { rest: /\bthen\b|\bfirst\b|,|`/, not: /^(?:slow|broken|too|painful|a mess|unclear)/ },
  ),
  cue(
    'procedure',
    0.7,
    /^(?:the )?(?:trick|fix|solution|workaround|secret|key)(?: (?:for|to|with) .{2,60}?)? (?:is|was)(?: simply| just)?(?: to)? /,
    {
      rest: /`|\b(?:run|clear|delete|set|restart|export|install|rm|remove|pass)\b/,
      not: /^(?:not|in|this|that|it)\b/,
    },
  ),
  cue(
    'procedure',
    0.65,
    /^(?:turns out )?you (?:have to|need to|must|gotta) (?:first |always )?(?:run|clear|delete|set|restart|export|install|start) .{2,100}? (?:before|first|after|for .{3,40} to work|to (?:run|get|start|build|deploy|test))\b/,
    { not: /\bthis\b/ },
  ),
]
