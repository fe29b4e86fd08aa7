import { userPromptSubmit } from '../../../../handlers/hooks/user-prompt-submit.js'
import { createProgram } from '../main.js'

/** Answers a prompt. */
export const program = createProgram(userPromptSubmit)
