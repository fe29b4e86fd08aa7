/** What follows a flag on the command line; the fallback where the flag is not there. */
export function option(name, fallback) {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}

/** Whether a flag stands on the command line. */
export function hasFlag(name) {
  return process.argv.includes(name)
}

/** A list of whole numbers after a flag, as `100,1000`. */
export function numbers(name, fallback) {
  return option(name, fallback).split(',').map(Number)
}
