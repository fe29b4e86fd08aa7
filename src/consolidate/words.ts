import { stem } from '../recall/stem.js'

const words = (text: string) => new Set(text.trim().split(/\s+/))
const stems = (text: string) => new Set(text.trim().split(/\s+/).map(stem))

/** Words without which a sentence says the same. Not here: what negates, limits or directs it. */
export const FILLER = words(`a an the this that these those is are be been being am has have having
do does did will would shall should must need needs needed please always just also very really all
any every each our your their its his her my we you they it he she i us them there here of then so
which who whose ensure sure and too indeed simply rather e.g i.e etc as its'`)

/** Nouns that name what is meant anyway: 'the API server' is 'the API'. */
export const SOFT = stems(`server service app application tool command project repo repository
codebase file folder directory suite system code`)

/** Further words that only label a title. */
export const LABEL = stems(`choice rule convention note policy preference setup guide guideline
usage detail default tip reminder how which what decision fact about regarding`)

/** Words that turn what follows into its opposite or exclude it. */
export const NEGATION =
  words(`not never no don't doesn't didn't cannot can't won't shouldn't mustn't
isn't aren't wasn't weren't wouldn't needn't hasn't haven't neither nor none avoid dont nobody
nothing`)

/** Words whose meaning hangs on the word after them: where, when, from what, with what. */
export const DIRECTION =
  words(`in on at for to from by into onto via before after over if when unless
until till while except between per through during against under above below within since like
because than with without inside outside toward towards out off up down upon across behind versus vs
whenever where`)

/** Words that change a whole sentence by being in it. */
export const TONE = new Map(
  Object.entries({
    or: 'or',
    only: 'only',
    may: 'may',
    might: 'may',
    can: 'may',
    could: 'may',
    was: 'past',
    were: 'past',
    had: 'past',
    previously: 'past',
    formerly: 'past',
    prefer: 'prefer',
    preferably: 'prefer',
    usually: 'usually',
    sometimes: 'sometimes',
  }),
)
