/** Removes a folder in which processes that come to their end may still write; nothing where there is none. */
export function removeFolder(path: string): void
