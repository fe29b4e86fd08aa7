const OUTPUT_CHARS = 2_000

/**
 * The sessions of a set as they are kept. A set does not tell when a file was changed: it is taken to
 * have been before the last command where that worked, else after it.
 */
export function toSessions({ sessions }) {
  return sessions.map(session => ({
    key: session.project,
    turns: session.turns.map((turn, index) => toTurn(session, turn, index)),
  }))
}

function toTurn({ id, host, at }, { asked, answered, commands, files }, index) {
  const ran = commands.map(({ command, exit, output }) => ({
    command,
    isFailed: exit !== 0,
    ...(exit !== 0 && output !== '' && { output: output.slice(0, OUTPUT_CHARS) }),
  }))
  const last = ran.at(-1)
  const cut = last?.isFailed === false ? ran.length - 1 : ran.length
  const changed = files.map(file => ({ file }))
  const did = [...ran.slice(0, cut), ...changed, ...ran.slice(cut)]
  return { session: id, turn: index + 1, at: laterBy(at, index), host, asked, answered, did }
}

/** Turns are some minutes apart. */
function laterBy(at, index) {
  return new Date(Date.parse(at) + index * 600_000).toISOString()
}

/** How an answer fits what worked: right, wrong, missed, or of a near miss quiet or false. */
export function judge({ worked }, { fixes }) {
  const [first] = fixes
  if (worked === null) return first === undefined ? 'quiet' : 'false'
  if (first === undefined) return 'missed'
  return isRight(worked, first) ? 'right' : 'wrong'
}

/** The right session and turn, and what mended it among the steps that are told. */
export function isRight({ session, turn, by }, fix) {
  const steps = [...fix.commands, ...fix.files, fix.worked]
  return fix.session === session && fix.mendedIn === turn + 1 && steps.includes(by)
}

/** Precision of what was answered, recall of what could be, and how many near misses were answered. */
export function toFigures(verdicts) {
  const count = verdict => verdicts.filter(one => one === verdict).length
  const [right, wrong, missed] = ['right', 'wrong', 'missed'].map(count)
  const [wrongly, quiet] = ['false', 'quiet'].map(count)
  return {
    errors: verdicts.length,
    right,
    wrong,
    missed,
    falseAnswers: wrongly,
    precision: right / (right + wrong + wrongly || 1),
    recall: right / (right + wrong + missed || 1),
    quiet: quiet / (quiet + wrongly || 1),
  }
}
