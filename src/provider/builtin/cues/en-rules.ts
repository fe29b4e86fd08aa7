import { cue, type Cue } from './cue.js'

const DEMONSTRATIVE =
  /^(?:to )?(?:this|that|it|these|those|them|the (?:first|second|last|other|latter|former|current)|your|option|how|what|where|approach|plan)\b/
const NOT_VERB =
  /^(?!uses\b)(?:[a-z]+[^su\W]s\b|mind|wrong|right|the|an?|this|that|it|nice|good|great|fun|happy|had|been|thought|wondered|so|in|on|at|with|heard|seen|knew|broken|failing|fails|returns|null|undefined|true|false|been|gonna|going|worked|works|said|forget how|again|trust|change|gets?|there|here|before|learn|stop)\b(?! (?:sure|commits?\b))/
const PRACTICE =
  'use|write|allow|commit|merge|push|add|do|put|import|mock|test|deploy|squash|rebase|release|ship|name|throw|log|call|mutate|touch|edit|hard-?code|nest|mix|expose|store|rely|support|keep|accept|share|bump|pin|vendor|check in|run|create|return|catch|extend|format|generate|inline|wrap|pass|print|query|make|ignore|disable|skip|reformat|prefix|document|review|tag|branch|install|publish|follow|lint|cache|ask|answer|reply|spell|indent|cut|validate|require'
const PLACE =
  '(?:repo|repository|project|codebase|code base|package|monorepo|workspace|team|company|org)'
/** How people state rules in English. */
export const ENGLISH_RULES: readonly Cue[] = [
  cue(
    'constraint',
    0.76,
    /^we (?:require|enforce|demand|forbid|ban|insist on|mandate|disallow|prohibit) /,
    {
      not: /^(?:this|that|it)\b/,
    },
  ),
  cue(
    'constraint',
    0.76,
    /^(?:every|each|any|all|public|exported) (?:new |public |single )?(?:features?|migrations?|endpoints?|packages?|modules?|services?|prs?|pull requests?|commits?|components?|functions?|classes|class|tests?|files?|repos?|changes?|releases?|tables?|routes?|models?|scripts?|apis?|jobs?|deployments?) (?:needs?|requires?|sits?|lives?|ships?|comes?|has|have) /,
    { not: /^(?:fixing|failed|work|been|more)\b/ },
  ),
  cue(
    'constraint',
    0.74,
    /^(?:commits?|commit messages|prs?|pull requests|branches|branch names|tests|test names|migrations|functions|file names|variable names|components|endpoints|docs|comments|imports|releases|packages|modules|types|secrets|hotfixes|new files) (?:should|must|have to|need to|are to) /,
    { not: /^(?:pass|work|be (?:fixed|green|running|working|fine))\b/ },
  ),
  cue(
    'constraint',
    0.78,
    /^(?:do not|don't) (?!you\b|know\b|think\b|understand\b|care\b)[a-z-]+ .{0,100}?(?:\bwithout (?:asking|my|telling me|approval|permission|checking with|a review|review)|\bunder any circumstances|\bunless i\b)/,
    { not: /\bthis\b/ },
  ),
  cue('constraint', 0.8, /^you(?:'re| are) (?:not|never) (?:supposed|allowed|permitted) to /),
  cue(
    'constraint',
    0.8,
    /^it(?:'s| is) (?:strictly )?(?:forbidden|prohibited|not allowed|mandatory|not permitted) to /,
  ),
  cue(
    'constraint',
    0.76,
    /^(?:nobody|no one|no-one) [a-z]+s? .{0,60}?\b(?:without|before|unless|except)\b/,
    { not: /^ (?:noticed|saw)/ },
  ),
  cue(
    'constraint',
    0.92,
    /^(?:from now on|going forward|moving forward|from here on(?: out)?|henceforth|from today(?: on)?|starting (?:today|now)|as of (?:today|now)|in (?:the )?future)[,:]? (?:please )?/,
    {
      title: '',
      not: /^(?:we|i|it|they|you)(?:'ll| will| may| might| could| want to| plan| hope| should be able)|^(?:it|this|that)\b|\b(?:might|maybe|perhaps|probably)\b/,
    },
  ),
  cue(
    'constraint',
    0.9,
    /^(?!i\b|it\b|this\b|that\b).{3,160}?,? (?:from now on|going forward|moving forward|from here on(?: out)?|henceforth)$/,
    { not: /\b(?:might|maybe|will)\b/ },
  ),
  cue('constraint', 0.88, /^(?:never,? ever|never|always) (?=[a-z])/, { not: NOT_VERB }),
  cue('constraint', 0.85, /^(?:do not|don'?t) ever (?=[a-z])/, {
    not: /^(?:do (?:that|this|it)|that)\b/,
  }),
  cue(
    'constraint',
    0.85,
    /^(?!you(?:'re| are)? (?:always|never))(?:you|we|agents?|everyone|everybody|nobody|no one|devs|developers|contributors|people|code|tests?|migrations|commits?|prs?|pull requests|branches)(?:'re| are)? (?:must|should|shall|may|can|have to|need to|are to|ought to|supposed to)? ?(?:always|never|only ever|only) (?=[a-z])/,
    {
      not: /^(?:know|knew|thought|think|get|got|see|saw|had|have (?:a|one|two)|been|fails?|need|works?|wanted|noticed|tested|tried|did)\b/,
    },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:we|you)(?: must not|mustn'?t| must| aren'?t allowed to| are not allowed to|'re not allowed to| may not| shall not| should not ever| cannot ever| can'?t ever) (?=[a-z])/,
    {
      not: /^(?:have (?:been|missed|made)|be (?:joking|kidding|able)|fix|finish|hurry|get|admit|see|say|know|wait|ship (?:this|it)|do (?:this|that|it))\b/,
    },
  ),
  cue(
    'constraint',
    0.8,
    new RegExp(`^we (?:don'?t|do not|never|only|always) (?=(?:${PRACTICE})\\b)`),
    { not: DEMONSTRATIVE },
  ),
  cue(
    'constraint',
    0.75,
    new RegExp(
      `^(?:no|zero) (?=[a-z].{2,80}?(?:\\ballowed\\b|\\bever\\b|\\bin (?:this|our|the) ${PLACE}|\\bin (?:prod|production|src|tests?|commit|production code|handlers|the codebase|pull requests|prs)\\b|\\bto (?:main|master|production)\\b|\\bon (?:main|master|fridays?|weekends)\\b|\\bwithout\\b|\\banywhere\\b|\\bunder\\b))`,
      '',
    ),
    {
      not: /^(?:problem|need|idea|worries|way|one|luck|errors?|tests? fail|changes|difference|longer)\b/,
    },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:all|every|each|any|new|public|only|exported) .{2,70}? (?:must|should|(?:is|are) to be|needs? to|has to|have to|gets?|may|can only|goes?|go|requires?)\b/,
    {
      not: /\b(?:this (?:file|function|test|class|method|component|pr)|be able to|users? (?:must|should|can)|pass now|work now)\b|^ (?:be )?(?:failing|broken|fixed)\b/,
    },
  ),
  cue(
    'constraint',
    0.75,
    /^(?!the |this |that |it |i |users? )(?:[a-z`][\w`-]*|[a-z]+s)(?: [\w`/-]+){0,5} (?:must(?:n'?t| not| never| always)?|should (?:always|never)|may (?:not|only)|(?:is|are) (?:strictly )?(?:forbidden|banned|prohibited|not allowed|off[- ]limits|mandatory|disallowed))\b/,
    { not: /\b(?:be able to|have (?:been|broken|failed|forgotten))\b/ },
  ),
  cue(
    'constraint',
    0.75,
    /^(?!the (?:[\w-]+ ){0,2}(?:button|page|modal|dialog|form|menu|icon|header|footer|function|method|result|output|text|label|image|list|table|color|field|input|link|tooltip|sidebar|card|layout|component|parser|value|response|script|program|widget|screen|cursor|window|users?)\b)(?:our|the) .{2,60}? (?:(?:is|are) (?:strictly )?(?:forbidden|banned|prohibited|not allowed|off[- ]limits|mandatory|disallowed|frozen|append-only|read-only)|must (?:never|always|not)|should (?:never|always))\b/,
    { not: /\b(?:button|page|modal|dialog|function|endpoint should return|this (?:file|test))\b/ },
  ),
  cue(
    'constraint',
    0.85,
    /^(?:make sure|ensure|be sure|take care)(?: that)? (?:to |you |we )(?:always|never)\b/,
  ),
  cue(
    'constraint',
    0.8,
    /^(?:whenever|every time|each time|any ?time|everytime) (?:you|we|someone|anyone|i|a|an|the) .{3,100}?, .{3,}/,
    {
      not: /\b(?:fails?|crash(?:es)?|errors?|breaks|get an?|it (?:shows|returns|throws|hangs|takes))\b/,
      title: undefined,
    },
  ),
  cue(
    'constraint',
    0.65,
    /^(?:before|after) (?:every|each|any|committing|pushing|merging|releasing|opening|deploying|you (?:commit|push|merge|open|deploy)|touching|editing|changing) .{0,60}?,? (?:always |please |you must |we |make sure )?(?:run|bump|update|rebase|squash|check|add|ask|regenerate|tag|notify|format|lint|execute)\b/,
    { not: /\bthis\b/ },
  ),
  cue(
    'constraint',
    0.65,
    /^(?:when|if) (?:you|we|someone|anyone)(?: ever)? (?:touch|change|edit|add|modify|create|rename|commit|write|bump|open|merge|delete|introduce|need|use)\b.{2,100}?,? (?:you must|we must|always|never|make sure|also|remember|don'?t|run|bump|update|regenerate|use|add|put|ask)\b/,
    { not: /\b(?:this|that|used|would|could|it now|right away)\b/ },
  ),
  cue(
    'constraint',
    0.75,
    new RegExp(
      `^(?:do not|don'?t|avoid|use|put|write|keep|prefer|add|name|no|stick to) .{2,120}?\\b(?:in|across|throughout|within|inside|for) (?:this|our|my|the (?:whole|entire)|all (?:of )?(?:my|our)|any|every) ?(?:whole |entire )?${PLACE}s?\\b`,
      '',
    ),
    { not: /^(?:.*\b(?:this (?:function|file|test|class|bug)|the bug)\b)/ },
  ),
  cue(
    'constraint',
    0.75,
    /^(?:do not|don'?t) (?:edit|touch|modify|change|commit|format|reformat|delete|hand-edit|rename|import|use|call|push|merge|deploy) .{2,100}?(?:generated|by hand|vendored|without (?:asking|my|telling|approval|a review|an? \w+)|under any circumstances|any ?more|any longer|manually|anywhere|directly to (?:main|master)|directly on|on fridays?|on main)/,
    { not: /\b(?:that file for now|this (?:one|function))\b/ },
  ),
  cue(
    'constraint',
    0.75,
    /^(?:ask|check with|consult|warn|tell) me (?:first )?before (?:you )?(?:deleting|delete|running|run|adding|add|installing|install|pushing|push|touching|touch|changing|change|committing|commit|creating|create|refactoring|making|any|dropping|drop|upgrading|upgrade)/,
    { not: /\b(?:this|that|continue|proceed)\b/ },
  ),
  cue(
    'constraint',
    0.7,
    /^(?:please )?(?:stop|quit) (?:using|adding|writing|creating|committing|putting|importing|generating|inserting|touching|removing|changing|mocking|wrapping) (?!this|that|it\b|the\b|here)/,
  ),
  cue(
    'constraint',
    0.7,
    /^(?:use|prefer|choose|write|pick) (?!a\b|an\b|the\b|this\b|that\b|your\b|it\b|my\b)[\w`@/.+#-]+(?: [\w`@/.+#-]+){0,3},? (?:and )?(?:not|instead of|rather than|over|never|no) (?!a\b|an\b|the\b|this\b|that\b|your\b|it\b)[\w`@/.+#-]+/,
    { not: /\bhere\b/ },
  ),
  cue(
    'constraint',
    0.7,
    /^(?:stick (?:to|with)|only use|use only|only ever use) (?!a\b|an\b|this\b|that\b|it\b|the (?:plan|first|second|other|current|same|one))/,
    { not: /\bhere\b/ },
  ),
  cue(
    'constraint',
    0.8,
    /^(?:the |our |my |house |team |hard |one |golden |simple |general |project )*(?:rule|policy|guideline)s?(?: here| for [\w ]{2,30}| of this \w+)?(?: is(?: that)?|:) /,
    { title: '' },
  ),
  cue(
    'constraint',
    0.75,
    new RegExp(
      `^(?:in|for|throughout|within) (?:this|our) ${PLACE},? (?:please )?(?:we |you )?(?:don'?t|do not|never|always|only|must|avoid|should)\\b`,
      '',
    ),
  ),
  cue(
    'constraint',
    0.7,
    new RegExp(
      `^(?:in|for|throughout|within) (?:this|our) ${PLACE},? (?:please )?(?:use|write|put|name|prefer|keep)\\b`,
      '',
    ),
  ),
  cue(
    'constraint',
    0.8,
    /^we use (?!it|this|that)[\w`@/.+#-]+(?: [\w`@/.+#-]+){0,4},? (?:and )?(?:not|instead of|rather than|never) [\w`]/,
  ),
]
