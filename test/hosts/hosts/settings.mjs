/** The events at which somebody else's hook runs beside svc's, in the words of most hosts. */
export const EVENTS = { start: 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop' }

/** Somebody else's hook: notes in the home that it ran. */
export function otherHook(home, event) {
  return `echo ${event} >> '${home}/other-hooks.log'`
}

/** The `hooks` of a settings file in Claude Code's shape; `timeout` in the host's unit. */
export function nestedHooks(home, { events = EVENTS, timeout = 5 } = {}) {
  const groups = Object.entries(events).map(([event, name]) => [
    name,
    [{ hooks: [{ type: 'command', command: otherHook(home, event), timeout }] }],
  ])
  return Object.fromEntries(groups)
}
