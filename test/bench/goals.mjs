const SIZES = [100, 1_000, 10_000]
const per = (...goals) => Object.fromEntries(SIZES.map((size, at) => [size, goals[at]]))
const any = goal => per(goal, goal, goal)

const INJECTING = per(1.35, 1.4, 1.55)
const MEMORY = per(8, 10, 20)
const NOTHING = any(1.1)

/** What each figure shall be at most (a rate: at least), by the name of its row and the memories. */
const GOALS = {
  SessionStart: INJECTING,
  UserPromptSubmit: INJECTING,
  'UserPromptSubmit, by a socket': INJECTING,
  'Stop, by a socket': any(1.3),
  'PreToolUse, by a socket': NOTHING,
  'Stop, small transcript': any(1.3),
  'Stop, 50 MB transcript': any(1.3),
  'PreToolUse, not answered': NOTHING,
  "a subagent's Stop": NOTHING,
  'Stop, learning switched off': NOTHING,
  'called by svc itself': NOTHING,
  'SessionStart, peak memory': MEMORY,
  'UserPromptSubmit, peak memory': MEMORY,
  'Stop, peak memory': MEMORY,
  'list 100, p50': { ...any(1), 100_000: 1 },
  'list 100, p99': { ...any(3), 100_000: 3 },
  'search, p50': { ...any(2), 100_000: 10 },
  'search, p99': { ...any(6), 100_000: 30 },
  'one memory': { ...any(2_000), 100_000: 2_000 },
  'durable write, p50': any(5),
  'durable write, p99': any(20),
  'svc serve, first list answered': any(300),
  'svc serve, resident': any(120),
  'svc --version': any(1.6),
  'svc list --limit 10': any(1.6),
  'svc status': any(1.6),
  load: { 10_000: 10, 100_000: 120 },
  'import of files': { 1_000: 2 },
  'svc consolidate, all kept': { 5_000: 5 },
  'svc consolidate, 200 kept': { 5_000: 5 },
}

/** The goal of a row at a number of memories (or files); undefined where none is set. */
export function goalOf(name, size) {
  return GOALS[name]?.[size]
}
