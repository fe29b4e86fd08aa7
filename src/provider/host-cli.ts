import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROVIDERS } from '../catalog.js'
import { questionTokens, toAnswer, toProvider, type Complete } from '../complete.js'
import { estimateTokens, ProviderFailure } from '../failure.js'
import { withTimeLimit } from '../time-limit.js'
import type { Provider, ProviderAnswer, Question, Usage } from '../types.js'
import { CLAUDE_CODE } from './claude-code.js'
import { CODEX } from './codex.js'
import { GEMINI_CLI } from './gemini-cli.js'
import { runProgram } from './run.js'
import type { HostCli, HostCliReply, RunFolders } from './types.js'

const HOST_CLIS: Readonly<Record<string, HostCli>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  'gemini-cli': GEMINI_CLI,
}

/** How the program of an agent host is asked. */
export interface HostCliSettings {
  model: string | undefined
  /** The environment that the program gets, besides SVC_HOOK_CHILD. */
  env: Readonly<Record<string, string | undefined>>
  timeLimitMs: number
}

/**
 * A provider that asks through the program of an agent host, with the login it has. Each call runs
 * in an empty temporary folder that is removed afterwards.
 */
export function createHostCli(
  name: string,
  { model, env, timeLimitMs }: HostCliSettings,
): Provider {
  const cli = HOST_CLIS[name]!
  const complete: Complete = (question, given) =>
    withTimeLimit({ name, ms: timeLimitMs, question }, given, ({ signal }) =>
      withFolders(async folders => {
        const call = { question, model, folders }
        const { program } = cli
        const run = { program, args: cli.toArgs(call), input: cli.toInput(call), env, signal }
        const stdout = await runProgram({ ...run, cwd: folders.cwd })
        return toProviderAnswer(name, question, cli.readReply(stdout, folders))
      }),
    )
  return toProvider(name, model ?? 'default', complete)
}

function toProviderAnswer(
  name: string,
  question: Question,
  reply: HostCliReply | undefined,
): ProviderAnswer {
  const { program } = HOST_CLIS[name]!
  const usage = reply?.usage ?? estimateUsage(name, question, reply)
  if (reply === undefined) {
    throw new ProviderFailure(`${program} gave no answer of the form it should`, usage)
  }
  if (reply.value !== undefined) return { value: reply.value, usage }
  return toAnswer(program, { text: reply.text ?? '', isCut: false }, usage)
}

function estimateUsage(name: string, question: Question, reply: HostCliReply | undefined): Usage {
  return {
    inputTokens: (PROVIDERS[name]?.overheadTokens ?? 0) + questionTokens(question),
    outputTokens: estimateTokens(reply?.text ?? ''),
  }
}

async function withFolders<T>(action: (folders: RunFolders) => Promise<T>): Promise<T> {
  const files = mkdtempSync(join(tmpdir(), 'svc-ask-'))
  const cwd = join(files, 'empty')
  mkdirSync(cwd)
  try {
    return await action({ cwd, files })
  } finally {
    removeQuietly(files)
  }
}

/** What is left in the system's temporary folder is no reason to lose an answer. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Somebody is still writing there.
  }
}
