/**
 * A command that runs with these variables and no others, as `[program, arguments]` for spawn. The
 * test runner puts itself into every process that it sees being started: that costs each a tenth
 * of a second and has hung some at their end. It cannot into one that starts through `env -i`.
 */
export function bare(
  env: Record<string, string | undefined>,
  command: readonly string[],
): [string, string[]] {
  const set = Object.entries(env).filter(([, value]) => value !== undefined)
  return ['env', ['-i', ...set.map(([name, value]) => `${name}=${value}`), ...command]]
}
