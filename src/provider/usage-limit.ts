/** A word between others: as no `_` and no more than so many letters are in it, it ends in one place. */
const WORD = String.raw`[^\W_]{1,40}`
/** Says that somebody's share of a service is used up. */
const LIMIT = new RegExp(
  [
    String.raw`\b(?:usage|session|daily|weekly|monthly|\d+-?hour|opus|sonnet)[ _]limit[ _](?:${WORD}[ _]){0,3}(?:reached|hit|exceeded)`,
    String.raw`\b(?:hit|reached|exceeded|exhausted) your (?:[\w-]+ ){0,3}(?:limit|quota|capacity)\b`,
    String.raw`\bquota (?:${WORD} ){0,2}(?:exceeded|exhausted|reached)|\b(?:insufficient|exceeded)[ _](?:${WORD}[ _]){0,2}quota\b`,
    String.raw`\binsufficient[ _](?:balance|credits?|funds)\b|\bout of credits\b|\bcredit balance is too low\b`,
  ].join('|'),
  'i',
)

/** Milliseconds until a limit is looked at again where nobody says when it ends. */
const DEFAULT_WAIT_MS = 60 * 60_000
/** Milliseconds that a call is put off at most: a longer limit is looked at again. */
export const MOST_WAIT_MS = 24 * 60 * 60_000
/** Characters of a message that are read: its end. */
const READ_CHARS = 20_000

/**
 * Milliseconds to wait for the end of a usage limit that a service or a host's program tells of, a
 * day at most; undefined for a text that tells of none. Only the words of the service belong into it,
 * none of a conversation.
 */
export function readUsageLimit(text: string, now: Date): number | undefined {
  const read = text.slice(-READ_CHARS)
  const [limit] = LIMIT.exec(read) ?? []
  if (limit === undefined) return undefined
  const wait = readMoment(read, now) ?? readDuration(read) ?? readClock(read, now)
  return Math.min(Math.max(wait ?? DEFAULT_WAIT_MS, 0), MOST_WAIT_MS)
}

/** "usage limit reached|1762952400", `"resets_at": 1777936568` or a time of ISO 8601. */
function readMoment(text: string, now: Date): number | undefined {
  const [, seconds] = /(?:\||resets?[_ ]at"?[: ]+)(\d{10})(?!\d)/i.exec(text) ?? []
  const [, date] =
    /resets?[_ ](?:at|on)?"?[: ]*"?(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))/i.exec(text) ?? []
  const at = seconds === undefined ? Date.parse(date ?? '') : Number(seconds) * 1000
  return Number.isNaN(at) || at < now.getTime() ? undefined : at - now.getTime()
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 }
const UNIT = String.raw`(?:d(?:ays?)?|h(?:ours?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])`
const IN = new RegExp(
  String.raw`(?:(?:again|retry|resets?) (?:in|after)|"retryDelay":)\s*"?((?:\d+(?:\.\d+)?\s?${UNIT}[\s,]*)+)`,
  'i',
)

/** "try again in 3 hours 2 minutes", "will reset after 3h20m". */
function readDuration(text: string): number | undefined {
  const [, duration] = IN.exec(text) ?? []
  if (duration === undefined) return undefined
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)\s?([dhms])/gi)]
  return parts.reduce((sum, [, count, unit]) => {
    return sum + Number(count) * (UNITS[unit!.toLowerCase()] ?? 0) * 1000
  }, 0)
}

const CLOCK = /(?:resets?|again)(?: at)? (\d{1,2})(?::(\d\d))?\s?([ap]m)?\b/i

/** "resets 3pm", "try again at 3:05 PM": the next such time of this machine. */
function readClock(text: string, now: Date): number | undefined {
  const [, hours, minutes = '0', half] = CLOCK.exec(text) ?? []
  if (hours === undefined) return undefined
  const at = new Date(now)
  const noon = half?.toLowerCase() === 'pm' ? 12 : 0
  at.setHours(
    half === undefined ? Number(hours) : (Number(hours) % 12) + noon,
    Number(minutes),
    0,
    0,
  )
  if (at <= now) at.setDate(at.getDate() + 1)
  return at.getTime() - now.getTime()
}
