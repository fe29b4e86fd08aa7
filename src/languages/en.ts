import { words, type Rewording } from './words.js'

/** Acts that somebody orders or asks how to do. */
const VERBS = words`(?:re-?)?(?:run|test|deploy|build|start|release|publish|lint|format|migrate
  |seed|reset|debug|install|generate|regenerate|update|set up|roll ?back
  |launch|boot|compile|benchmark|profile|provision|restore|bootstrap
  |ship|create|preview|restart|sync|load|import|export|apply|rotate
  |type-?check|execute|get|bring up|spin up|fire up|tail|connect to
  |serve|package|check|stop|clean|tear down|verify|back up|dump
  |view|open|record|flash|sign|scan|reach|access|log in(?:to)?|recover
  |resync|relaunch)`

/** English, the reference for all languages: a comment says what words of a role do. */
export const en = {
  /** By ISO 639-1. */
  code: 'en',
  /** False where it writes no blanks between words: they count wherever they stand. */
  isSpaced: true,
  /** Meets a text in its script; undefined where several languages share that. */
  script: undefined as RegExp | undefined,
  /** Words that tell it from others of its script. */
  commonest: words`the|is|are|was|it|to|of|and|for|with|that|this|on|in|how|we|you|do|does|can
    |please|run`,
  /** Requests to keep something ("remember that …"), in lower case. */
  requests: {
    /** Are one without any word after them: "remember". */
    asks: words`remember|rember|rmbr?|remind yourself|memori[sz]e|bear in mind|keep in mind
      |mind you remember|(?:do not|don't|dont|never)(?: you)?(?: ever)? forget|(?:(?:that'?s
      |that is|this is|it'?s) )?(?:(?:really|definitely|well|also) )?worth (?:remembering
      |keeping in mind|noting down|a note)|good to (?:remember|keep in mind)
      |(?:some|a few) things for your memory|for your memory|save OBJ somewhere|(?:one|another)
      (?: more| last| other)? thing(?: for you)? to (?:remember|keep in mind|note)|notes? (?:to
      |2|for) (?:self|myself|yourself|the future|later|next time|future (?:me|you|self
      |sessions?))(?: and (?:you|me))?|(?:things?|points?|rules?|facts?|notes?|stuff|lessons?)
      (?: that)? (?:to|for you to|you should|you must|we should|i want you to|worth) (?:remember
      (?:ing)?|keep(?:ing)? in mind)`,
    /** Name what they keep: OBJ stands for any of `objects` ("write OBJ down"). */
    puts: words`keep OBJ in mind|bear OBJ in mind|jot OBJ down|jot down|jot OBJ|write OBJ down
      |write down|put OBJ (?:in|into) (?:your |the )?(?:memory|notes)|(?:save|store|commit|add
      |put) (?:OBJ )?(?:to|in|into) (?:your |the |long[- ]term )*(?:memory|notes)|(?:save|store
      |keep|file) OBJ(?: away)?(?= for (?:the |a )?(?:later|future|next)| as an? (?:rule|note
      |fact|memory|preference|convention)| away)|file OBJ away|(?:make|take|save|leave|keep
      |store|add)(?: me| yourself)? (?:a |an )?(?:mental |quick |short |permanent )?(?:note|memo
      |memory)(?: of (?:OBJ))?(?: for (?:later|yourself|me))?|note OBJ(?: down)|note down
      |take note(?: of OBJ)?|make OBJ a (?:rule|habit)|log OBJ as a (?:rule|fact)`,
    /** Are one before a colon or a dash only: "new rule: …". */
    announces: words`(?:(?:a|an|one|our|another|add|here's|here is|this|your) )*(?:more |further |last )?
      (?:new|house|team|project|repo|standing|general|golden|hard|coding|style|code)
      (?: coding| style)? (?:rule|convention|policy|guideline)s?
      (?: (?:btw|here|pls|please|everyone|from now on|for [^:;.]{2,30}))?
      |(?:add (?:this|a) |one more |another )?(?:rule|convention)
      (?: #?\d+| for (?:the future|later|next time|this (?:repo|project)|you))?(?=\s*:\s*\S)
      |(?:quick |small |side |mental |important )?(?:note|reminder)(?: for you)?(?=\s*:\s*\S)
      |(?:quick|small|last|important) thing to (?:remember|note|keep in mind)
      |(?:store|save|keep|learn|take|note) OBJ(?: down| for (?:me|later)| please| pls| now)*(?=\s*:)`,
    /** Words of requests that are understood with a letter too many, too few, or out of place. */
    misspelt: words`remember|forget|memorize`,
    /** Are one at the end of a prompt's sentence: "…, save that". */
    ends: words`(?:save|store) (?:this|that)(?: please| pls| for (?:me|later))?(?=[\s.!)]*$)`,
    /** Commands of a host's prompt: "/remember …". */
    slashed: words`remember|memori[sz]e|memory(?: add)?|note`,
    /** Point to something said already, or to what follows: "that", "the following". */
    objects: words`(?:all|both|everything) (?:of )?(?:this|that|these|those|it|the above|above)
      |(?:this|that|these|those) (?:fact|rule|one|for me|two|three|few)?s?(?: things?| points?
      | rules?| facts?)?|these|those|this|that|it|them|both|everything
      |the (?:following|above)(?: \p{L}+)?
      |(?:a few|some|two|three|four|five|\d+) (?:things|points|rules|facts)|a few things`,
    /** "for", before `every`: "for every release, …". */
    forWords: words`for`,
    every: words`all|every|any`,
    /** May stand between a request and its statement and say nothing. */
    tails: words`for (?:the |a |all )?(?:future (?:reference|sessions?|work|use)|future|later
      |next (?:time|times|session|sessions|ones?)|all (?:our|my|your) (?:future )?work(?: here)?
      |me|good|ever|us)|in (?:the )?future|forever|permanently|down|in mind|to memory
      |about (?:this|the|our) (?:repo|project|codebase|code|setup|app|team|user)|here|please|pls
      |too|as well|also|always|well|carefully|once and for all
      |as an? (?:rule|note|fact|memory|preference|convention)|from now on|going forward
      |somewhere|away|next time|thanks|thank you|remember`,
    /** Tie a statement to its request. */
    that: words`that`,
    /** A word of `objects` that may also be one of `that`. */
    thatAlone: words`that`,
    /** Stand in front of a request and leave it one. */
    polite: words`please|pls|plz|just|also|always|kindly|do
      |(?:can|could|would|will) you(?: please)?(?: just)?|would you mind
      |i(?: really)? (?:want|need) you to|i(?:'d| would) like you to
      |you (?:should|must|can|may|have to|need to|might want to|better)|let'?s
      |make sure (?:to|you)|be sure to|try to`,
    /** Begin a clause in which a request may stand. */
    openers: words`actually|and|but|so|then|also|oh|ok|okay|hey|hi|well|right|thanks|thx|btw
      |by the way|good|great|cool|nice|perfect|one more thing|another thing|again|lastly|finally
      |first(?: of all)?|fyi|ah|now|before (?:anything else|i forget|we start)|because
      |one more thing to|important|og|til, ?`,
    /** Make what is said hold from then on. */
    standing: words`from (?:now|here|this point|today) (?:on(?:wards?)?(?: out)?|forward)
      |from here on out|(?:going|moving) forward|henceforth|as of now
      |for (?:all )?future reference|for (?:later|your|our) reference|for the record
      |(?:in|for) (?:the |all )?future|in (?:the )?future(?: please)?
      |(?:for |the )?(?:the )?next time|fyi for (?:later|next time|the future)|for later
      |lessons? learn(?:ed|t)|as a note for (?:later|future)(?: sessions?)?|for next time|psa
      |for (?:the )?(?:next|future) sessions?`,
    /** Words of `standing` that also tell of a plan. */
    future: words`future|next|later|record|lesson`,
    /** "TIL …" */
    learned: words`(?:TIL\b|til(?=:| that\b))[:,]?\s*(?:that\s+)?`,
    /** Stand between a request and its colon. */
    softeners: '',
    /** Before a colon: who remembers, or does not. */
    noRequest: '',
    wouldYou: words`(?:can|could|would|will) you|would you mind`,
    /** Make a question of a request that is none: "…, ok?" */
    tags: words`ok(?:ay)?|alright|right|got it|deal|yes`,
    /** Behind a request: what is remembered, or asked. */
    indirect: words`when|how|why|where|who|which|whether|what|if|me|last|back|yesterday
      |the (?:time|day|last|good)|doing|seeing|(?:the )?old days
      |(?:bug|time|day|guy|thing|one|meeting|night|week|feeling|old|weird)(?![\p{L}])`,
    /** Requests that need a whole clause behind them where no sign stands between. */
    bare: words`remember|rember|rmbr?|memori[sz]e|(?:keep|bear) in mind
      |(?:do not|don't|dont|never)(?: you)?(?: ever)? forget|note (?:to|2) self`,
    /** Make a clause of words. */
    clauses: words`is|are|was|were|has|have|had|do|does|don'?t|doesn'?t|isn'?t|aren'?t|can
      |can'?t|cannot|must|mustn'?t|should|will|won'?t|need|not|no|never|always|only|uses?|we
      |wants?|i'm|i am|\p{L}{3,}(?<!s)s`,
    /** Begin a task behind a request: "remember to push". */
    toDo: words`to `,
    /** Begin the words of a task; its statement does without: "to push". */
    toDoLeads: words`to `,
    /** Begin a task in a note of somebody to themselves: "note to self: ask Kim". */
    ownTasks: words`ask|call|ping|e?mail|tell|buy|book|check|look|talk|meet|write|reply|answer
      |send|schedule|finish|review|clean up|read|get|bring|pick up|order|pay|remind|follow up
      |investigate|try|figure out|find|fix`,
    /** Notes of somebody to themselves. */
    ownNotes: words`notes? (?:to|2|for) (?:self|myself|me)`,
    /** Make a rule of a task: what is to be done whenever something else is. */
    conditions: words`always|never|(?<=^to )not|every|each|any ?time|whenever|when(?! (?:you(?:'re| are)
      |done|ready|finished|i|it|this|that)(?!\p{L}))|unless|(?:after|before|once)(?! (?:done|ready|lunch|dinner|breakfast|work|school|noon|midnight|today|tonight
      |tomorrow|next|this|that|it|i|he|she|they|you(?:'re| are| leave| go)|\d|monday|tuesday
      |wednesday|thursday|friday|saturday|sunday|the (?:meeting|call|demo|break|weekend|holidays?
      |stand-?up|party|talk|train|flight))(?!\p{L}))`,
    /** Behind a weak request: how somebody feels, or what they are about to do. */
    moods: words`i'?ll|i will|i won't|you'?re|you are|it'?s (?:just|only|still|late|\d)|i'?m|i am
      |i (?:have|changed|moved|need)|i've|this is (?:just|only)|he|she|they`,
    /** Parts of requests not to forget. */
    forget: words`forget`,
    /** Parts of those behind which only what is established counts. */
    forgetEstablished: words`forget`,
    /** Parts of weak requests: "keep in mind". */
    inMind: words`in mind|note$|reminder`,
    /** Begin what is established: "we …". */
    established: words`we|our|my|there|it|(?:the|all|every|each|no) (?:\S+ ){1,4}(?:is|are|has
      |have|must|needs?|runs?|only|can|cannot|can't|does|don't|doesn't)(?![\p{L}])`,
    /** Begin what is not to be forgotten now. */
    now: words`now`,
    /** End a task behind a request. */
    toDoAtEnd: '',
    /** End a task that stands before its request. */
    toDoBefore: '',
    /** Begin what is no statement behind a request without a sign between. */
    looseStarts: '',
    /** Verbs that also mean the next step. */
    looseVerbs: '',
    /** Make a rule of that all the same. */
    statementStarts: '',
    /** "into the readme": what a page or a file is to hold is not for the memory. */
    into: words`in|into|to|at|under|on`,
    articles: words`the|a|our|my`,
    documents: words`readme|changelog|docs?|documentation|wiki|contributing|comments?|ticket
      |issue|jira|confluence|notion|pr|description|config|settings|database|table|spreadsheet`,
    /** Thanks and agreement, which state nothing. */
    acknowledged: words`perfect|great|works?|that works|it works|got it|thanks?|thank you|cool
      |nice|good|ah|oh|hm+|interesting|makes sense|ok(?:ay)?|awesome|wow|yes|yep`,
    /** Lead over to a request at the end of what stands before it. */
    looseOpeners: words`please|pls|so|and`,
    /** The same where the request behind is cut off. */
    looseEnds: words`and|so|please|pls`,
    /** Parts of objects that point to what follows. */
    ahead: words`following`,
    /** Parts of objects that point to two things. */
    two: words`both|two`,
    /** Parts of objects that point to many. */
    many: words`all|everything|these|those|them`,
    /** Mean one session, one task, today. */
    shortLived: words`(?:for|during|in|until the end of) (?:this|the current|that) (?:session
      |chat|conversation|pr|task|file|ticket|run|commit|branch|demo|exercise)(?: only)?|for now
      |just (?:this once|for now|for today)|for today|this (?:one )?time only
      |for the rest of (?:this|the) (?:session|chat|conversation|day)`,
    /** Somebody said it. */
    reported: words`said|says|told|tells|announced|wrote|writes|claims?|claimed|decreed|reads`,
    /** The same, inside of words too. */
    reportedAnywhere: words`translate`,
    /** "I have said": the person themselves did. */
    i: words`i`,
    haveJust: words`'ve|[ ]have|[ ]just|[ ]already`,
    saidMyself: words`said|told`,
    /** Tell of old times, or are a joke. */
    past: words`years ago|back then|used to|at the time|in (?:19|20)\d\d|haha+|lol|jk
      |just kidding`,
    /** Begin what is no wish behind "from now on". */
    noWish: words`i'll|i will|i'm|i am|i can|i (?:did|told|never|said|was|didn't|don't)
      |we'll see|maybe|perhaps|with|from|is|was|as|until|line \d|everything is|it wasn't|not my
      |that wasn't|we (?:could|might|meet)|there (?:will|might|may)`,
    ownPlan: words`i'll|i will|i'm going to|let's`,
    /** Begin a sentence that has a subject, and so is no order. */
    subjects: words`i|we|he|she|they|it|this|that|the|there|maybe|perhaps|see|until|till|you
      |let'?s|what|if|a|an|my|our`,
    /** "ignore that from now on" */
    dropIt: words`(?:ignore|forget|drop) (?:it|that|this)`,
    plan: words`plan`,
    /** Make a wish of a sentence with a subject. */
    wishes: words`please|never|always|don'?t|must|should`,
    /** Begin the next task, behind what was asked to keep. */
    nextTask: words`now\b|(?:can|could|would) you|then (?:fix|please)`,
  },
  /** Name a date by the day on which they are said, in lower case; DAY, MONTH and N are read. */
  dates: {
    /** Monday to Sunday, and January to December. */
    weekdays: words`monday|tuesday|wednesday|thursday|friday|saturday|sunday`,
    months: words`january|february|march|april|may|june|july|august|september|october|november
      |december`,
    /** Prepositions before a date, which take no other. */
    leads: words`until|till|by|from|since|before|after|on|as of|for|through`,
    /** The preposition of a day without one, and of a month. */
    on: 'on ',
    inMonth: 'in ',
    today: words`(?:earlier )?today(?! on)|tonight|this (?:morning|afternoon|evening)`,
    yesterday: words`yesterday`,
    tomorrow: words`tomorrow`,
    dayAfterTomorrow: words`(?:the )?day after tomorrow`,
    dayOfNextWeek: words`DAY next week`,
    nextDay: words`(?:the )?(?:next|coming|upcoming) DAY`,
    lastDay: words`(?:last|this past) DAY`,
    inDays: words`(?<=\b(?:com(?:e|es|ing)|mov\w+|switch\w*|retir\w+|ends?|ships?|launch\w*|migrat\w+
      |leav\w+|goes (?:live|away|down)|shuts?|replaced|dropped|removed|starts?) .{0,40})in N days?`,
    inWeeks: words`(?<=\b(?:com(?:e|es|ing)|mov\w+|switch\w*|retir\w+|ends?|ships?|launch\w*|migrat\w+
      |leav\w+|goes (?:live|away|down)|shuts?|replaced|dropped|removed|starts?) .{0,40})in N weeks?`,
    daysAgo: words`N days? ago`,
    weeksAgo: words`N weeks? ago`,
    endOfThis: words`(?:the )?end of (?:this|the) month`,
    endOf: words`(?:the )?end of MONTH`,
    nextMonth: words`next month`,
    lastMonth: words`last month`,
  },
  /** Open a sentence and say nothing that lasts, in any case. */
  openings: {
    /** Before one of `seconds`: "oh well". */
    interjections: words`ok(?:ay)?|ah|oh|hm+|well|yes|yeah|great|cool|nice|perfect|good`,
    seconds: words`ok(?:ay)?|and|but|thanks|thank you|great|cool|right|so|then|well|wait|yes|no`,
    starts: words`(?:no,? )?that(?:'s| is) (?:wrong|not (?:right|true|correct|it|how)|incorrect|outdated)
      |you(?:'re| are) wrong|not quite|not really|turns out(?: that)?|to be clear
      |(?:just )?one (?:last|more) thing|(?:one )?(?:small|other|quick|last) thing|one more rule
      |fair enough|never ?mind|looks (?:good|great|fine)(?: to me)?|lgtm|good catch|makes sense
      |sounds good|sorry|haha|ha|ugh|phew|whoa|wow|argh|hold on|exactly|correct|agreed
      |good(?: job| work| point)?|ok so|so yes|ah yes|oh right|of course|by the way|btw
      |in case you (?:wonder|were wondering)|ok(?:ay)?|kk?|alright|right|great|cool
      |nice(?: one)?|neat|perfect|thanks(?: a lot| so much)?|thank you|thx|cheers|hey|hi|ah+|oh+|so{2,}
      |oops|hm+|mh+m?|well|so|yes|yeah|yep|yup|no+|nope|nah|wrong|also|and|but|plus|though|fyi
      |fwiw|tbh|imo|note|nb|heads[- ]up|for the record|for (?:future )?reference
      |(?:just )?so you know|just to be clear|actually|damn|wait|stop|careful
      |please note(?: that)?|(?:please |pls |also |and )*(?:remember|keep in mind|bear in mind
      |note|don'?t forget|make a note|take note|be aware|know)(?: that|:)|important|reminder
      |rule|rule of thumb|note to self|til|psa|correction|update|decision|fun fact|basically
      |honestly|obviously|anyway|as (?:agreed|discussed|i said|said)|like i said|again
      |i (?:already )?told you|background|context|(?:for (?:you|everybody|everyone|all of us|context|info)|what i (?:want|mean))(?=:)
      |(?:the )?(?:takeaway|lesson|moral|conclusion|upshot|outcome|bottom line)(?: (?:from|of) [^:,.]{1,40})?
      (?=:)|(?:(?:a|one|our) )?(?:new|house|team|project|standing) rule(?: [^:,.]{1,20})?(?=:)|(?:can't|cannot|won't work)(?=[:;])
      |that no longer works|(?:they|he|she) (?:just )?confirmed(?: it)?|before we start|(?:then )?(?:let's|we) do (?:it|that|this) (?:like this|this way)|ideally|in general|generally speaking`,
    /** Need no sign behind them: "remember that …". */
    links: words`that|and|but|so|also|plus|btw|fyi|fwiw|yeah|yep|yup|hm+|ah+|oh|ugh|tbh|anyway|actually|basically|honestly
      |obviously|yes|ok(?:ay)?|just to be clear|by the way|for the record
      |turns out`,
    /** Stand before `fromNow`. */
    leads: words`and[ ]|so[ ]|also[ ]`,
    fromNow: words`from now on|going forward|from here on(?: out)?|in (?:the )?future
      |henceforth|starting (?:now|today)|as of (?:now|today)`,
    /** Stand behind `fromNow`. */
    politeWords: words`please|pls`,
  },
  /** Forbid to keep a sentence, in lower case. */
  gates: {
    /** Ask for a nod, not for an answer: "…, ok?" */
    nods: words`ok(?:ay)?|k|right|alright|please|yeah|got it|understood|will you`,
    /** Orders that are worded as questions. */
    orders: words`(?:can|could|would) you (?:please )?(?:always|never)`,
    /** Before `imagines`. */
    leads: words`so|and|but|hm+|ok|well`,
    imagines: words`what if|suppose|imagine|if only|i wish|hypothetically|in theory|say we
      |let'?s say (?:we|i|that|you)\b|assuming|i wonder|wondering|maybe we (?:should|could)
      |perhaps we|we (?:could|might) (?:also |just |maybe )|i'?m (?:thinking|toying)`,
    undecided: words`not decided|undecided|haven'?t decided|nothing(?:'s| is) decided`,
    perhapsAtEnd: '',
    /** Mean one time, or one piece of work. */
    oneOff: words`(?:only |just )?for now|for the moment|for the time being
      |(?:just|only) (?:this )?once|just this time|(?:only|just) (?:for )?(?:today|tonight
      |this (?:pr|branch|commit|ticket|run|file|test|demo|sprint|week))
      |for this (?:one )?(?:pr|branch|commit|ticket|run|demo|task|test|spike|sprint|time)
      |in this (?:pr|branch|commit|ticket|run|spike)|temporar(?:y|ily)|as a one-?off
      |until (?:tomorrow|tonight|next (?:monday|tuesday|wednesday|thursday|friday|week)
      |further notice|after the demo)`,
    irony: words`what could (?:possibly )?go wrong|\byeah,? right\b
      |\b(?:just )?(?:kidding|joking)\b|\blmao\b|^(?:oh )?sure,? let'?s\b|\bpigs fly\b`,
    /** Documents, and others, that say something. */
    reported: words`(?:(?:the|our|this|their|some|a) )?(?:docs?|documentation|readme|tutorial
      |article|blog(?: post)?|book|stack ?overflow|linter|error(?: message)?|email|comment
      |style guide|chatgpt)\b[^.]{0,20} (?:says?|said|claims?|recommends?|suggests?)\b
      |(?:he|she|someone|somebody|people|some guy) (?:says?|said|claims?|wrote|thinks?)\b`,
    /** Before `dictates`. */
    politeWords: words`please[ ]|pls[ ]|can you[ ]|could you[ ]`,
    /** Work on a text, or send one: "translate", "write to Anna:". */
    dictates: words`translate|rephrase|reword|proofread|tweet|commit (?:it )?(?:with|as)
      |(?:write|draft|reply|answer|post|send|mail)\b(?![^:]*\b(?:every|always|each
      |way)\b)[^:]{0,60}:`,
  },
  /** Name a secret in a sentence: "the password for the staging box is still …", in any case. */
  secrets: {
    names: words`pass(?:word|phrase|wd|code)?|pw|api[ -]?key|secret|token|login`,
    of: words`for|of|from|to|on`,
    articles: words`the|our`,
    is: words`is`,
    still: words`now[ ]|still[ ]`,
  },
  /** Frames of what a person pasted or quotes. */
  pasted: {
    /** First and last words of a letter. */
    greetings: words`hi|hello|hey|dear`,
    closings: words`(?:best|kind|warm) regards|regards|cheers|sincerely`,
    /** Announce a text without a colon. */
    announces: words`this|following|below|text|file|document|these`,
    /** Announce a text with a colon, in lower case. */
    leads: words`here(?:'s| is| are)|this is what|output|log|logs|error|trace|says|said|wrote
      |writes|told|answer(?:s|ed)|repl(?:y|ies|ied)|report(?:s|ed)|reads?|readme|email|e-mail
      |ticket|issue|slack|message|review|comment|diff|paste[d]?|prompt|policy|changelog|quote
      |docs?|guide|article|spec|text|translate|following|snippet|description|translat\w*`,
    /** Names of the fields of a mail. */
    headers: words`from|to|cc|subject|date|sent|reply-to`,
    /** Those that nothing else has. */
    mailHeaders: words`subject|sent`,
    /** "original message", between rules. */
    mailRules: words`original message|forwarded message`,
    /** "on Monday Anna wrote:" */
    onDay: words`on`,
    wrote: words`wrote`,
    /** "the readme says:" */
    sources: words`readme|files?|docs?|documentation|page|wiki|website|site|article|guide|logs?
      |issue|ticket|comment|e-?mail|message|prompt|output|tool|error|changelog|post`,
    says: words`says?|said|reads?|states?|claims?|wrote|tells? (?:me|us)`,
    /** "shorten this:" */
    rewrites: words`translate|rewrite|rephrase|reword|paraphrase|proofread|shorten|summari[sz]e`,
    /** Stand for `says` and `rewrites` where no blanks are written. */
    quotes: '',
    /** Somebody says it. */
    saidBy: words`says?|said|answers|answered|replies|replied|reports|reported|wrote|writes
      |suggests|suggested|claims|claimed|thinks|insists`,
    /** Before a colon: what is said is the person's own. */
    ownWords: words`i|i've|we|you|remember`,
    /** Orders to forget, as somebody else gives them. */
    forget: words`forget|ignore|drop|disregard`,
  },
  /** Answers and questions. */
  answers: {
    /** Open an agent's words for what was settled: "final:", "full recap of …:". */
    recaps: words`(?:(?:full|short|quick|the) )?(?:recap|summary)(?: (?:of|for)(?: the record)?)?
      |(?:that'?s )?(?:settled|agreed|final|decided|done|perfect|excellent|great|right|fair enough)
      |in short|to sum up|for the record`,
    /** Before one of `agreed`. */
    yes: words`yes|yep|yeah`,
    yesAlone: words`yes|yep|yeah|yup|right`,
    agreed: words`that'?s (?:right|correct|true|it)|that is (?:right|correct)|correct|exactly
      |precisely|confirmed|you'?re right|indeed|spot on`,
    /** Make more of a yes than a yes. */
    qualifies: words`but|except|only|not`,
    /** Stand before an offer. */
    offerLeads: words`so|ok|and|also|then`,
    /** Begin questions that are offers. */
    offers: words`should|shall|do you want|would you|want me|can i|may i|could
      |is it (?:ok|okay|fine)|ready|anything`,
    /** Ask for more than a yes. */
    asksMore: words`which|what|where|when|who|how|why`,
    /** Begin a question that is not worded as a statement. */
    asksWhether: words`is|are|do|does|did|has|have|was|were|will`,
    /** Open an agent's question that states something: "so you …". */
    understands: words`so|got it|i see|understood|ok(?:ay)?|just to (?:confirm|check)
      |to confirm|from what i (?:see|can tell)|it (?:looks like|seems(?: that)?)
      |i (?:see|assume|gather|take it|understand|believe|think)(?: that)?|looks like
      |if i understand correctly|should i (?:remember|note) that|am i right that`,
    /** End such a question: "…, right?" */
    tags: words`right|correct|is that (?:right|correct)|yes|yeah|no`,
    /** Make what the person would say of what the agent asks, one after another. */
    rewording: [
      [/\byour (?=project|repo|codebase|team)/gi, 'the '],
      [/\byour\b/gi, 'our'],
      [/\byou(?:'re| are)\b/gi, 'we are'],
      [/\byou\b/gi, 'we'],
    ] satisfies Rewording[],
    because: words`because|cause|cuz`,
    /** Begin an answer of a few words. */
    shortly: words`yes|no|both|always|never|only`,
    /** Stand before a question. */
    questionLeads: words`so|and|ok(?:ay)?|also|then|but|just to check`,
    /** Begin a question. */
    questions: words`(?:which|what) (?=\p{L}+ (?:should|does|do|is|are|must|did|would|will)\b)
      |what(?:'s| is| are) (?:the |your |our )?
      |where (?:is|are|do|does|should|can)(?: the| we| i)?[ ]|who (?=\p{L})
      |(?:should|shall|do|does|is|are|can) (?:i|we|you|the|it)? ?
      |how (?:do|should|does|is|are)(?: we| i| you| the)?[ ]`,
    /** Make a subject of a question without its beginning, one after another. */
    subjects: [
      [/\b(?:should|does|do|did|must|would|will) (?=(?:i|we|you|the|it|this)\b)/i, ''],
      [/\b(?:i|you)\b/gi, 'we'],
    ] satisfies Rewording[],
    denies: words`no+|nope|nah|wrong|not`,
  },
  /** Taking back, correcting, and putting something in another's place; in lower case. */
  changes: {
    /** "never mind": takes back what was said before. */
    takesBack: words`never ?mind|scratch that|scrap that|strike that|(?:please )?(?:forget
      |ignore|disregard|drop) (?:that|it|this|about|what i (?:just )?(?:said|told you)
      |my (?:last|previous|earlier)|the (?:rule|thing|bit|part|note)|everything i)
      |i take (?:that|it) back|i(?:'ve)? changed my mind|changed our minds?|on second thoughts?
      |no,? wait|wait,? no|i was wrong|i misspoke|my mistake
      |that rule(?:'s| is) (?:gone|dead|off)|(?:is|are) (?:off|gone)(?= again| now|$|[.!])
      |we(?:'re| are) not doing that|don'?t (?:remember|save|store) (?:that|this|it)`,
    /** Say that a sentence that takes back names what. */
    names: words`about|regarding|rule`,
    /** "rule", "thing": what a retraction calls what it takes back. */
    rules: words`rules?|things?|parts?|bits?|notes?|memory|stuff|points?|conventions?
      |instructions?|polic(?:y|ies)|requirements?|ideas?|story`,
    /**
     * Retractions that name what they take back, in the group `topic` or `topic2`. OPEN and CLOSE
     * stand for the edges of a word, RULE for `rules`.
     */
    takingBack: [
      words`OPEN(?:forget|scrap|drop|ignore|disregard|strike)(?: about)? (?:what|everything
        |anything|all) (?:i|we)(?:'ve| have| had)? (?:just )?(?:said|told you|wrote|mentioned
        |asked for|noted)(?: earlier| before| yesterday)?(?: about| on| regarding
        | concerning)? (?<topic>.+)`,
      words`OPEN(?:forget|scrap|drop|ignore|disregard|strike)(?: about)? (?:the|that|our
        |my) (?:RULE)(?: about| on| with| regarding| that| for| of)? (?<topic>.+)`,
      words`OPEN(?:forget|scrap|drop|ignore|disregard|strike)(?: about)? (?:the|that|our
        |my) (?<topic>.+?) (?:RULE)CLOSE`,
      words`(?:^|[,;:—–] ?)(?:(?:so|and) )?(?:(?:the|that|our|my) )?(?:(?:RULE)(?: about
        | with| on| for)? )?(?<topic>[^,;:—–]+?)(?: (?:RULE))? (?:no longer (?:applies|apply
        |holds?|counts?|stands?)|(?:doesn't|does not|don't|do not) (?:apply|hold|count
        |stand) any ?more|(?:is|are) (?:off the table|obsolete|history|void|moot
        |not true any ?more|no longer (?:true|valid|needed|in force)))`,
      words`OPENwe(?: no longer use| stopped using| got rid of|'ve dropped
        | have dropped) (?<topic>.+)`,
      words`OPENwe (?:don't|do not) use (?<topic>.+?) any ?more`,
    ],
    /**
     * Statements that name what they stand in place of: OLD stands for its words, VALUE for the
     * same without quotation marks, STOP for what ends them, OPEN and CLOSE for the edges of a
     * word. A pattern of its own puts them into the group `old`.
     */
    replacing: [
      words`OPEN(?:switch|mov|migrat|chang|went|renam|swapp|transition|port)(?:e?d|ing)?
        (?: \p{L}+){0,3}? from OLD (?:over )?toCLOSE`,
      words`OPEN(?:replac|swapp|exchang)(?:e?d|ing) OLD (?:with|by|for)CLOSE`,
      words`OPEN(?:dropp|ditch|retir|abandon)(?:e?d|ing) OLD (?:for|in favou?r of)CLOSE`,
      words`OPEN(?:forget|drop|scrap|ignore)
        (?: about)? (?:what i said about |the rule about |the )?OLD(?: (?:rule
        |thing))?\s*[,;—–].*OPEN(?:now|use|instead|we)CLOSE`,
      words`OPEN(?:instead of|rather than|in place of|no longer
        |not) (?:in |on |at |with |by |the |an? |\p{L}+ing )?OLDSTOP`,
      words`OPEN(?:used to be|was|were|previously|formerly) OLD(?=[,;)]| (?:before|until now|but))`,
    ],
    /** Words of STOP. */
    stops: words`and|but|since|because|as|in|for|any ?more|now|not`,
    /** Say that a statement speaks of a change at all. */
    tells: words`now|any ?more|anymore|from now on|switch\w*|mov(?:ed|ing)|migrat\w*|changed
      |renamed|swapped|instead|no longer|used to|was|were|correction|forget|dropp?(?:ed)?|scrap
      |ditched|replac\w*|retired|not`,
    /** End what is taken back: a reason follows. */
    because: words`because|since|it was`,
    /** Point to what was said just before, and name nothing. */
    points: words`(?:the )?(?:it|that|this|them|those|these|one|all|other|first|second|last
      |previous|earlier|idea|whole)|in \S+`,
    /** Stand before a question. */
    questionLeads: words`so[ ]|and[ ]|ok(?:ay)?,?[ ]`,
    /** Begin questions, which take nothing back. */
    asks: words`should|shall|can|could|do|does|did|may|why|what`,
    /** Imagine something, which takes nothing back. */
    imagines: words`what if|suppose|imagine|if we|wants? to|would|could|says? that|told me`,
    /** Say what holds instead, behind a comma. */
    saysNew: words`we(?:'re| are)?|now|use|instead`,
    /** "we use …" */
    used: words`we(?:'re| are)?(?: now)? (?:us(?:e|ing)|on|going with|went with)
      |(?:we )?now (?:we )?us(?:e|ing)`,
    /** Begin a reason: nothing new. */
    reasons: words`because|since|as (?:it|we)|it was|that was`,
    /** Say no. */
    negates: words`not|never|no longer|no|don't|doesn't|isn't|aren't|won't|can't`,
    /** Signs that a statement replaces an earlier one. */
    replaces: words`actually|instead|after all|rather|on reflection|no longer|any ?more
      |nowadays|now|then|as of|switched|moved|changed|decided|correction|corrected|wrong|sorry
      |dead|no|nope`,
    /** May stand before a correction. */
    interjections: words`a+h|o+h|hm+|oops|damn|shit`,
    yesOrNo: words`yes|no`,
    /** Begin a correction. */
    corrects: words`(?:no[,. ]+)?wait|hold on|stop|sorry|correction|scratch that
      |my (?:mistake|bad)|i (?:misread|mixed|was wrong|meant|looked at the wrong)
      |(?:that was )?wrong(?=[,. ])|(?:no|nope)[,.]`,
    /** Before a value that does not hold. */
    ratherThan: words`not|instead of`,
    /** Say that a value is another one, not which. */
    moves: words`(?:was |were |is |are |got |they |we |has been |have been )*(?:raised|lowered|bumped
      |increased|reduced|moved|moves|changed|changes|renamed|switched|became|becomes|extended
      |shortened)(?: (?:it|this|that|to|from|over))*|nowadays
      |since the (?:move|migration|upgrade|switch|relaunch)`,
    /** Begin what follows from what was said before. */
    therefore: words`so`,
    /** Tell of others who set a value: "finance wants five". */
    wills: words`(?:wants?|demands?|asked for|insists? on|agreed (?:on|to)|decided on|says?)
      |(?:raised|lowered|cut|bumped|extended|shortened|set|put) (?:it|this|that|us|them)
      (?: down| up| back)?(?: to| at)?`,
    /** Are said by the way. */
    asides: words`btw|by the way|fyi|folks|guys|finally|minimum|for good|instead`,
    /** Things that come and go while one works: that they are gone is no news. */
    passing: words`errors?|bugs?|warnings?|failures?|problems?|issues?|crash(?:es)?|flakes?|leaks?
      |messages?|symptoms?|alerts?|conflicts?|diffs?|delays?|regressions?`,
    /** Tell what was seen, or of what is only one's own: no news of what holds. */
    reports: words`takes|took|taking|lasted|lasts|measured|found|shows|showed|counted|my|mine`,
    /** Patterns of what is not needed any more, in the group `topic`. */
    ended: [
      words`OPEN(?:don't|do not|no need to|needn't) bother (?:with|about) (?<topic>[^,;:—–]+)`,
      words`OPENwe(?:'ve| have)? (?:dropped|ditched|abandoned) (?:the |our )?(?<topic>[^,;:—–]+?)[.!]*$`,
      words`^(?:the |our )?(?<topic>[^,;:—–]+?) (?:is|are) over(?: now)?[.!]*$`,
      words`^(?:the |our )?(?<topic>[^,;:—–]+?) (?:is|are) no longer (?:needed|required|necessary
        |wanted|used|in use)CLOSE`,
      words`OPEN(?:you|we|i) no longer (?:need|have)(?: to)? (?<topic>.+?)[.!]*$`,
      words`OPEN(?:no need to|no need for) (?<topic>.+?)(?: any ?more| any longer| from now on)?[.!]*$`,
      words`OPEN(?:you|we|i) (?:don't|dont|do not) (?:need|have) (?:to )?(?<topic>.+?)
        (?: any ?more| any longer)CLOSE`,
      words`^(?:the |our )?(?<topic>[^,;:—–]+?) (?:is|are|isn't|aren't|was|were|has been|have been)
        (?: not)?(?: no longer)? (?:needed|required|necessary|wanted|used)(?: for [^,;:—–]+?)?(?: any ?more| any longer)CLOSE`,
      words`^(?:the |our )?(?<topic>[^,;:—–]+?) (?:is|are|was|were|has been|have been|got)
        (?: now| finally)? (?:retired|abolished|discontinued|decommissioned|dropped for good
        |shut down|switched off|phased out|sunset)CLOSE`,
      words`OPENwe (?:shut (?:the |our )?(?<topic>.+?) down|(?:retired|abolished|decommissioned
        |shut down|got rid of) (?:the |our )?(?<topic2>[^,;:—–]+?)(?: last \p{L}+)?[.!]*$)`,
    ],
    /** Patterns of what is no longer there. */
    gone: [
      words`^(?<topic>[^,;:—–]+?) (?:is|are)(?: now)? (?:gone|dead|no more)(?: now| for good)?[.!]*$`,
      words`^(?<topic>[^,;:—–]+?) (?:doesn't|does not|don't) exist any ?moreCLOSE`,
    ],
  },
  /** Words that point to what was said before. */
  pointers: {
    /** Anywhere in a statement. */
    words: words`it|its|it's|them|they|these|those|this(?! (?:whole |entire )?(?:repo
      |repository|project|codebase|code base|package|monorepo|app|application|service|team
      |company|org|product|library|module|site|api|cli|workspace|organi[sz]ation|machine|server
      |box|cluster|board|laptop|device)\b)|that(?=$|[\s]*[,.!]|'s| (?:is|file|one|way|function
      |was|folder|thing|approach|test|in|on|at|everywhere|again|for)\b(?!'))
      |the (?:former|latter|same|other one|first one|second one|above)|do so|like so`,
    /** At its beginning. */
    opens: '',
    /** A command or a way that was shown before. */
    shownBefore: words`^(?:applies|goes|holds|same|counts) (?:to|for)(?![\p{L}])`,
    /** Pronouns that point to nothing: "it is fine to". */
    expletives: words`\bit(?:'s| is| was) (?:strictly |not |really |perfectly |much |by )?
      (?=forbidden|prohibited|allowed|mandatory|permitted|fine|ok|okay|best|better|easier|hard
      |harder|important|enough|clear|true|known|possible|impossible|good|bad|nice|design|up to
      |like this|about|worth|safe|then\b|because)
      |\b(?:find|found|make|makes|take|takes|hate|like|love|prefer) it\b
      |\bit (?:takes|helps|would help|depends|turns out|looks like|seems|happens)\b
      |^this is an? (?=.*\b(?:project|repo|repository|monorepo|app|application|service|library
      |codebase|package|site|plugin|cli|workspace)\b)|\bit is(?= then|$)
      |\b(?:it|that) (?=when|if)|\bso (?=that)|\bkeep it (?=short|brief|to|simple|concise|under)`,
    /** "the gateway runs": what a sentence is about. */
    articles: words`the|our|my|a|an`,
    verbs: words`is|are|was|has|have|runs?|lives?|needs?|uses?|works?|does|gets|moved|changed
      |can|must|should|took|only`,
    /** Words of no substance. */
    fillers: words`never|always|please|must|should|not|don't|ever|only|from|now|use|run|you|we
      |all|and|the|prefer|make|sure|when|with|keep|do|to|on|in|at|remember|that`,
    /** Pronouns at the beginning that a noun may take the place of. */
    pronouns: words`(?:it|that|this)\b(?!')|it(?='s\b)`,
    /** Nouns that name nothing. */
    emptyNouns: words`bug|error|problem|issue|thing|way|one|idea|test|function|line|file`,
  },
  /** The reach of a statement: everywhere, or only here. */
  scopes: {
    everywhere: words`(?:in|across|for|on|to) (?:all|every one)(?: of)?(?: (?:my|our|the))?
      (?: other)? (?:projects?|repos?|repositories|codebases|machines|work|stuff)|all (?:my )?repos
      |across (?:my |our )?(?:all )?(?:projects|repos|repositories|everything)|(?:in
      |for) (?:every|any|each|whatever|whichever) (?:single )?(?:project|repo|repository
      |codebase)|every (?:project|repo) i|(?:everywhere|wherever) i work|(?:no matter
      |regardless of|independent of|whatever) (?:which |what |the )?(?:project|repo|repository
      |codebase)|whatever i(?:'m| am) working on|project-independent
      |on this (?:machine|laptop|computer|workstation|mac|pc)
      |not just (?:in |for )?this (?:repo|project)|generally[, ]+i\b|in general[, ]+i\b
      |as a general rule[, ]+i\b`,
    /** Mean all of one project. */
    throughout: words`everywhere|globally|universally|throughout`,
    here: words`\b(?:in|for|across|throughout) (?:this|the whole|the entire|our) (?:repo
      |repository|project|codebase|package|monorepo|app|service)\b|\bhere\b`,
    notJustHere: words`not just (?:here|this)`,
    /** Stand before `applies`. */
    leads: words`and[ ]`,
    /** "that goes for …" */
    applies: words`(?:this|that|it|same)(?:'s| is)?(?: rule| preference)? (?:goes|applies|holds
      |is true|is meant|counts|for|how i)`,
    /** Manners of the agent's talk. */
    manner: words`(?:answers?|repl(?:y|ies)|respond|responses?|explain(?: things)?
      |explanations?|talk|speak)\b(?!.{0,40}\b(?:customers?|users?|support|reviewers?|mails?
      |tickets?|api)\b)|call me|(?:no|without|never use) emojis?
      |emojis?(?= (?:in|when|anywhere))|apologi[sz]\w*|don'?t thank me|say so|don'?t guess
      |step by step when you|for me\b.{0,20}\b(?:short|brief)`,
    /** Things that it writes instead. */
    artefacts: words`commits?|commit messages?|docs?|documentation|readme|release notes
      |changelog|code comments?|comments|logs?|pull requests?|prs?|branch\w*|tests?|ui|page|form
      |api|endpoint|mails?|tickets?`,
  },
  /** The shape of sentences, titles and clauses; in any case. */
  shapes: {
    and: words`and`,
    or: words`or`,
    but: words`but`,
    that: words`that`,
    abbreviations: words`e\.g|i\.e|etc|vs|approx|cf|no|min|max|incl|dr|mr|ms`,
    /** Words that carry no topic. */
    common: words`the|and|for|with|not|use|uses|using|used|you|your|our|are|was|that|this|from
      |into|have|has|will|would|should|must|never|always|please|than|then|when|what|also|just
      |only|all|any|new|prefer|avoid|don|dont|run|instead|actually|after|over|going|stick|let
      |lets|now|on|to|in|of|is|it|we|my|me`,
    /** Behind a comma. */
    joins: words`and|but|so`,
    /** Between two clauses. */
    splits: words`and|but|so|because`,
    /** Begin a clause of its own. */
    begins: words`please|from|never|always|we|our|i|remember|while|don't|no|it|the|in`,
    /** Stand before `tasks`. */
    taskLeads: words`so|and|now|also|but`,
    taskPolite: words`please[ ]|pls[ ]|can you[ ]|could you[ ]`,
    /** Turn to a task. */
    tasks: words`fix|add|write|make|change|redo|revert|undo|adapt|update|remove|rename|split
      |move|do|let's|go|start|show|put|document|rewrite|assign|check`,
    /** Bring in a reason in a sentence. */
    reasons: words`because|since (?=it|they|we|the|our|i|you)|as (?=it|they|we|the)|(?<=[,;–—-] )otherwise|so that
      |so (?=it|we|the|they|don'?t)|the reason|(?<=[,;–—-] )which|that's why|or (?=it|the|we|they|you)`,
    reasonsAfterComma: '',
    reasonsAnywhere: '',
    /** Make a title of a statement, one after another. */
    titles: [
      [
        /^(?:(?:we|you|everyone|everybody|all devs|agents?) (?:(?:must|should|shall|have to|need to|gotta|'ll|will|are going to|'re going to)(?= )(?! not) )?(?!(?:are|'re|can|may|is|have|has|had|'ve|were|was|got|also|all|both|each|still|only|just|could|might|would) )|(?:you|we) (?=never|always|only|don't)|let'?s |i(?:'d| would)? (?=prefer|rather)|(?:make sure|be sure|ensure)(?: that| to)? )/i,
        '',
      ],
      [/^(?:must not|mustn't|may not|shall not|should not|cannot|can't) /i, 'do not '],
      [/^(?:the|our) (?=\S+ )/i, ''],
    ] satisfies Rewording[],
    /** Begin what says nothing without its second half: "if the build hangs, …". */
    halves: words`if|when|whenever|while|unless|once|after|before|in case|as soon as|although|since
      |because|to|instead of|what|as`,
    /** Before the number of a day or a place, which a stop does not end: "am 3. Mai". */
    ordinalLeads: '',
    /** Words that a cut leaves hanging. */
    loose: words`and|or|but|so|the|a|an|of|for|to|in|on|at|by|with|from|as|is|are|be|not|no|our
      |your|their|its|that|which|who|if|when|than`,
    /** Thanks at the end, behind a comma too. */
    politeEnds: words`please|pls|plz|thanks?(?: you)?|thx|ty|cheers`,
    nodEnds: words`ok(?:ay)?|k|right|alright|got it|understood|yeah|btw|fyi`,
    politeStarts: words`please|pls|plz|kindly
      |(?:can|could|would|will) you (?:please )?(?=always|never|stop|not\b)
      |i(?:'d| would) (?:like|love|want) you to|i want you to|i need you to|you (?:can|could)[ ]`,
    politeInside: words`please|pls|plz`,
    /** "and now …": turns to a task at the end. */
    taskJoins: words`and|so|but|then`,
    taskStarts: words`now|can you|could you|let'?s`,
    asksYou: words`(?:can|could|would) you`,
    /** "so please change it": the same of what was just done. */
    hence: words`so[ ]`,
    politeWords: words`please[ ]|pls[ ]`,
    redoes: words`redo|revert|undo|fix|amend|rewrite|adapt|retarget|convert|change|split|move
      |rename|update|remove|drop`,
    itAll: words`it|this|that|them|those|everything|accordingly`,
  },
  /** Words for which a tag is given, in lower case. */
  tags: {
    git: words`commits?|commit messages?|push|branch(?:es)?|merge|rebase|squash|force-push
      |pull requests?|prs?`,
    testing: words`tests?|testing|e2e|mocks?|fixtures?|coverage`,
    deployment: words`deploy\w*|releases?|rollback|production|staging`,
    ci: words`ci|pipeline|workflow runs?`,
    docs: words`docs|documentation|readme|changelog|docstrings?|jsdoc`,
    style: words`tabs|spaces|indent\w*|naming|camelcase|snake_case|quotes|semicolons?
      |formatting|exports?|comments?`,
    database: words`databases?|migrations?|schema`,
    communication: words`answers?|repl(?:y|ies)|responses?|respond|explanations?`,
    dependencies: words`dependenc(?:y|ies)|packages?|librar(?:y|ies)|lockfile`,
    security: words`secrets?|credentials|passwords?|auth|authentication|tokens?`,
  },
  /** An approval for good of what was just shown: "always use that one", in lower case. */
  approvals: {
    /** One of each makes an approval. */
    lasting: words`always|every time|each time|from now on|from here on|from today on
      |going forward|in (?:the )?future|by default|for good|for next time
      |next time(?: too| as well)?|whenever|that'?s (?:how|the way|the one|the command)
      |keep (?:that|this)|for the next time|make (?:that|this|it) (?:the|our)|standardi[sz]e
      |stick (?:to|with)`,
    shown: words`(?:that|this|it)(?=$|\s*[,.!:)]| (?:one|way|command|script|target|flag|recipe
      |order|version|from|every|each|always|going|in future|next|by default|for good|instead|too
      |as well|then|please|pls|ok|when|whenever|i|we|is|our|the))|that'?s|like (?:that|this)
      |the same(?: way)?|(?:first|second|third|last|latter|former|other|faster|slower) one
      |(?:use|run|take|go with|go through|keep) the [\p{L}-]+`,
    denies: words`not|don'?t|never|no|stop|if|unless|maybe`,
    /** Tell of what always happens, not of what is to be done. */
    complains: words`(?:it|this|that|he|she|they) (?:always|still) \p{L}+|takes?|took|slow
      |breaks?|broken|fail\p{L}*|hangs?|annoy\p{L}*|weird|happens?|crash\p{L}*|errors?`,
    /** "for dumping the rates: `pg_dump …`" */
    purposes: words`to|for`,
  },
  /** Commands and their fate: what failed, what worked, what it needed. */
  commands: {
    /** Begin the answer of a person who found the command. */
    gives: words`no|nope|actually|ah|we use|it'?s|found it|got it`,
    /** The same, anywhere. */
    givesAnywhere: '',
    /** Mean one time only. */
    once: words`today|tonight|tomorrow|this once|for (?:the|a) demo`,
    /** Begin a prompt that does not accept. */
    denies: words`no|nope|wrong|stop|don'?t|that'?s not|doesn'?t|still`,
    /** Say that something must be done first. */
    needs: words`first|before|needs?|needed|requires?|without|after|once|wants`,
    /** A reply says that something failed. */
    trouble: words`(?<![0-9] )fail(?:s|ed|ing)?(?! 0)|errors?(?! free)|couldn'?t|unable|cannot
      |should work|might work|may work|let me know|try (?:running|this)|not found
      |crash(?:ed|es)?`,
    /** A reply says that something worked. */
    works: words`all (?:\d+ )?(?:[\w-]+ )?(?:tests?|specs?|suites?|checks?) (?:pass(?:ed|ing)?
      |are green|green)|\d+ (?:[\w-]+ )?(?:tests? )?pass(?:ed|ing)|(?:it|that|this|everything
      |build|deploy\w*|command|server|suite|tests?|migrations?|seed\w*|release|run)
      (?: run)? (?:now )?(?:works|worked|succeeded|passed|passes|pass|completed|finished
      |ran fine|is (?:now )?(?:up|live|running|green|deployed)|are green|went through|came up
      |exited (?:with )?0)|(?:it|server|app|service) (?:is|'s) (?:now )?(?:running|up|listening)
      |works (?:fine|now|here|as expected)|exit(?:ed with)?(?: code)? 0|successfully|ran it
      |verified`,
    /** Name errors, but say that there were none. */
    noErrors: words`\b0 (?:failed|failures|errors?)\b|no (?:errors|failures)
      |without (?:an? )?(?:errors?|failures?)`,
    /** Stand before `confirms`. */
    thanks: words`ok(?:ay)?|yes|yep|yeah|great|perfect|nice|thanks?(?: you)?|thx|cool|awesome
      |super`,
    /** A prompt confirms. */
    confirms: words`(?:that|it|this|yes,? that|the command|that one|everything|all green
      |all tests|tests?)?[ ,]*(?:now )?(?:works?|worked|did it|did the trick|does it|is it
      |passed|passes|all pass|ran fine|runs|is green|went through)(?! (?:on|for|like))
      |(?:works|worked|working)\b`,
    /** Make another thing of it. */
    unconfirms: words`doesn'?t|didn'?t|not (?:work|really|quite)|still|but|except`,
    /** End a question without a question mark. */
    asksAtEnd: '',
    /** A sentence says of a command that it failed. */
    fails: words`(?:still |again )?fail(?:s|ed|ing)?|dies|died|abort(?:s|ed)?|crash(?:es|ed)?
      |hangs?|hung|times? out|timed out|(?:doesn't|didn't|does not|did not|won't|wouldn't|can't
      |couldn't|cannot|could not|isn't|wasn't|not) (?:\p{L}+ )?(?:work|find|found|see|run|start
      |help|accepted|enough|sufficient|resolve|build|connect|come)\p{L}*|refus(?:es|ed)
      |reject(?:s|ed)|misses|complain(?:s|ed)|stops? (?:with|at)|br(?:oke|eaks)
      |returns? (?:an? )?(?:error|[45]\d\d)|same (?:error|message)|denied|not found|unknown`,
    /** A sentence says of a command that it worked. */
    succeeds: words`works?|worked
      |(?:went|goes|got|comes?|came|gets?) (?:\p{L}+ )?(?:through|up)|ran|runs|pass(?:es|ed)?
      |finish(?:es|ed)|succeed(?:s|ed)|completes?d?|compile[sd]|builds|built|trains|load(?:s|ed)
      |clear(?:s|ed) it|(?:did|does|fixed|fixes) it|was (?:found|accepted|programmed|built)
      |is (?:found|green)|brought it up|brings it up|connect(?:s|ed)`,
    /** Before a command that only prepares another. */
    prepares: words`after|once|before`,
    /** Between clauses that say different things. */
    contrasts: words`but|while`,
  },
  /** Wishes to keep a procedure as a skill, and how steps are told; in any case. */
  skills: {
    saves: words`\b(?:save|store|remember|keep|turn|make|record|write|add|create|define|capture
      |document)\b[^.?!\n]{0,80}?\b(?:as|into|to|a|an|our)\b[^.?!\n]{0,40}?\b(?:skill
      |slash command|custom command|checklist|runbook|playbook|recipe|reusable (?:workflow
      |procedure|command))\b`,
    /** Parts of the words for it: most prompts hold none. */
    things: words`skill|command|checkl|runbook|playbook|recipe|procedure|workflow`,
    /** "called release-day for …" */
    named: words`called|named|name it|call it`,
    afterName: words`[ ]for|[ ]to|[ ]with`,
    /** "for cutting a release" */
    purposes: words`for|how to|to`,
    doing: words`cutting|doing|making|releasing|deploying|adding|creating|rotating|running
      |setting up`,
    /** "step", before a number. */
    step: words`step`,
    /** No wish, or one not to keep. */
    denies: words`don'?t|do not|never|if|would`,
    /** Before the first step of a sentence. */
    first: words`first`,
    /** Between the steps of a sentence. */
    and: words`and[ ]`,
    then: words`then|finally|after that|lastly`,
    articles: words`the|a|an|our|my`,
  },
  /** A person tells how something is done, in any case. */
  told: {
    /** Say that it will be told. */
    tells: words`how (?:we|i|to|one|you)|works? (?:like this|as follows)|goes like this
      |(?:this|that) is how|here'?s how|the way we|procedure|runbook|playbook|recipe|checklist
      |steps (?:to|for)|process|workflow|routine|how-?to|every time|each time|whenever
      |we (?:always )?do|i explain|explain how`,
    /** The same, inside of words too. */
    tellsAnywhere: '',
    /** "step", before a number. */
    step: words`step`,
    /** Open a sentence and say nothing. */
    leads: words`ok(?:ay)?|so|and|oh|btw|fyi|by the way|before i forget
      |for (?:the )?(?:notes|record|later)`,
    /** "to cut a release …": before a purpose. */
    purposes: words`to|for|when(?:ever)?`,
    /** Stand where a purpose would, and are none. */
    noPurposes: words`me|you|us|now|the record|info|future reference`,
    /** Before the steps of a purpose. */
    stepStarts: words`you[ ]|we[ ]|run[ ]|first[ ]`,
    /** A task of now. */
    tasks: words`please|pls|do the following|todos?|to-?do|can you|could you|fix|i need
      |need you|i want|next|tasks?|wish|changes|now|today|tomorrow`,
    notOurs: words`other (?:team|repo|project|company)|old (?:team|repo|project|company)
      |last job|their (?:repo|project|wiki)|used to`,
    imagines: words`would|could|if we|maybe|perhaps|suppose`,
    /** Parts of a heading that only say that steps will follow. */
    forWhom: words`for .*`,
    headingEnds: words`works? (?:like this|as follows)|goes like this`,
    weDo: '',
    asFollows: '',
    headingLeads: words`here'?s[ ]|this is[ ]
      |(?:i'?ll |let me )?(?:explain|show you|tell you)[ ]`,
    headingStarts: words`how (?:we|i|you|to)[ ]|the (?:steps|procedure|process) (?:to|for)[ ]
      |runbook for[ ]`,
    weDoThen: words`we do`,
    /** Words of order inside a sentence. */
    then: words`then|after that|afterwards|finally|lastly`,
    /** Words of order at the beginning of a sentence. */
    begins: words`first|second|third|then|next|after that|afterwards|finally|lastly`,
    /** "um" and "zu" of "um die Daten zu laden". */
    infinitives: '',
    particles: '',
    /** Words of `purposes` that stay: "when". */
    keptWords: words`when`,
  },
  /** Questions how something is done, and orders to do it. */
  topics: {
    /** Whoever asks uses one of these, in lower case. */
    asks: words`how|whats?|which|tell me|remind|find out|figure out`,
    /** The same, inside of words too. */
    asksAnywhere: '',
    /** Questions in lower case whose first group is the topic; the first that fits counts. */
    questions: [
      new RegExp(
        String.raw`\bhow (?:do|can|should|would|does) (?:i|we|you|one)(?: actually| usually| properly)? (${VERBS}\b[^?.!\n]{3,80})`,
      ),
      new RegExp(String.raw`\bhow to (${VERBS}\b[^?.!\n]{3,80})`),
      new RegExp(
        String.raw`\b(?:what(?:'?s| is)|which is|tell me|remind me of) (?:the |right )*(?:command|way|incantation|script|task) (?:to|for|that) (?:i use to )?(${VERBS}(?:ing)?\b[^?.!\n]{3,80})`,
      ),
    ],
    /** Orders whose first group is the topic. */
    orders: [new RegExp(String.raw`^(${VERBS}\b[^?.,;:\n]{3,50})`, 'i')],
    /** Point to what nobody could find again. */
    points: words`this|that|these|it`,
    /** Before an order. */
    polite: words`please|pls|plz|ok(?:ay)?|now|then|so|hey|hi|and|can you|could you|would you
      |go ahead and|try(?:ing)? to|let'?s|i(?:'m| am)`,
    /** Say what is wrong, not what is to be done. */
    complains: words`fail\p{L}*|broken|doesn't|does not|is (?:red|down|stuck)|dies`,
    /** Belong to the request rather than to the thing, at its end. */
    besides: words`again|please|pls|here|now|these days|quickly|for me|on my machine
      |on my laptop|in this repo|in this project`,
  },
  /** The sentences in which a procedure is written down. */
  wording: {
    works: (command: string) => `${command} works.`,
    /** `because` is the line that it prints, behind a colon; '' where that is not known. */
    fails: (command: string, because: string) => `${command} fails${because}.`,
    insteadOf: (worked: string, failed: string) => `${worked}, not ${failed}`,
    way: (command: string) => `How to run ${command} here`,
    /** Bring in a reason. */
    reasons: words`because|since|needs?|without|otherwise|only`,
    /** Begin a sentence that tells of a single run. */
    iRan: words`I[ ]`,
  },
  /**
   * Words that tell what two memories say of one thing, in lower case. English ones count in every
   * statement; `nots`, `forbids` and `fillers` of another language where its words tell that it is
   * one.
   */
  comparing: {
    /** Words by which the language is known; none of English. */
    telling: '',
    /** Letters that stand before an apostrophe in it alone. */
    elided: '',
    nots: words`not|never|no|don't|doesn't|didn't|cannot|can't|won't|shouldn't|mustn't|isn't
      |aren't|wasn't|weren't|wouldn't|needn't|hasn't|haven't|neither|nor|none|avoid|dont|nobody
      |nothing`,
    /** Forbid without a "not". */
    forbids: words`forbidden|forbid|ban|disallow|prohibit|disable|unsupported|stop|drop|quit
      |deprecate|remove|abandon|retire|rid`,
    /** Without them a sentence says the same. */
    fillers: words`a|an|the|this|that|these|those|is|are|be|been|being|am|has|have|having|do
      |does|did|will|would|shall|should|must|need|needs|needed|please|always|just|also|very
      |really|all|any|every|each|our|your|their|its|his|her|my|we|you|they|it|he|she|i|us|them
      |there|here|of|then|so|which|who|whose|ensure|sure|and|too|indeed|simply|rather|e.g|i.e
      |etc|its'`,
    /** Deny in two words: "instead of". */
    insteadOf: words`instead of|rather than`,
    /** Nouns that name what is meant anyway: "the API server" is "the API". */
    softs: words`server|service|app|application|tool|command|project|repo|repository|codebase
      |file|folder|directory|suite|system|code`,
    /** Words that only label a title. */
    labels: words`choice|rule|convention|note|policy|preference|setup|guide|guideline|usage
      |detail|default|tip|reminder|how|which|what|decision|fact|about|regarding`,
    /** Their meaning hangs on the next word. */
    directions: words`in|on|at|for|to|from|by|into|onto|via|before|after|over|if|when|unless
      |until|till|while|except|between|per|through|during|against|under|above|below|within|since
      |like|as|because|than|with|without|inside|outside|toward|towards|out|off|up|down|upon
      |across|behind|versus|vs|whenever|where`,
    /** Directions that turn a statement round, by the question they answer. */
    turns: {
      when: 'before|after',
      by: 'with|without',
      limit: 'above|below',
    },
    /** Words that colour their whole sentence. */
    tones: {
      or: 'or',
      only: 'only',
      may: 'may|might|can|could',
      past: 'was|were|had|previously|formerly',
      prefer: 'prefer|preferably',
      usually: 'usually',
      sometimes: 'sometimes',
    },
    ands: words`and|plus`,
    percent: words`percent`,
    /** Days and turns of time that may be the value of a statement. */
    days: {
      monday: 'monday',
      tuesday: 'tuesday',
      wednesday: 'wednesday',
      thursday: 'thursday',
      friday: 'friday',
      saturday: 'saturday',
      sunday: 'sunday',
      weekend: 'weekend',
      hourly: 'hourly',
      daily: 'daily|nightly',
      weekly: 'weekly',
      monthly: 'monthly',
      quarterly: 'quarterly',
      yearly: 'yearly|annually',
    },
    /** Two, three and so on, in their order. */
    numbers: [
      'two',
      'three',
      'four',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
      'ten',
      'eleven',
      'twelve',
    ],
    units: {
      ms: 'ms|millisecond|milliseconds',
      s: 's|sec|second|seconds',
      min: 'min|m|minute|minutes',
      h: 'h|hour|hours',
      d: 'd|day|days',
      w: 'w|week|weeks',
      month: 'month|months',
      y: 'y|year|years',
    },
    /** A number after one of these is a name: "sprint 12". */
    counted: words`sprint|ticket|issue|step|phase|chapter|pr|bug|adr|rfc|week|quarter|section
      |appendix`,
    /** Before a number that is a limit. */
    thresholds: words`than|under|over`,
    /** Open a range: "Node 18 and up". */
    openEnds: words`up|newer|later|higher|above`,
    /** Say in which environment something holds. */
    qualifiers: words`staging|stage|production|prod|dev|development|qa|uat|sandbox|preview
      |preprod|canary|ios|android|linux|macos|osx|mobile|desktop|frontend|backend|legacy|ci`,
    /** Say on which side of something. */
    sides: words`windows|upload|download|inbound|outbound|import|export|read|write|nightly
      |weekly|input|output|start|stop|request|response|enable|disable|open|close|client|server
      |up|down|inserting|deleting|create|delete`,
    /** Allow, require or use: a statement has them or does without. */
    usage: words`use|write|add|put|include|have|get|adopt|choose|pick|want|like|do|there|run
      |allow|permit|fine|ok|okay|accept|acceptable|welcome|require|mandatory|enable|longer
      |anymore|more|still|now|currently|yet|already|generally`,
    /** Choose: "use X for Y". */
    choices: words`use|prefer|choos|pick|adopt`,
    /** Tie a choice to its purpose. */
    ties: words`with|by|via|for|through`,
    /** Bring in a limit. */
    limits: words`except|unless|only|but|if|when|while|until|besides|apart|or|whenever|without`,
    reasons: words`because|since`,
    /** Bring in a reason, or the means. */
    details: words`because|since|so|via|by|through|using|at|around|as`,
    /** Things of which there is one: "the default branch is called main". */
    singles: words`branch|name|port|url|host|owner|runner|region|language|version|folder
      |directory|path|format|licen[cs]e|time ?zone|bucket|domain|lead|maintainer|account|prefix
      |suffix|schedule|locale|endpoint|address`,
    articles: words`the|our`,
    isWords: words`is|are|lives?|lies?|stays?`,
    isCalled: words`called|named|owned by|hosted (?:on|at)|in|at|on|under`,
    /** Begin a value that is denied. */
    denied: words`not|no|never`,
    /** Make a rule of a title. */
    rules: words`use|prefer|always|never|avoid|don't|do not|must|should|allow`,
    /** Ask, in a title. */
    asks: words`when|where|how|who|what|which|why`,
    /** Lean on what stands before. */
    leans: words`it|its|they|them|this|that|these|those|here|there`,
    /** Names of languages: one of each holds. */
    languages: words`english|german|french|spanish|japanese|chinese`,
    /** Names of what code is indented with: one of each holds. */
    indents: words`tab|tabs|space|spaces`,
    /** Signs of a language without blanks that deny. */
    signsDeny: '',
    /** Such signs that fill. */
    signsFill: '',
    /** Such signs that name a day. */
    signsOfDays: '',
    /** Tie a thing to what is said of it: where it is, how it runs, who has it. */
    links: words`live|lie|stay|sit|stand|go|run|reside|keep|kept|store|write|written|put|call
      |called|name|named|happen|take|place|listen|start|begin|cut|send|sent|host|hosted|locate
      |located|come|work|made`,
    /** Tell the name or the writing of something. */
    namings: words`call|called|name|named|write|written`,
    /** Tie a thing to one of several that it has. */
    haves: words`own|hold|serve|give|given|handle|maintain`,
    /** Prepositions and the like, of languages in which those have no role of their own. */
    between: '',
    /** Begin what something is for: it adds, and limits nothing. */
    purposes: words`so that|or else|otherwise`,
  },
  /** Words by which a conversation speaks of memories that it was given. */
  reflecting: {
    /** Say that something changed, not what. */
    now: words`now|from (?:now|here) on|any ?more|as of (?:now|today)|currently|these days`,
    /** Say that what was told is no longer so. */
    corrections: words`\b(?:that|this|your (?:note|memory)|the (?:note|memory)|what you (?:said
      |wrote|have))(?:['’]s| is| was)? (?:wrong|outdated|out of date|obsolete|incorrect|stale
      |not (?:true|correct|right))\b|\b(?:true|correct|the case) any ?more\b
      |\bno longer (?:true|correct|the case|in use|used|needed|applies|apply)\b
      |\b(?:we|i) no longer (?:use|need|run|do|deploy|support|ship|want)\b|\b(?:we|i) (?:do not
      |don['’]?t) (?:use|need|run|do|deploy|support|ship|want) [^.!?\n]{1,60}\bany ?more\b
      |\b(?:we|i)(?: have|['’]ve)? stopped (?:us|do|runn|deploy|support)ing\b`,
    /** Words of `corrections` that say nothing of what is meant. */
    verdicts: words`wrong|outdated|obsolete|incorrect|stale|true|correct|longer`,
  },
  /** Features of the model beside its concepts, in lower case. After a change: train anew. */
  features: {
    /** "page 4" */
    numbered: words`line|chapter|order|section|page|step|ticket|issue|row|level|table|figure
      |test|commit|branch|file`,
    /** Before one of `thisWords`: "in this file". */
    inWords: words`in|for|on|from|to|at|during`,
    thisWords: words`this|that|these|those`,
    /** Both as a whole. */
    inThis: '',
    /** Between clauses. */
    joins: words`and|but|so|because|since`,
    /** Point back at the end of a sentence. */
    it: words`it|them|that|this`,
    /** Say that something was seen to work. */
    shown: words`pass(?:es|ed)?|works?|ran|succeeded|finished|builds?|green|loaded|compiled
      |appears?|verified|reproduced|confirmed|i tried|i ran|i did`,
    /** The same, inside of words too. */
    shownAnywhere: '',
    asksHow: words`how (?:do|can|should|to)`,
    asksWhy: words`^why|find out why|figure out|what'?s behind`,
  },
  /**
   * Words that mention a concept, which the model learns once for all languages and looks for in
   * this order; in lower case. `*` stands for any ending. Words of a language without blanks count
   * wherever they stand, others where a word begins and ends.
   */
  concepts: {
    ALWAYS: words`always|every time|each time|without exception|no exceptions|across the board
      |throughout|everywhere|at all times|consistently|invariably`,
    NEVER: words`never|ever again|under no circumstances|not once`,
    FROMNOW: words`from now on|going forward|from here on*|in future|in the future
      |for the future|henceforth|from today|starting today|as of today|starting now|next time`,
    PROHIBIT: words`don't|do not|dont|must not|mustn't|may not|not allowed|isn't allowed
      |aren't allowed|forbidden|forbid*|prohibited|banned|off limits|off-limits|hands off
      |stay away|stop|avoid|no more|keep out|keep away`,
    NEG: words`not|no|n't|isn't|aren't|doesn't|can't|cannot|won't|without|nothing|none|nobody
      |nor`,
    OBLIGE: words`must|have to|has to|need|needs|should|shall|required|mandatory|requires
      |make sure|be sure|ensure|supposed to|got to|gotta|insist*|enforce*`,
    ONLY: words`only|just|solely|exclusively|strictly|nothing but`,
    PREFER: words`prefer|prefers|preferred|preference|i like|i love|i'd love|rather|favour
      |favor|big fan|fan of|hate|can't stand|dislike|bugs me|annoys|annoying|appreciate|i'd like
      |i would like|i want you|taste|helps me|useless to me|fine with me`,
    MEMORY: words`remember|keep in mind|bear in mind|note that|note to self|note|take note
      |make a note|memori*|don't forget|never forget|for the record|heads up|heads-up|fyi
      |for future reference|good to know|worth knowing|be aware|just so you know
      |keep that in mind|remember that`,
    WE: words`we|we're|we've|we'd|we'll|our|ours|us|team|company|codebase`,
    I: words`i|i'm|i'd|i've|i'll|my|me|mine`,
    YOU: words`you|your|you're|you've|you'll|yours`,
    PEOPLE: words`customer|customers|client|clients|partner|partners|legal|marketing|finance
      |audit*|ops|qa|boss|users|vendor|supplier|regulator|reviewer|reviewers|security|dba|dbas
      |designers|translators|colleagues`,
    REASON: words`because|cause|since|otherwise|so that|or else|that's why|which is why|due to
      |hence|as it|as they|the reason|or it|or the|or they|or we`,
    ONEOFF: words`for now|this time|just this once|this once|today|tonight|tomorrow|temporar*
      |for this one|for this pr|for this run|for this commit|for this ticket|for the demo|until
      |till|right now|at the moment|for the moment|quick hack|just for|yet|this week|next week
      |this morning|later|in a minute|in a hurry|for a moment|this afternoon|monday|currently
      |for the time being|in the meantime|meanwhile|just now|a minute ago|these days|already
      |still|this pr|this branch|this task|this ticket|this commit|this sprint|this month
      |this release|this file|this function|this test|this class|this method|this component
      |this module|this script|this page|this endpoint|this bug|this feature|this demo
      |this spike|this prototype|in this session|for this conversation|exceptionally
      |as a one-off|while|as long as`,
    HYPO: words`if we|if i|if you|what if|suppose|imagine|would|could|might|perhaps|maybe
      |in theory|hypothetically|i wish|if only|wouldn't|it'd be|would be|one day|some day
      |thinking about|not decided|someday|eventually|tempted to|undecided|haven't decided
      |for example|for instance|ideally|toying with|pros and cons|whether|considering
      |in an ideal world|let's say|say we|we should probably|wonder|wondering|assuming
      |theoretically|no commitment|sleep on it`,
    UNSURE: words`i think|i guess|probably|not sure|i believe|seems|looks like|apparently
      |no idea|should be|must be|i assume|or so`,
    REPORTED: words`said|says|wrote|writes|according to|told|claims|suggest*|recommend*
      |the docs|docs say|readme|article|blog|book|quote|the guide|comment says|they say
      |people say|everyone says|heard|read somewhere|style guide|linter says|stack overflow
      |stackoverflow|tutorial|spec says|rfc|official|complains|insists|mentions|wiki|poster
      |email|e-mail|title|message`,
    OTHERS: words`colleague*|coworker|boss|last company|last job|old job|previous company
      |old team|other team|intern|consultant|forum|google|facebook|netflix|some people`,
    IRONY: words`lol|haha*|hehe|/s|yeah right|could go wrong|great idea|kidding|joking
      |just testing|as if|of course it|just kidding|who needs|genius|brilliant|such fun
      |not really|pigs fly|worked so well|best idea|hooray|obviously`,
    RETRACT: words`scratch that|forget it|forget that|forget what|forget about|never mind
      |nevermind|nvm|on second thought|take that back|take it back|undo the decision|disregard
      |ignore what|ignore my|changed my mind|mixed that up|that was wrong|bad idea
      |drop that rule|drop the rule`,
    CORRECT: words`no|nope|nah|wrong|incorrect|not quite|actually|that's not|isn't right
      |outdated|backwards|not true|you got|correction|again|told you|how often|turns out|in fact`,
    CONFIRM: words`yes|yeah|yep|right|exactly|correct|agreed|confirmed|true|that was it`,
    TASK: words`fix|add|write|create|rename|remove|delete|change|update|implement|check|look
      |show|find|explain|generate|refactor|move|open|install|bump|revert|undo|convert|translate
      |review|compare|port|print|list|try|give|tell|let's|can you|could you|please|pls`,
    USE: words`use|uses|using|used|go through|goes through|stick to|stick with`,
    DECIDED: words`decided|settled|agreed|chose|went with|go with|going with|moved|moving
      |switched|migrated|standardi*|adopted|picked|decision|stay with|stays on|we stay|we're on
      |turned down|removed|dropped`,
    RULE: words`rule|rules|convention|policy|standard|guideline|by default|as a rule|in general
      |generally|habit|agreement|part of done|on principle`,
    GLOBAL: words`all my projects|all our projects|every project|any project|all projects
      |all my repos|every repo|all repos|all my repositories|everywhere i work|no matter
      |whatever we're working on|whichever project|whatever project|no repository|any repo
      |regardless of`,
    STEP: words`first|then|after that|afterwards|finally|before|beforehand|step|steps|once
      |order|in this order|next|at the end`,
    HOWTO: words`how to|how we|how you|the way we|the way you|workflow|process|procedure|drill
      |runbook|checklist|recipe|works like this|goes like this|to release|to deploy|to get
      |to test|to run|to reset|to restore|to regenerate|to build|to reproduce|to publish
      |to update|to add|if it hangs`,
    PAST: words`was|were|did|had|yesterday|last week|last time|last month|ago|used to|earlier
      |back then|worked|tried`,
    FAULT: words`fails|fail|failed|failing|crash*|error|errors|doesn't work|hangs|broken|broke
      |bug|red|down|slow|timeout`,
    THIS: words`this|that|these|those|here|it`,
    WH: words`what|why|how|when|where|which|who|whose|do you|does|is there|are there|did you
      |was`,
    POLITE: words`please|pls|plz|kindly`,
    THANKS: words`thanks|thank you|thx|cheers|great|nice|perfect|cool|awesome`,
    TALK: words`answer*|reply|replies|explanation*|respond|response*|summary|summaries|summar*
      |short*|brief|concise|terse|verbose|emoji*|apolog*|tone|simple english|bullet*|paragraph*
      |prose|call me|talk to me|estimates|hints|sugar`,
    SHOW: words`show me|tell me|ask me|ask first|ask before|before writing|let me know|explain
      |list the files`,
    ARTEFACT: words`commit|commits|pr|prs|pull request*|merge|branch|branches|test|tests|docs
      |documentation|log|logs|logging|comment|comments|migration|migrations|dependency
      |dependencies|package|packages|function|functions|class|classes|file|files|module|modules
      |import|imports|export|variable*|column*|table|tables|api|endpoint*|schema|config
      |changelog|release*|version*|build|deploy*|lockfile|error*|string*|date*|id|ids|query
      |queries|components|names`,
    ENV: words`prod|production|staging|sandbox|ci|dev|server|servers|cluster|vpn|docker|box
      |host|bucket|queue|database|db|replica|replicas|port|network|proxy|gateway|cdn|cache
      |worker|workers|cron|backend|frontend|device|devices|board`,
    OWNER: words`owns|owner|maintain*|responsible|in charge|contact|talk to|approve*|approval*`,
    LIMIT: words`limit|limits|limited|max|maximum|at most|at least|minimum|under|below|above
      |capped|cap|longer than|more than|less than|within`,
    RECUR: words`every|daily|nightly|weekly|monthly|each|hourly|mondays|tuesdays|wednesdays
      |thursdays|fridays|saturdays|sundays|at night`,
    WHEN: words`when|whenever|before|if|unless|after|as soon as|once`,
    PLACE: words`lives in|live in|lives at|located|found in|stored|hosted|runs on|run on
      |listens|deployed|is at|are at|sits|is behind|goes through|comes from|come from|is under`,
    MEANS: words`means|mean|stands for|is called|are called|named|refers to`,
    REPLACED: words`instead of|instead|rather than|no longer|any more|anymore|deprecated
      |replaced|replaces|gone|retired|dead`,
    ALLOW: words`may|can|allowed|feel free|ok to|fine to|you don't have to|no need|don't need
      |doesn't need|skip|leave`,
    DONE: words`done|merged|pushed|fixed|works|worked|works now|it works|passed|all good|ready
      |finished`,
    DANGER: words`careful|beware|watch out|trap|gotcha|bites|bitten|burned|burnt|cost us
      |took us down|blew up|sued|kills|chokes`,
    STYLE: words`style|format|indent*|tabs|spaces|quotes|naming|camel case|camelcase|snake case
      |snake_case|upper-case|lower case|spelling|functional|readab*`,
    PERSONAL: words`coffee|tea|lunch|dinner|breakfast|birthday|wife|husband|girlfriend
      |boyfriend|kids|daughter|son|dog|cat|vacation|holiday|salary|dentist|gym|beer|pizza|sleep
      |tired|train|weather|song|pregnant`,
    UI: words`button|buttons|modal|dialog|toast|icon|icons|row|menu|tooltip|dropdown|checkbox
      |spinner|banner|sidebar|navbar|footer|header|toolbar|logo|font|screen|page|form|field
      |hover|scroll|heading|card|link|links`,
    OPTION: words`option a|option b|option c|first one|second one|third one|latter|former
      |other one|last one|the left one|first version|second version|second option|first option`,
    MAKE: words`add the|add a|write a|write the|create a|implement|fix it|fix that|fix this
      |remove it|swap|make it|make the|change it|redo it|enforce that|validate that|handle that
      |please add|please implement|please fix`,
    PLAN: words`plan to|plans to|planning|planned|going to|next year|next month|next quarter
      |roadmap|backlog|evaluating|on the table|proposal|proposed|draft|not approved
      |in discussion|talked about|discussed|no decision`,
    USERS: words`user|users|visitor*|customers can|customer can|should be able|able to|feature
      |wants to|want a|want the|as a user|bot|robot|player|players|student|students|pupils
      |patient|patients|citizen|click*|tap|taps|press|presses|shows|displayed`,
    SYMPTOM: words`dies|died|drifts|throws|leak*|clips|stuck|freezes|froze|off by
      |permission denied|times out|out of memory|oomkilled|killed|since yesterday
      |since this morning|twice an hour|sometimes|randomly|intermittent*`,
    DUTY: words`on call|takes care|looks after|decides|signs off|sign off|sign-off|belongs to
      |handles|reviews|go to|goes to`,
    HABIT: words`keep it|keep your|keep the|no more than|at all|as little|straight to|without
      |first then|diffs|one-liner*|step by step|show your|be honest|don't guess|say so
      |tell me if`,
    KNOWN: words`known|known to|by design|on purpose|historically|legacy|always has been
      |for historical|quirk|leftover|turns out`,
  },
}
