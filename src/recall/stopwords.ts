const WORDS = `a about above after again against all also am an and any anyone anything are as at
be because been before being below between both but by can cannot could did do does doing down
during each either else etc even ever every everything few for from further get gets getting give
given go goes going gone got had has have having he her here hers herself hi him himself his how
however i if in into is it its itself just kind let lets like lot lots made make makes many may me
might more most much must my myself need needs never no nor not now of off ok okay on once one only
or other our ours out over own please put really s same say says see seem seems set shall she should
since so some someone something sort still such sure t take than thank thanks that the their theirs
them themselves then there these they thing things this those though through to too under until up
upon us use used using very want wants was way we well were what when where whether which while who
whom whose why will with within without would yes yet you your yours yourself
don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain
hello hey everybody everyone actually already always maybe quite rather anyway
的 了 是 在 我 你 他 她 它 们 这 那 和 就 都 而 及 与 吗 呢 吧 啊
我们 你们 他们 这个 那个 什么 怎么 怎样 如何 可以 需要 一个 一下 没有 为什 因为 所以 但是 如果 还是 就是 时候
する した して です ます から まで ため こと もの これ それ`

let words: Set<string> | undefined

/** True for a word so common that it says little about what a query is after. */
export function isStopWord(word: string): boolean {
  words ??= new Set(WORDS.split(/\s+/))
  return words.has(word)
}
