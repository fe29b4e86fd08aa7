import { SvcError } from '../../../../store/errors.js'
import { openGit } from '../../../../store/git/git.js'
import { registerDriver } from '../../../git/driver.js'
import type { Call } from '../command.js'
import { locateProgram } from '../program.js'

/**
 * Registers the merge driver in the repository of a work tree whose memories lie in it. Without
 * git the memories are used all the same, and that is said.
 */
export async function useDriver(workTree: string, { screen }: Call): Promise<void> {
  try {
    await registerDriver(openGit(workTree, process.env), locateProgram())
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    screen.note(`svc: memories are merged as plain text here: ${error.message}`)
  }
}
