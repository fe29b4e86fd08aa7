/**
 * A command that runs with these variables and no others, as `[program, arguments]` for spawn: what
 * the test runner sets for its own processes, or a person in a shell, does not reach it.
 */
export function bare(
  env: Record<string, string | undefined>,
  command: readonly string[],
): [string, string[]] {
  const set = Object.entries(env).filter(([, value]) => value !== undefined)
  return ['env', ['-i', ...set.map(([name, value]) => `${name}=${value}`), ...command]]
}
