import { readFileSync } from 'node:fs'

/** Whether a process runs. One that has ended does not, also where nobody has asked how it ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch {
    return false
  }
}

function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
