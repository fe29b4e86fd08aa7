import t from 'tap'
import { checkAllWays, checkBehind, takePrompts } from './parity.js'

const PROMPTS = takePrompts(4)

t.test('twelve prompts are given the same over hook, HTTP, command and package', t =>
  checkAllWays(t, PROMPTS),
)

t.test('twelve prompts are given the same where the index files are behind', t =>
  checkBehind(t, PROMPTS),
)
