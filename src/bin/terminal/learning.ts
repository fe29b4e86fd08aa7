import { wrapText } from './layout.js'
import { oneLine } from './words.js'

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

/** The programs, cost and sharing that a person decides about. */
interface LearningChoice {
  /** The programs that would be asked. */
  programs: readonly string[]
  /** Tokens that a batch takes at each of them. */
  tokens: readonly number[]
  budget: { tokens: number; usd: number }
  columns: number | undefined
  isShared: boolean
}

/** The question whether learning may use the programs and logins of agents: what it sends and costs. */
export function renderLearningQuestion(choice: LearningChoice): string {
  const { programs, tokens, budget, isShared } = choice
  const [least, most] = [Math.min(...tokens), Math.max(...tokens)].map(roundTokens)
  const about = least === most ? least : `${least} to ${most}`
  const lines = [
    `Learning is done by svc itself, on this machine. May it use your agents' own programs and logins instead (${programs.join(', ')})?`,
    "It then sends the turns of each batch with the commands that were run, redacted and clipped, the project's folder name, the titles of known memories and the names of skills to the service that the program is logged in to.",
    `A batch of turns takes about ${about} tokens, which that login's plan or key pays for: at most ${formatNumber(budget.tokens)} tokens and, where prices are known, $${budget.usd.toFixed(2)} a day (SVC_DAILY_TOKENS, SVC_DAILY_USD).`,
    ...(isShared ? ['The answer goes into config.json, which git shares with this store.'] : []),
  ]
  const columns = choice.columns || Infinity
  return [...lines.flatMap(line => wrapText(line, columns)), 'Use them?'].join('\n')
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

function roundTokens(tokens: number): string {
  return formatNumber(Math.round(tokens / 500) * 500)
}

function formatNumber(number: number): string {
  return number.toLocaleString('en-US')
}
