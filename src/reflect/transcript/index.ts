export { completeTurn } from './complete.js'
export { readLastTurn } from './read-turn.js'
export { readToolUses, type ToolUses } from './tool-uses.js'
export type { TranscriptTurn } from './turn-reader.js'
