/** The folder of the repository, without a slash at its end. */
export const ROOT: string
/** The built folder, of the sources as they are now. */
export const DIST: string
/** The built program `svc`. */
export const SVC: string
/** The built program that hosts call. */
export const HOOK: string
/** The built worker, which runs detached tasks. */
export const WORKER: string
/** Waits until the declarations of the modules are in the built folder too, of these sources. */
export function buildDeclarations(): Promise<void>
