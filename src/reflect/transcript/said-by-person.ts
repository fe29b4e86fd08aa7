import { stripInjected } from '../../redact/index.js'

// What hosts write in the person's name: surroundings, notices and summaries.
const NOT_SAID =
  /^(?:<(?:session_context|environment_context|user_instructions|permissions instructions|skills_instructions|user_shell_command|turn_aborted|subagent_notification|skill|local-command-[a-z]+|bash-(?:input|stdout|stderr)|state_snapshot)[\s>]|# AGENTS\.md instructions |\[Request interrupted by user)/

/**
 * What a person said in a message: without the blocks that hosts and svc put in. Empty where all
 * of it was written by a program.
 */
export function saidByPerson(text: string): string {
  const said = stripInjected(text).trim()
  return NOT_SAID.test(said) ? '' : said
}
