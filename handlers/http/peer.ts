import { accessSync, constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Linux's lists of the TCP sockets of a machine, IPv4 and IPv6. */
const TABLES: readonly string[] = ['/proc/net/tcp', '/proc/net/tcp6']
const CHUNK_BYTES = 64 * 1024

/** The warning if another user cannot be told from the own one, and there is no token. */
export const OPEN_TO_ALL_USERS =
  'this system does not tell whose a connection is: any user of the machine may read and write; set SVC_TOKEN to shut the others out'

/** Resolves with true where the other end of a connection is of this process's user, or root's. */
type PeerCheck = (socket: Socket) => Promise<boolean>

/** True where the system tells which user of the machine a connection is from. */
export function tellsUsers(tables: readonly string[] = TABLES): boolean {
  try {
    if (process.platform !== 'linux' || process.geteuid === undefined) return false
    // A machine may have no IPv6.
    accessSync(tables[0] ?? '', constants.R_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Makes what finds out who is at the other end of a connection, once for each; undefined where the
 * system does not tell. A connection that is not listed, or no longer, is nobody's: false.
 */
export function createPeerCheck(tables: readonly string[] = TABLES): PeerCheck | undefined {
  if (!tellsUsers(tables)) return undefined
  const known = new WeakMap<Socket, Promise<boolean>>()
  const findUser = createUserSearch(tables)
  const check = async (socket: Socket): Promise<boolean> => {
    const { remoteAddress, remotePort, localAddress, localPort } = socket
    if (remoteAddress === undefined || localAddress === undefined) return false
    const ends = [formatEnd(remoteAddress, remotePort), formatEnd(localAddress, localPort)] as const
    // A table that changes while it is read can leave a row out.
    const user = (await findUser(...ends)) ?? (await findUser(...ends))
    // Another connection can have the same two ends once this one is reset; by now that is known.
    await nextTurn()
    return user !== undefined && isOwn(user) && !socket.destroyed
  }
  return socket => {
    const verdict = known.get(socket) ?? check(socket).catch(() => false)
    known.set(socket, verdict)
    return verdict
  }
}

/**
 * The users whose sockets listen at a port of this machine; undefined where the system does not
 * tell.
 */
export async function findListeners(
  port: number,
  tables: readonly string[] = TABLES,
): Promise<number[] | undefined> {
  if (!tellsUsers(tables)) return undefined
  const end = formatPort(port)
  const users = new Set<number>()
  await readTables(tables, ({ local, state, user }) => {
    if (state === LISTENING && local.endsWith(end)) users.add(user)
  })
  return [...users]
}

/** True for the user of this process and for root, who can be anybody. */
export function isOwn(user: number): boolean {
  return user === 0 || user === process.geteuid?.()
}

/** The user of the socket between two ends; undefined where none is listed that still has one. */
type UserSearch = (local: string, remote: string) => Promise<number | undefined>

/**
 * Any number of searches share a reading of the tables, and no two readings run at a time: a search
 * takes the next that begins. Of a table only the rows are kept that lead to a port of ours.
 */
function createUserSearch(tables: readonly string[]): UserSearch {
  const ports = new Set<string>()
  let running: Promise<Users> | undefined
  let next: Promise<Users> | undefined
  const start = (): Promise<Users> => {
    next = undefined
    running = readUsers(tables, ports).finally(() => (running = undefined))
    return running
  }
  const read = (): Promise<Users> => {
    if (running === undefined) return start()
    return (next ??= running.then(start, start))
  }
  return async (local, remote) => {
    ports.add(remote.slice(-PORT_LENGTH))
    return (await read()).get(`${local} ${remote}`)
  }
}

/** Users by both ends of their sockets. */
type Users = ReadonlyMap<string, number>

async function readUsers(tables: readonly string[], ports: ReadonlySet<string>): Promise<Users> {
  const users = new Map<string, number>()
  await readTables(tables, ({ local, remote, user }) => {
    if (ports.has(remote.slice(-PORT_LENGTH))) users.set(`${local} ${remote}`, user)
  })
  return users
}

/** A socket of the machine. */
interface Row {
  local: string
  remote: string
  state: string
  user: number
}

const LISTENING = '0A'
const ROW =
  /^ *\d+: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]{2}) \S+ \S+ \S+ +(\d+) +\d+ (\d+) /gm

async function readTables(tables: readonly string[], take: (row: Row) => void): Promise<void> {
  await Promise.all(tables.map((path, at) => readTable(path, at === 0, take)))
}

async function readTable(path: string, isNeeded: boolean, take: (row: Row) => void) {
  const file = await open(path).catch((error: unknown) => {
    if (isNeeded) throw error
  })
  let rest = ''
  for await (const chunk of file?.createReadStream({ highWaterMark: CHUNK_BYTES }) ?? []) {
    const text = rest + String(chunk)
    const end = text.lastIndexOf('\n') + 1
    parseRows(text.slice(0, end), take)
    rest = text.slice(end)
  }
}

/**
 * Takes the sockets out of whole lines of a table. One that no process has any more (it waits for
 * its time to pass, say) is listed as root's without an inode: it is left out.
 */
function parseRows(text: string, take: (row: Row) => void): void {
  for (const [, local = '', remote = '', state = '', user, inode] of text.matchAll(ROW)) {
    if (inode !== '0')
      take({ local: unmap(local), remote: unmap(remote), state, user: Number(user) })
  }
}

const PORT_LENGTH = 5
const IS_LITTLE = endianness() === 'LE'
/** The beginning of an IPv4 address that an IPv6 socket has. */
const MAPPED = IS_LITTLE ? '0000000000000000FFFF0000' : '00000000000000000000FFFF'

function unmap(end: string): string {
  return end.startsWith(MAPPED) ? end.slice(MAPPED.length) : end
}

/** An address and a port as the tables have them; an IPv4 address in an IPv6 one as itself. */
function formatEnd(address: string, port = 0): string {
  const bytes = toBytes(address.replace(/%.*$/, ''))
  const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(4 * at, 4 * at + 4))
  const hex = words.map(word => (IS_LITTLE ? word.reverse() : word).map(toHex).join(''))
  return unmap(hex.join('')) + formatPort(port)
}

function formatPort(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

function toHex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

/** The 4 or 16 bytes of an address as Node writes it. */
function toBytes(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [head = '', tail] = address.split('::')
  const [front, back] = [toGroups(head), toGroups(tail ?? '')]
  const zeros = Array.from({ length: tail === undefined ? 0 : 16 - front.length - back.length })
  return [...front, ...zeros.map(() => 0), ...back]
}

function toGroups(text: string): number[] {
  return text.split(':').flatMap(group => {
    if (group === '') return []
    if (group.includes('.')) return group.split('.').map(Number)
    const value = parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}
