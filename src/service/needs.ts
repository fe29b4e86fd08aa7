/** Thrown by a reader where only the whole service can answer; nothing was written by then. */
export class NeedsService extends Error {}
