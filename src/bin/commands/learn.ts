import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { planProvider, readProvider } from '../../hosts/install/provider-setting.js'
import {
  applySettings,
  changesSomething,
  type SettingsPlan,
} from '../../hosts/install/settings-file.js'
import { HOST_PROVIDER, PROVIDERS, providerOfHost } from '../../provider/catalog.js'
import { estimateBatchTokens } from '../../provider/estimate.js'
import { acceptStanding } from '../../settings/accepted.js'
import { UsageError, type Call } from '../cli/command.js'
import type { Asker } from '../terminal/asker.js'
import { renderLearningQuestion, type Learning } from '../terminal/learning.js'
import { locateLaunched } from './hosts.js'

/** The provider that is to learn from now on, and the plan that writes it down. */
export interface LearningWish {
  provider: string
  plan: SettingsPlan
}

const CHOICES: readonly string[] = [HOST_PROVIDER, 'builtin']

/** Reads `--learn-with`; undefined without it. Throws UsageError, INVALID_REQUEST. */
export function readLearningFlag(call: Call): LearningWish | undefined {
  const provider = call.text('learn-with')
  if (provider === undefined) return undefined
  if (!CHOICES.includes(provider)) {
    throw new UsageError('--learn-with takes host or builtin', call.command)
  }
  if (call.on('project')) {
    throw new UsageError('--learn-with is for a person, not for a --project', call.command)
  }
  return { provider, plan: planProvider(dataDirOf(call), provider) }
}

/**
 * Asks whether learning may use the programs of these hosts, once: undefined where that was answered
 * before, where there is nobody to ask, and where none of them has a program that could be used.
 */
export async function askForLearning(
  call: Call,
  hosts: readonly { name: string }[],
  asker: Asker,
): Promise<LearningWish | undefined> {
  const providers = hosts.map(({ name }) => providerOfHost(name)).filter(isProgram)
  if (providers.length === 0 || !asker.isHeard || call.on('json') || isAnswered(call)) return
  const config = call.config()
  if (!config.reflect) return
  const question = renderLearningQuestion({
    programs: providers.map(name => PROVIDERS[name]?.program ?? name),
    tokens: providers.map(name => estimateBatchTokens(name, config)),
    budget: { tokens: config.dailyTokens, usd: config.dailyUsd },
    columns: process.stderr.columns,
    isShared: isShared(dataDirOf(call)),
  })
  const said = await asker.confirm(question)
  if (said === undefined) return undefined
  const provider = said ? HOST_PROVIDER : 'builtin'
  return { provider, plan: planProvider(dataDirOf(call), provider) }
}

/** Writes down what is to learn. Throws CONFLICT where the file has changed meanwhile. */
export function carryOutLearning(call: Call, { provider, plan }: LearningWish): Learning {
  applySettings([plan])
  acceptStanding(dataDirOf(call), ['provider', 'model'])
  return {
    provider,
    path: plan.path,
    isChanged: changesSomething(plan),
    isShared: isShared(dataDirOf(call)),
    stronger: process.env.SVC_PROVIDER?.trim() || undefined,
  }
}

function isProgram(provider: string): boolean {
  return provider !== 'builtin'
}

/** A provider that is named anywhere is an answer, also a no; unless git brought one from elsewhere. */
function isAnswered(call: Call): boolean {
  if (process.env.SVC_PROVIDER?.trim()) return true
  const named = readProvider(dataDirOf(call))
  return named !== undefined && (named === 'builtin' || named === call.config().provider)
}

/** True if git holds the store: its config.json is offered to everybody who has it. */
function isShared(dataDir: string): boolean {
  return existsSync(join(dataDir, '.git'))
}

function dataDirOf(call: Call): string {
  return locateLaunched({ dataDir: call.text('data-dir') }).dataDir
}
