import { cue, titled, type Cue, SPECIFIC } from './cue.js'
import { ENGLISH_PREFERENCES, ENGLISH_PROCEDURES } from './en-preferences.js'
import { ENGLISH_RULES } from './en-rules.js'

const COMPONENT =
  '(?:url|endpoint|port|host|domain|branch|database|db|api|registry|bucket|region|version|package manager|schema|repo|cluster|queue|licen[sc]e|time ?zone|locale|currency|namespace|owner|contact|channel|dashboard|entry ?point|config|backend|frontend|server|runner|formatter|linter|bundler|orm|framework|cache|ci|css|shell|os|cdn|broker|proxy|gateway|tracker|board|runtime|limit|timeout|quota|address|path|prefix|convention|base image|stack|store|provider|instance|model|environment|sandbox|env|code ?owner|maintainer|id|locales?|encoding|date format)'

/** A value of a component: something in particular, or one word alone such as `develop`. */
const NAMED_VALUE = new RegExp(
  `${SPECIFIC.source}|^[\\w.-]+(?:,? (?:not|instead of|and) .*)?[.!]?$`,
)

/** How people state lasting things in English: rules, then decisions, facts and procedures. */
export const ENGLISH: readonly Cue[] = [
  ...ENGLISH_PREFERENCES,
  ...ENGLISH_RULES,
  ...ENGLISH_PROCEDURES,
  // Decisions
  titled(
    'fact',
    0.87,
    'No ',
    /^(?:we|the team|our team|everyone)(?:'ve| have)?(?: (?:just|finally|all|both))* (?:decided|voted|agreed|settled) against (?:using |adopting |having )?/,
  ),
  titled(
    'fact',
    0.8,
    'Use ',
    /^we(?:'re| are)(?: now| all| officially)? (?:going with|going to use|adopting|standardi[sz]ing on) (?!a\b|an\b|this|that|it\b|the (?:same|right|wrong|first|second|last)|call|option|your)/,
  ),
  cue(
    'fact',
    0.85,
    /^(?:we|the team|our team|everyone)(?:'ve| have|'ve all)?(?: (?:just|finally|now|already|all|both|also|since))*(?: decided| agreed| settled| chosen| chose| opted| picked| standardi[sz]ed| concluded| voted)(?: to| on| for| that| against| in favou?r of| upon)? /,
    {
      title: '',
      not: /^(?:nothing|yet|postpone|cancel|delay|skip|meet|talk|discuss|wait|call|lunch|take a|stop|rewrite|redo|fix|this (?:one|pr)|that\b|it\b|to wait|wait)/,
    },
  ),
  cue(
    'fact',
    0.8,
    /^(?:the |our |final |team )*(?:decision|verdict|conclusion|outcome|resolution|agreement|result)(?: of [\w ]{2,30})?(?: is(?: that)?|:| was(?: to)?| on [\w ]+ is(?: to)?) (?:to )?/,
    { title: '' },
  ),
  cue(
    'fact',
    0.72,
    /^(?:let'?s|we(?:'ll| will)) (?:just )?(?:go|stick|stay|settle) (?:ahead )?(?:with|on|for) (?!a\b|an\b|this|that|it\b|the (?:first|second|third|other|last|latter|former|plan|simple|one|same|original|current)|your|option|plan\b|approach|what|whatever|\w+ for now|number|variant)/,
  ),
  cue(
    'fact',
    0.68,
    /^(?:let'?s|we(?:'ll| will)) (?:use|adopt|standardi[sz]e on|keep using|target|switch to|move to) (?!a\b|an\b|this|that|it\b|your|option|what)[\w`@/.+# -]{2,60}?(?: for (?:all|the|our|every|any|new|everything)\b| everywhere| across| as (?:our|the)| instead of|,? not | throughout|$)/,
    {
      not: /\bhere\b|\b(?:loop|variable|helper|regex|ternary|constant|function|map|set|switch|early return)\b/,
    },
  ),
  cue(
    'fact',
    0.75,
    /^we(?:'re| are)(?: now| all| officially| still)? (?:going with|going to use|sticking with|sticking to|staying (?:on|with)|moving (?:\w+ )?to|moving off|switching (?:\w+ )?to|migrating (?:\w+ )?to|standardi[sz]ing on|adopting|dropping|phasing out|on) (?!a\b|an\b|this|that|it\b|the (?:same|right|wrong|first|second|last)|track|our way|call|option|your)/,
  ),
  cue(
    'fact',
    0.75,
    /^(?:we|our [\w ]{2,30}|the [\w ]{2,30})(?:'ve| have| has)?(?: (?:just|recently|already|now|since|fully))* (?:switched|moved|migrated|upgraded|standardi[sz]ed|dropped|replaced|deprecated|adopted|renamed)(?: from| to| away| over| on| support)? /,
    { rest: SPECIFIC, not: /^(?:this|that|it)\b/ },
  ),
  cue(
    'fact',
    0.72,
    /^(?:[\w`./-]+(?: [\w`./-]+){0,4}?)(?<!\b(?:as|what|how|where|who|like|than|that|if|so)) it is(?= then|[,.! ]*$)/,
    {
      not: /^ (?:what|how|that)/,
    },
  ),
  cue(
    'fact',
    0.74,
    /^(?:the |our )?[\w -]{2,40}?(?:team|squad|guild|crew|ops|group|department) (?:owns?|maintains?|handles?|reviews?|approves?|is responsible for|are responsible for|has to approve|looks after|runs?) /,
    { not: /^(?:this|that|it)\b/ },
  ),
  cue(
    'fact',
    0.74,
    /^(?!this |that |it |here |the (?:import|function|test|line) )[\w`./ -]{3,50}? (?:go|goes|belong|belongs) (?:in|into|under|to|next to) /,
    {
      rest: /^(?:the )?[`"']?[\w@.-]*\/|^`|^[A-Z]|^the [\w-]+ (?:package|folder|directory|repo|module)/,
    },
  ),
  // Facts
  cue(
    'fact',
    0.7,
    /^we(?:'re| are) (?:using|running|hosting|targeting|deploying) (?!this|that|it\b|the (?:same|wrong|old|new)|out of|into|late|a (?:lot|bit))/,
    {
      rest: SPECIFIC,
    },
  ),
  cue(
    'fact',
    0.72,
    /^(?:our )?(?:ci|cd|prod|production|staging|code|hosting|monitoring|logging|dns|docs) (?:is|are) (?:on|in|at|with) /,
    {
      rest: SPECIFIC,
      not: /^(?:fire|line|my )/,
    },
  ),
  cue(
    'fact',
    0.72,
    /^(?!this |that |it |the (?:bug|fix|change)|here )[\w` -]{3,40} (?:is|are)(?: now| all| only)? (?:hosted|deployed|managed|stored|tracked|generated|built|written|published|provisioned|configured|handled|served) (?:in|on|by|with|via|from|using|through) /,
    { rest: SPECIFIC, not: /^(?:this|that|the wrong|my |line )/ },
  ),
  cue(
    'fact',
    0.74,
    /^this is an? .{3,60}?(?:project|repo|repository|monorepo|app|application|service|library|codebase|package|site|plugin|cli|workspace)\b/,
    { not: /^ (?:is|needs|fails)/ },
  ),
  cue(
    'fact',
    0.7,
    /^(?:everything|all of it|all services) (?:is|are|runs?|lives?|sits) (?:in|on|under|inside) /,
    {
      rest: SPECIFIC,
    },
  ),
  cue(
    'fact',
    0.72,
    /^(?:the|our) [\w ./-]{2,40}? (?:is|are) (?:an? separate|its own|our own) (?:repo|repository|service|package|project|app|module|deployment)\b/,
  ),
  cue(
    'fact',
    0.72,
    /^our [\w .-]{2,30}? (?:is|are) (?:still )?(?:on )?(?:version|v(?=\d)|release) ?/,
  ),
  cue(
    'fact',
    0.62,
    /^we (?:use|follow|practi[cs]e|do) (?!a\b|an\b|the\b|this\b|that\b|it\b|them\b|two|same|some|old|new|your|both|wrong)[\w-]+ [\w-]+(?: [\w-]+)?$/,
  ),
  cue(
    'fact',
    0.75,
    /^(?:the|our|my|all|each|every|shared|public|generated)? ?.{2,60}? (?:lives?|(?:is|are) (?:located|stored|kept|defined|configured|documented|found|declared|maintained|checked in)|resides?|sits?|belongs?) (?:in|at|under|on|inside|next to|beside|below) /,
    { not: /^(?:this|that|it|here|the same|a|my head|memory)\b/ },
  ),
  cue(
    'fact',
    0.75,
    /^(?:our|all our|the|my|production|staging|prod|ci|each|every|releases|deploys|deployments|nightly|builds)\b.{0,60}? ?(?:runs?|(?:is|are)(?: now| also| always| all| actually| just)? (?:hosted|deployed|served|built|written|generated|bundled|published|compiled|managed|provisioned|tracked|cut|done|released|rendered|scheduled|sent|mirrored|backed|behind)|deploys?|stores?|keeps?|returns?|accepts?|sends?|writes?|serves?|ships?|comes?|gets? (?:deployed|built|published)|happens?|go(?:es)? out|listens?|points? to|talks? to|expires?|connects? to) ?(?:on|in|at|via|with|by|from|to|using|through|against|every|behind|off|straight from)? /,
    {
      rest: SPECIFIC,
      not: /^(?:this|that|it|my (?:laptop|machine|computer|mac)|an? (?:error|exception|loop|crash)|o\(|the (?:same|wrong))\b/,
    },
  ),
  cue(
    'fact',
    0.72,
    new RegExp(
      `^(?!the branch\\b)(?:the|our|my) (?:[\\w./\`-]+ ){0,4}?${COMPONENT}s?(?: (?:for|of|in|on) (?:the |our )?[\\w./-]+(?: [\\w-]+)?)? (?:is|are)(?: (?:called|named|on|at|set to|always|actually|just|really))? `,
      '',
    ),
    {
      rest: NAMED_VALUE,
      not: /^(?:down|broken|failing|slow|wrong|empty|missing|red|green|not|up|back|too|very|so|still|getting|returning|throwing|being|crashing|undefined|null|an? (?:mess|bit)|ready|done|open|fine|unavailable|stuck|full|offline)\b/,
    },
  ),
  cue(
    'fact',
    0.78,
    /^(?!the (?:test|script|function|container|loop|command|example)\b)(?:our|the|my|local)? ?.{2,50}? (?:listens? on|is on|runs on|uses|is exposed on|is bound to|is mapped to|sits on) port \d/,
    {},
  ),
  cue(
    'fact',
    0.72,
    /^(?:use |we use |it'?s |it is )?port (?=\d+ .{0,60}?\b(?:because|since|as|is (?:taken|reserved|used)|for (?:the|our))\b)/,
  ),
  cue(
    'fact',
    0.68,
    /^we (?:use|run(?! into)|deploy|host|build|ship|target|support|store|keep|publish|release|rely on|work with|write|test|version|track|pin|log|manage|cache|review|format|name|branch|bill|monitor|sign|tag) (?!it\b|this\b|that\b|these\b|to\b|a (?:lot|bit|problem)|the (?:same|wrong)|out of|them\b|the tests? (?:and|but))/,
    { rest: SPECIFIC },
  ),
  cue(
    'fact',
    0.66,
    /^we (?:use|deploy|host|build|ship|target|support|store|publish|release|rely on|write)(?: our| all| the)? [\w-]+(?: [\w-]+)? (?:for|as|with|via|on|to|in|from|by|through|every) [\w-]/,
    { not: /\b(?:this|that|it|here to|error|fail)\b/ },
  ),
  cue(
    'fact',
    0.74,
    new RegExp(
      `^(?:this|the|our)(?: whole| entire| mobile| web| legacy| internal)? (?:project|repo|repository|codebase|code base|app|application|service|package|library|monorepo|backend|back end|frontend|front end|site|stack|api|cli|server|client|pipeline|build|team|website|plugin|extension|firmware|game|engine|worker|gateway|e2e suite|tests|e2e tests|integration tests|unit tests|test suite|product|platform|dashboard|tool|bot|sdk) (?:uses?|targets?|requires?|needs?|supports?|(?:is|are) (?:an? |written|built|deployed|hosted|licensed|based)|runs?|follows?|depends? on|talks? to|relies on|exposes?|speaks?|ships?|has to run|must run|must support|must work|expects?|compiles|only (?:supports?|works|runs|ships)) `,
      '',
    ),
    {
      rest: SPECIFIC,
      not: /^(?:\d+ ?(?:min\w*|sec\w*|ms|s|hours?|days?|times)|mess|joke|nightmare|pain|to be (?:fixed|restarted)|fixing|cleanup|some|work|more|an? (?:restart|fix|refactor|rewrite|new|lot|bit)|into|fine|slow(?:er)?|this|that|it)\b/,
    },
  ),
  cue(
    'fact',
    0.72,
    /^.{3,60}? (?:is|are) (?:owned|maintained|reviewed|handled|on-called|run) by /,
    { not: /^(?:me|you|the (?:function|loop|test)|this|that|it)\b/ },
  ),
  cue(
    'fact',
    0.6,
    /^["'`\uE000\uE001\w -]{2,40}? (?:stands for|is short for|means|is what we call|refers to|is our (?:name|word|term) for) /,
    { rest: /\w+ \w+/, not: /^(?:that|we (?:can|have|need)|you|it|i)\b/ },
  ),
]
