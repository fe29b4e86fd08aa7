import { spawn, spawnSync } from 'node:child_process'
import { until } from '../../store/fixture.js'
import { PROGRAM, type Shell } from './shell.js'

/** What lends a terminal of its own to a line for the shell. */
function lend(line: string): string[] {
  const isLinux = process.platform === 'linux'
  return isLinux ? ['-qec', line, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', line]
}

/** False where no program is there that lends a terminal. */
export const HAS_TERMINAL =
  process.platform !== 'win32' && spawnSync('script', lend('test -t 0')).status === 0

/** `svc` on a terminal of 80 columns: what stands on it, and keys that are pressed. */
export class TerminalRun {
  private shown = ''
  private seen = 0
  private readonly child
  private readonly ended: Promise<void>

  constructor(shell: Shell, args: readonly string[], env: Record<string, string> = {}) {
    const words = [process.execPath, PROGRAM, ...args].map(word => `'${word}'`).join(' ')
    const line = `stty cols 80; exec ${words}`
    this.child = spawn('script', lend(line), {
      cwd: shell.project,
      env: { ...shell.env(), TERM: 'xterm', SHELL: '/bin/sh', ...env },
    })
    this.child.stdout.on('data', chunk => (this.shown += String(chunk)))
    this.ended = new Promise(resolve => this.child.on('close', () => resolve()))
  }

  /** What came onto the terminal since the last look, once this text is in it. */
  async until(text: string): Promise<string> {
    await until(() => this.shown.slice(this.seen).includes(text))
    return this.take()
  }

  press(key: string): void {
    this.child.stdin.write(key)
  }

  /** What came since the last look until the program ended. */
  async end(): Promise<string> {
    await this.ended
    return this.take()
  }

  private take(): string {
    const text = this.shown.slice(this.seen)
    this.seen = this.shown.length
    return text
  }
}
