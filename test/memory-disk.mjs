// Where the tests make their folders: in memory, where that has room and runs programs. The disk was
// half of what the kernel did for them. As a program it prints the place.
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const IN_MEMORY = '/dev/shm'
/** What all tests together have on it at one time, several times over. */
const ROOM_BYTES = 4 * 2 ** 30

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(temporaryPlace())

/** What a person set in TMPDIR stays; elsewhere than on Linux it is the system's folder. */
export function temporaryPlace() {
  return process.env.TMPDIR === undefined && isThere() ? IN_MEMORY : tmpdir()
}

function isThere() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const mounts = readFileSync('/proc/mounts', 'utf8')
    const [, options = 'noexec'] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(mounts) ?? []
    return bavail * bsize >= ROOM_BYTES && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}
