import { withTranscript, type TranscriptFile } from './file.js'
import { formatOf } from './formats.js'
import { linesFrom } from './lines.js'
import { parseRecord } from './record.js'
import { skillsOfCall } from './skill-call.js'

/** The skills that a stretch of a transcript tells of, and where to go on. */
export interface ToolUses {
  /** Each once: paths of a SKILL.md that was opened, as written, and names that were invoked. */
  skills: string[]
  /** The byte behind the last whole line that was read. */
  end: number
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_SKILLS = 100
const MAX_SKILL_CHARS = 1000
/** A line without any of these tells of no skill; most lines are never parsed. */
const MARKS = /SKILL\.md|<command-name>|<skill>|skill\.invoked|"(?:activate_)?skill"/i

/**
 * Which skills were opened or invoked in a transcript since byte `fromByte`. Reads at most 8 MiB:
 * `end` lies before the file's end where there is more. A file that has become shorter is read
 * from its beginning. Nothing, and `end` as `fromByte`, where there is no regular file. Never throws.
 */
export function readToolUses(path: string, fromByte: number): ToolUses {
  const uses = withTranscript(path, transcript => collect(transcript, fromByte))
  return uses ?? { skills: [], end: fromByte }
}

function collect(transcript: TranscriptFile, fromByte: number): ToolUses {
  const from = fromByte <= transcript.size && fromByte > 0 ? fromByte : 0
  const skills = new Set<string>()
  let end = from
  for (const line of linesFrom(transcript, from, MAX_BYTES)) {
    end = line.end
    if (line.isCut || skills.size >= MAX_SKILLS || !MARKS.test(line.text)) continue
    for (const skill of skillsOfLine(line.text)) skills.add(skill)
  }
  // A line longer than what is read at once would otherwise be looked at for ever.
  if (end === from && transcript.size - from > MAX_BYTES) end = from + MAX_BYTES
  return { skills: [...skills].slice(0, MAX_SKILLS), end }
}

function skillsOfLine(text: string): string[] {
  const record = parseRecord({ text, isCut: false })
  const format = record && formatOf(record)
  if (record === undefined || format === undefined) return []
  const called = format.toToolCalls(record).flatMap(skillsOfCall)
  const found = [...(format.toSkills?.(record) ?? []), ...called]
  return found.filter(skill => skill !== '' && skill.length <= MAX_SKILL_CHARS)
}
