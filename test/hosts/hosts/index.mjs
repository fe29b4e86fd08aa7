import { claudeCode, oldClaudeCode } from './claude-code.mjs'
import { codex } from './codex.mjs'
import { copilotCli } from './copilot-cli.mjs'
import { droid } from './droid.mjs'
import { geminiCli } from './gemini-cli.mjs'
import { opencode } from './opencode.mjs'
import { claudePlugin, codexPlugin, copilotPlugin, geminiExtension } from './plugins.mjs'
import { qwenCode } from './qwen-code.mjs'

/** The hosts that are driven, in the order of the table. */
export const HOSTS = [
  ...[claudeCode, codex, geminiCli, qwenCode, copilotCli, opencode, droid],
  ...[claudePlugin, codexPlugin, copilotPlugin, geminiExtension, oldClaudeCode],
]
