import { cue, titled, type Cue } from './cue.js'

const DEMONSTRATIVE =
  /^(?:to )?(?:this|that|it|these|those|them|the (?:first|second|last|other|latter|former|current)|your|option|how|what|where|approach|plan)\b/
const PRACTICE =
  'use|write|allow|commit|merge|push|add|do|put|import|mock|test|deploy|squash|rebase|release|ship|name|throw|log|call|mutate|touch|edit|hard-?code|nest|mix|expose|store|rely|support|keep|accept|share|bump|pin|vendor|check in|run|create|return|catch|extend|format|generate|inline|wrap|pass|print|query|make|ignore|disable|skip|reformat|prefix|document|review|tag|branch|install|publish|follow|lint|cache|ask|answer|reply|spell|indent|cut|validate|require'
/** How people state preferences in English. */
export const ENGLISH_PREFERENCES: readonly Cue[] = [
  cue(
    'preference',
    0.9,
    /^i(?:'d| would)?(?: (?:really|much|strongly|generally|personally|always|usually|definitely|honestly|greatly|also|still|tend to|normally|typically))* (?:prefer|rather)(?: if| that| to)? /,
    {
      title: 'Prefer ',
      not: /^(?:not to (?:say|answer)|this|that|the (?:first|second|last|other)|your|option|to wait|we wait|not)\b/,
    },
  ),
  titled(
    'preference',
    0.85,
    'Prefer ',
    /^(?:my|our)(?: personal| strong| general)? preferences? (?:is|are|would be) (?:to |for )?/,
  ),
  cue(
    'preference',
    0.65,
    /^i(?: (?:really|absolutely|just|do|also|always|generally))* (?:like|love|enjoy) (?=it when|my |to |seeing|having|getting|short|terse|concise|small|verbose|explicit|[\w -]{3,40} (?:over|better|more than) )/,
    {
      title: 'Prefer ',
      not: DEMONSTRATIVE.source.startsWith('^')
        ? /^(?:this|that|it (?!when)|your|how|what|to (?:know|see|add|have this|thank))\b/
        : undefined,
    },
  ),
  cue(
    'preference',
    0.75,
    /^i(?: (?:really|absolutely|just|also|strongly|generally))* (?:hate|dislike|detest|can'?t stand|don'?t like|do not like|never want)(?: it when| to see| seeing| having)? /,
    {
      title: 'Avoid ',
      not: /^(?:this|that|it|the (?:way|idea|look)|how|your|what|to (?:say|ask|bother))\b/,
    },
  ),
  titled(
    'preference',
    0.75,
    'Avoid ',
    /^i(?:'m| am) not (?:a |the )?(?:big |huge |great )?fan of (?!this|that|it\b|the\b|your)/,
  ),
  titled(
    'preference',
    0.7,
    'Prefer ',
    /^i(?:'m| am)(?: a| more of a| more a)? (?:big |huge )?fan of (?!this|that|it\b|the\b|your)/,
  ),
  cue(
    'preference',
    0.7,
    /^i (?:always|only|exclusively|almost always) (?:want|like|expect|use|write|work|read) /,
    { title: '', not: DEMONSTRATIVE },
  ),
  cue(
    'preference',
    0.8,
    /^(?:always |generally )?keep (?:your |the |all )?(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies))(?: to me)? /,
  ),
  cue(
    'preference',
    0.7,
    /^(?:please )?(?:stop|quit) (?:apologi[sz]ing|explaining|summari[sz]ing|repeating|praising|flattering|thanking|telling me|asking me|saying)\b/,
    { not: /^ (?:this|that|it)\b/ },
  ),
  cue(
    'preference',
    0.65,
    /^(?:no|skip the|drop the|spare me the) (?:emojis?|pleasantries|flattery|apologies|preambles?|small ?talk|filler|summar(?:y|ies)|long explanations)\b(?! in (?:this|the|that))/,
  ),
  cue('preference', 0.6, /^i(?:'m| am) (?:more )?(?:of )?an? [\w-]+ person\b/),
  cue(
    'preference',
    0.78,
    /^(?:please )?(?!i\b|we\b|it\b|the\b).{4,90}? (?:when|whenever|if) you (?:explain|answer|reply|respond|summari[sz]e|describe|write (?:to me|explanations)|talk|report)\b/,
  ),
  cue(
    'constraint',
    0.7,
    /^(?:please )?avoid (?!a\b|an\b|the\b|this\b|that\b|it\b|these\b|those\b|your\b|here\b|my\b)[\w`'"]/,
    { not: /\bhere\b|\bthe (?:file|function|test|loop)\b/ },
  ),
  cue(
    'constraint',
    0.72,
    /^(?:do not|don't|use|put|write|keep|add|name|mock|log|throw|return|prefer) .{2,100}?\b(?:in|for|on) (?:all |any |every |our |new )?(?:production(?: code)?|prod|tests|test code|test files|handlers|controllers|commit messages|docs|documentation|comments|prs|pull requests|code reviews|reviews|new code|new files|migrations|components|public apis|domain code|shell scripts|scripts|sql|branch names|user-facing \w+)\b/,
    { not: /\b(?:this|that|these|those|here|too|again|as well)\b/ },
  ),
  cue(
    'constraint',
    0.78,
    /^our [\w ./-]{2,50}? (?:must|have to|has to|may only|may not|must not|can't|cannot|should (?:always|never|not)|shouldn't|are (?:always|never)|always|never) /,
    { not: /^(?:be (?:able|fixed|restarted)|fix|fail|break|work|get|see|believe|wait|seem)/ },
  ),
  cue(
    'constraint',
    0.76,
    /^(?:the )?[a-z][\w-]*(?: [\w-]+){0,3}s (?:(?:are|go|start|end|use|get|live|stay|have|stay|come) (?:always|never)|(?:always|never) (?:go|use|start|end|get (?:a|an|their|squashed|merged|reviewed)|have|contain|include|come|need|live|stay|carry|belong|touch|import|depend|call)) /,
    {
      not: /^(?:null|undefined|empty|wrong|red|broken|slow|late|the same|errors?|problems?|trouble|issues?)\b/,
    },
  ),
  cue(
    'preference',
    0.72,
    /^(?:please )?be (?:more |very |as )?(?:brief|concise|terse|direct|succinct|blunt|critical|honest|short)\b/,
    { not: /\b(?:this|about it|here)\b/ },
  ),
  titled(
    'preference',
    0.78,
    '',
    /^i(?:'d)? (?:want|need|expect|like) you to (?=(?:always|never) )/,
  ),
  titled(
    'preference',
    0.74,
    '',
    /^i(?:'d)? (?:want|need|expect|like) you to (?=.{4,120}?,? (?:always|every time)$)/,
  ),
  cue(
    'constraint',
    0.76,
    /^(?!this |that |it |the )[\w`./ -]{3,50}? (?:go|goes|belong|belongs) (?:in|into|under|to) .{2,60}?,? (?:never|and not|not) /,
  ),
  cue(
    'constraint',
    0.7,
    new RegExp(
      `^we (?:squash-merge|rebase-merge|force-push|double-check|${PRACTICE}) (?:every|each|all) `,
    ),
    { not: /\b(?:this|that|these)\b/ },
  ),
  cue(
    'preference',
    0.74,
    /^(?:do not|don't) be (?:so |too |that )?(?:verbose|chatty|wordy|formal|polite|long-winded|apologetic|pedantic|enthusiastic)\b/,
  ),
  cue('preference', 0.72, /^i want .{4,100}?,? (?:always|every time|everywhere)$/),
  cue(
    'preference',
    0.76,
    /^(?:when|whenever|if) you (?:show|give me|send|post|explain|answer|present|propose|suggest|summari[sz]e|review|reply|respond|quote|list) .{2,60}?, .{4,}/,
  ),
]

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
