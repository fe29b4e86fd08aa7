import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { planProvider, readProvider } from '../../hosts/install/provider-setting.js'
import {
  applySettings,
  changesSomething,
  type SettingsPlan,
} from '../../hosts/install/settings-file.js'
import { asOwner } from '../../hosts/install/target.js'
import type { Config } from '../../config.js'
import { HOST_PROVIDER, PROVIDERS, providerOfHost } from '../../provider/catalog.js'
import { estimateBatchTokens } from '../../provider/answer.js'
import { acceptStanding } from '../../settings/accepted.js'
import { UsageError, type Call } from '../cli/command.js'
import type { Asker } from '../terminal/asker.js'
import { wrapText } from '../terminal/layout.js'
import { oneLine } from '../terminal/words.js'
import { launchedOf } from './hosts.js'

/** The provider that is to learn from now on, and the plan that writes it down. */
interface LearningWish {
  provider: string
  plan: SettingsPlan
}

/** The provider that learns from now on, as it was written down. */
export interface Learning {
  /** `host` or `builtin`. */
  provider: string
  path: string
  isChanged: boolean
  /** True where git takes the file along. */
  isShared: boolean
  /** The provider in the environment, which is stronger. */
  stronger: string | undefined
}

/** Reads `--learn-with`; undefined without it. Throws UsageError, INVALID_REQUEST. */
export function readLearningFlag(call: Call): LearningWish | undefined {
  const provider = call.text('learn-with')
  if (provider === undefined) return undefined
  if (provider !== HOST_PROVIDER && provider !== 'builtin') {
    throw new UsageError('--learn-with takes host or builtin', call.command)
  }
  if (call.on('project')) {
    throw new UsageError('--learn-with is for a person, not for a --project', call.command)
  }
  return { provider, plan: planProvider(launchedOf(call).dataDir, provider) }
}

/**
 * Asks whether learning may use the programs of these hosts, once: undefined where that was answered
 * before, where there is nobody to ask, and where none of them has a program that could be used.
 */
export async function askForLearning(
  call: Call,
  asked: readonly { host: { name: string } }[],
  asker: Asker,
): Promise<LearningWish | undefined> {
  const providers = asked
    .map(({ host }) => providerOfHost(host.name))
    .filter(name => name !== 'builtin')
  if (providers.length === 0 || !asker.isHeard || call.on('json') || isAnswered(call)) return
  const config = call.config()
  if (!config.reflect) return
  const lines = describeChoice(providers, config, isShared(launchedOf(call).dataDir))
  const columns = process.stderr.columns || Infinity
  const wrapped = lines.flatMap(line => wrapText(line, columns))
  const said = await asker.confirm([...wrapped, 'Use them?'].join('\n'))
  if (said === undefined) return undefined
  const provider = said ? HOST_PROVIDER : 'builtin'
  return { provider, plan: planProvider(launchedOf(call).dataDir, provider) }
}

/** Describes what the use of agents' programs and logins sends and costs. */
function describeChoice(providers: readonly string[], config: Config, isOfMany: boolean): string[] {
  const programs = providers.map(name => PROVIDERS[name]?.program ?? name)
  const tokens = providers.map(name => Math.round(estimateBatchTokens(name, config) / 500) * 500)
  const [least, most] = [Math.min(...tokens), Math.max(...tokens)].map(formatNumber)
  const about = least === most ? least : `${least} to ${most}`
  return [
    `Learning is done by svc itself, on this machine. May it use your agents' own programs and logins instead (${programs.join(', ')})?`,
    "It then sends the turns of each batch with the commands that were run, redacted and clipped, the project's folder name, the titles of known memories and the names of skills to the service that the program is logged in to.",
    `A batch of turns takes about ${about} tokens, which that login's plan or key pays for: at most ${formatNumber(config.dailyTokens)} tokens and, where prices are known, $${config.dailyUsd.toFixed(2)} a day (SVC_DAILY_TOKENS, SVC_DAILY_USD).`,
    ...(isOfMany ? ['The answer goes into config.json, which git shares with this store.'] : []),
  ]
}

/** Writes down what is to learn. Throws CONFLICT where the file has changed meanwhile. */
export function carryOutLearning(call: Call, { provider, plan }: LearningWish): Learning {
  applySettings([plan])
  const { dataDir } = launchedOf(call)
  asOwner(dataDir, () => acceptStanding(dataDir, ['provider', 'model']))
  return {
    provider,
    path: plan.path,
    isChanged: changesSomething(plan),
    isShared: isShared(dataDir),
    stronger: process.env.SVC_PROVIDER?.trim() || undefined,
  }
}

/** A provider that is named anywhere is an answer, also a no; unless git brought one from elsewhere. */
function isAnswered(call: Call): boolean {
  if (process.env.SVC_PROVIDER?.trim()) return true
  const named = readProvider(launchedOf(call).dataDir)
  return named !== undefined && (named === 'builtin' || named === call.config().provider)
}

/** True if git holds the store: its config.json is offered to everybody who has it. */
function isShared(dataDir: string): boolean {
  return existsSync(join(dataDir, '.git'))
}

/** Tells a person which provider learns, and why. */
export function renderLearning(learning: Learning, columns: number): string[] {
  const { provider, path, isShared, stronger } = learning
  const isHost = provider === 'host'
  const how = isHost
    ? "by each agent's own program and login where that can be asked, else by svc itself"
    : 'by svc itself, on this machine'
  const other = isHost ? 'builtin' : 'host'
  const said = [
    `Learning: ${how} (provider in ${oneLine(path)}; --learn-with ${other} changes that).`,
    ...(isShared ? ['Git shares that file with the store.'] : []),
    ...(stronger === undefined || stronger === provider
      ? []
      : [`SVC_PROVIDER=${oneLine(stronger)} in the environment is stronger.`]),
  ]
  return said.flatMap(line => wrapText(line, columns))
}

function formatNumber(number: number): string {
  return number.toLocaleString('en-US')
}
