import type { Command } from '../command.js'

/** Every command of `svc git`, in the order of `svc git --help`. */
export const GIT_COMMANDS: readonly Command[] = []
