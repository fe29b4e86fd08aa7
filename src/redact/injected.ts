import { removeBlocks } from './blocks.js'

const NAMES = 'svc-memory|hook_context|system[-_]reminder|qwen:[a-z0-9_-]{0,64}-context'

/**
 * Removes what services and hosts put into a conversation: our own memory block, Gemini's hook
 * context, system reminders and Qwen's context blocks, so that none of it is recalled or distilled
 * as if a person had said it. A block that is not closed reaches to the end of the text.
 */
export function stripInjected(text: string): string {
  return removeBlocks(text, NAMES)
}
