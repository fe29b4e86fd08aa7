import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { SvcError } from '../../../store/errors.js'
import { isObject } from './json-text.js'
import { isOwnCommand, isOwnTool } from './own.js'
import type { Env } from './hosts/host.js'

/** Codex answers within a second; what takes longer than this hangs (milliseconds). */
const LIMIT_MS = 20_000

/** A Codex program to be asked. */
interface CodexCall {
  /** The path of the program. */
  program: string
  env: Env
  /** The folder whose hooks are meant. */
  cwd: string
}

/**
 * Has Codex approve svc's own hooks as its `/hooks` would; answers how many it has approved now.
 * Throws NOT_AVAILABLE where Codex does not answer as it should.
 */
export async function trustHooks({ program, env, cwd }: CodexCall): Promise<number> {
  const child = spawn(program, ['app-server'], { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  try {
    return await approve(openConnection(child), cwd)
  } finally {
    clearTimeout(timer)
    child.kill()
  }
}

type Ask = (method: string, params: object) => Promise<unknown>

async function approve({ ask, tell }: Connection, cwd: string): Promise<number> {
  const clientInfo = { name: 'svc', title: 'svc', version: '1' }
  await ask('initialize', { clientInfo })
  tell('initialized')
  const own = (await listHooks(ask, cwd)).filter(isOwn)
  const open = own.filter(({ trustStatus }) => trustStatus !== 'trusted')
  if (open.length === 0) return own.length
  const value = Object.fromEntries(
    open.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
  )
  await ask('config/batchWrite', {
    edits: [{ keyPath: 'hooks.state', value, mergeStrategy: 'upsert' }],
  })
  return own.length
}

/** A hook as Codex lists it. */
interface ListedHook {
  key: string
  currentHash: string
  trustStatus?: unknown
}

async function listHooks(ask: Ask, cwd: string): Promise<ListedHook[]> {
  const listed = await ask('hooks/list', { cwds: [cwd] })
  const entries = isObject(listed) && Array.isArray(listed.data) ? listed.data : []
  return entries.flatMap((entry: unknown) => {
    const hooks = isObject(entry) ? entry.hooks : []
    return Array.isArray(hooks) ? hooks.filter(isListed) : []
  })
}

function isListed(hook: unknown): hook is ListedHook {
  return isObject(hook) && typeof hook.key === 'string' && typeof hook.currentHash === 'string'
}

function isOwn(hook: object): boolean {
  const handler = { type: 'mcp_tool', ...hook }
  return 'command' in hook && typeof hook.command === 'string'
    ? isOwnCommand(hook.command)
    : isOwnTool(handler)
}

interface Connection {
  ask: Ask
  tell: (method: string) => void
}

/** JSON-RPC, one message a line. */
function openConnection(child: ChildProcessByStdio<Writable, Readable, null>): Connection {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (e: Error) => void }
  >()
  let last = 0
  const fail = (why: string) => {
    const error = new SvcError(
      'NOT_AVAILABLE',
      `codex app-server ${why}; approve with /hooks in codex`,
    )
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    return error
  }
  child.on('error', error => fail(`cannot be started (${error.message})`))
  child.on('exit', () => fail('ended without an answer'))
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', line => {
    const message = parseLine(line)
    const call = typeof message.id === 'number' ? waiting.get(message.id) : undefined
    if (call === undefined) return
    waiting.delete(message.id as number)
    if (isObject(message.error)) call.reject(fail(`refused: ${String(message.error.message)}`))
    else call.resolve(message.result)
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  return {
    tell: method => void send({ method }),
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        send({ id: last, method, params })
      }),
  }
}

function parseLine(line: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(line)
    return isObject(message) ? message : {}
  } catch {
    return {}
  }
}
