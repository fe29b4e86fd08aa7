import t from 'tap'
import { checkAllWays, checkBehind, takePrompts } from './parity.js'

const ALL = takePrompts(4)
/** One is given a memory and titles, one a passage, and one nothing. */
const PROMPTS = [1, 5, 8].map(at => ALL[at]!)

t.test('three prompts are given the same over hook, HTTP, command and package', t =>
  checkAllWays(t, PROMPTS),
)

t.test('three prompts are given the same where the index files are behind', t =>
  checkBehind(t, PROMPTS),
)
