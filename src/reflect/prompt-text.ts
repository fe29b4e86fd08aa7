import { clip, toTitle } from '../text.js'

const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085\v\f]/g
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g
const FRAME_TAGS = /<(?=[\s/]*(?:conversation|project-|global-|system|svc-memory))/gi

/**
 * A text of the conversation as data: each line behind a bar, and nothing in it that looks like
 * the tags of the frame. What ends a line for some reader ends one here.
 */
export function toDataLines(text: string): string {
  return text
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .replace(FRAME_TAGS, '‹')
    .trimEnd()
    .split('\n')
    .map(line => `| ${line}`)
    .join('\n')
}

/** A title as one entry of a list. */
export function toListLine(title: string, maxChars: number): string {
  return clip(toTitle(title).replace(FRAME_TAGS, '‹'), maxChars)
}
