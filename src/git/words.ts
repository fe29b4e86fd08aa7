/** Git as a person runs it on a store from any folder: `git -C PATH`. */
export function gitIn(root: string): string {
  return `git -C ${quoteForShell(root)}`
}

/** How a store gets a remote. */
export function addRemote(root: string): string {
  return `${gitIn(root)} remote add origin URL`
}

/** The path as one word of a shell; as it is where nothing in it needs quotes. */
export function quoteForShell(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
