import { gunzipSync, gzipSync } from 'node:zlib'
import { hashTerm } from '../../store/index/format.js'

/**
 * A packed part is a gzip file (RFC 1952) of a member for each session, in the order of their first lines:
 * to read one session nothing else is unpacked. A member tells in its extra field its bytes and the hash
 * of its session. What has no such field is read whole.
 */
const HEAD_BYTES = 10
const FLAGS_AT = 3
const HAS_EXTRA = 4
/** The length of the field, its name and the length of what follows: three numbers. */
const EXTRA = Buffer.from([16, 0, 0x53, 0x56, 12, 0])
const NUMBERS_AT = HEAD_BYTES + EXTRA.length
const MEMBER_HEAD_BYTES = NUMBERS_AT + 12

const SESSION = /^\{"session":("(?:[^"\\]|\\.)*")/

/** Packs lines of turns; those of a session stand together from now on, in their order. */
export function packLines(lines: string | Buffer): Buffer {
  const sessions = new Map<string, string>()
  // Every byte stays what it is: a session may be named in any script.
  for (const line of Buffer.from(lines).toString('latin1').split('\n')) {
    if (line === '') continue
    const [, name = ''] = SESSION.exec(line) ?? []
    sessions.set(name, `${sessions.get(name) ?? ''}${line}\n`)
  }
  return Buffer.concat([...sessions].flatMap(([name, own]) => packMember(name, own)))
}

function packMember(name: string, lines: string): Buffer[] {
  const packed = gzipSync(Buffer.from(lines, 'latin1'))
  const head = Buffer.alloc(MEMBER_HEAD_BYTES)
  packed.copy(head, 0, 0, HEAD_BYTES)
  head[FLAGS_AT] = HAS_EXTRA
  EXTRA.copy(head, HEAD_BYTES)
  const bytes = packed.length + MEMBER_HEAD_BYTES - HEAD_BYTES
  const hash = hashTerm(name)
  for (const [at, value] of [bytes, hash, toCheck(bytes, hash)].entries())
    head.writeUInt32LE(value, NUMBERS_AT + 4 * at)
  return [head, packed.subarray(HEAD_BYTES)]
}

/** The checksum of a member is of its lines alone. */
function toCheck(bytes: number, hash: number): number {
  return (Math.imul(bytes, 0x9e3779b1) ^ hash) >>> 0
}

/** The lines of all members, or of a session and perhaps of others. Throws what zlib throws. */
export function unpackLines(packed: Buffer, maxOutputLength: number, session?: string): Buffer {
  const wanted = session === undefined ? packed : membersOf(packed, session)
  return wanted.length === 0 ? wanted : gunzipSync(wanted, { maxOutputLength })
}

/** The members of a session, and all that follows one which does not tell whose it is. */
function membersOf(packed: Buffer, session: string): Buffer {
  const wanted = hashTerm(Buffer.from(JSON.stringify(session)).toString('latin1'))
  const own: Buffer[] = []
  for (let at = 0; at < packed.length;) {
    const { bytes, hash = wanted } = headOf(packed.subarray(at))
    if (hash === wanted) own.push(packed.subarray(at, at + bytes))
    at += bytes
  }
  return own.length === 1 ? own[0]! : Buffer.concat(own)
}

/** Reads the head of a member; one of others has no hash, and all that follows is its own. */
function headOf(packed: Buffer): { bytes: number; hash?: number } {
  const other = { bytes: packed.length }
  if (packed.length < MEMBER_HEAD_BYTES || packed[FLAGS_AT] !== HAS_EXTRA) return other
  if (!packed.subarray(HEAD_BYTES, NUMBERS_AT).equals(EXTRA)) return other
  const numberAt = (place: number) => packed.readUInt32LE(NUMBERS_AT + 4 * place)
  const [bytes, hash, check] = [numberAt(0), numberAt(1), numberAt(2)]
  const isSound = bytes >= MEMBER_HEAD_BYTES && check === toCheck(bytes, hash)
  return isSound && bytes <= packed.length ? { bytes, hash } : other
}
