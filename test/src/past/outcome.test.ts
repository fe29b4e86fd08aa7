import t from 'tap'
import { outcomeOf } from '../../../src/past/outcome.js'
import type { PastStep, PastTurn } from '../../../src/past/turns.js'

function turn(number: number, did: PastStep[], answered = ''): PastTurn {
  return { session: 's', turn: number, at: '2026-03-02T10:00:00.000Z', asked: 'a', answered, did }
}

const failed = (command: string): PastStep => ({ command, isFailed: true })
const works = (command: string): PastStep => ({ command, isFailed: false })

t.test('a line tells what came of a turn', async t => {
  const tell = (...turns: PastTurn[]) => outcomeOf(turns[0]!, turns)
  const failing = turn(1, [failed('npm test -- a')])
  t.match(tell(failing, turn(2, [works('CI=1 npm test')])), /failed here and works from turn 2 on$/)
  t.match(tell(failing, turn(2, [failed('npm test')])), /failed to the session's end$/)
  t.match(tell(failing, turn(2, [works('ls')])), /failed and was not run again$/)
  t.match(tell(turn(1, [failed('cargo test'), works('cargo test')])), /works since this turn$/)
  const last = turn(3, [], '```sh\nls\n```\nIt is done. More of it.')
  t.equal(tell(turn(1, []), turn(2, []), last), 'answered last (turn 3): It is done.')
  t.equal(tell(turn(1, []), turn(2, [], 'Done.')), 'answered last (turn 2): Done.')
  t.equal(tell(turn(1, [])), undefined)
})
