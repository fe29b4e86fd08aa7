import type { Fields, TranscriptFormat } from '../format.js'
import { CLAUDE_CODE } from './claude-code.js'
import { CODEX } from './codex.js'
import { COPILOT } from './copilot.js'
import { DROID } from './droid.js'
import { GEMINI } from './gemini.js'
import { QWEN } from './qwen.js'

const FORMATS = [CLAUDE_CODE, CODEX, COPILOT, DROID, QWEN, GEMINI]

/** The format that a record gives away; undefined for a record that several hosts could write. */
export function formatOf(record: Fields): TranscriptFormat | undefined {
  return FORMATS.find(format => format.owns(record))
}
