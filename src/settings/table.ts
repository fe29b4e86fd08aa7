/** One row of the settings table: it drives reading, validation and the table in the README. */
export interface Setting {
  name: SettingName
  /** Key in a config entry, `a.b` for one inside another; undefined where only the environment sets it. */
  key?: string
  env?: string
  fallback: unknown
  /** Shown in the README and in errors. */
  expects: string
  meaning: string
  /** The value in force, or undefined where the raw one is not acceptable. */
  parse: (raw: unknown) => unknown
  /** A larger number holds as this one, which is said. */
  most?: number
  /** Nobody is shown its value. */
  isSecret?: true
}

/** The name of a setting: a field of Config. */
export type SettingName =
  | 'dataDir'
  | 'databasePath'
  | 'provider'
  | 'model'
  | 'providerUrl'
  | 'providerKey'
  | 'recallLimit'
  | 'maxContextChars'
  | 'reflect'
  | 'workspaceImport'
  | 'reviewNotice'
  | 'agentRules'
  | 'batchTurns'
  | 'batchIdleMs'
  | 'turnUserChars'
  | 'turnAssistantChars'
  | 'debug'
  | 'capacity'
  | 'pastMegabytes'
  | 'pastDays'
  | 'pastLeaveOut'
  | 'gitAutoCommit'
  | 'dailyTokens'
  | 'dailyUsd'
  | 'port'
  | 'host'
  | 'token'

/**
 * Characters (UTF-16 units) that every host takes of what a hook gives: Claude Code cuts a text of more
 * than 10,000, and no other one cuts sooner. The rest is for what hosts put around.
 */
const HOST_CHARS = 9_500
/** Bytes that every host takes of it: Codex cuts a text of more than 10,000, and no other one sooner. */
export const HOST_BYTES = 9_900

/** The two settings that are settled before config.json is read, which has no say in them. */
export const PLACES = [
  { name: 'dataDir', env: 'SVC_DATA_DIR', meaning: 'folder of the store' },
  {
    name: 'databasePath',
    env: 'SVC_DATABASE_PATH',
    meaning: 'manifest of the store; its folder is the store, whatever `dataDir` says',
  },
] as const satisfies readonly Pick<Setting, 'name' | 'env' | 'meaning'>[]

/** Every other setting. */
export const SETTINGS: readonly Setting[] = [
  words('provider', 'SVC_PROVIDER', 'builtin', 'model provider for reflection', 'provider'),
  words('model', 'SVC_MODEL', 'builtin', 'model name', 'model'),
  words('providerUrl', 'SVC_PROVIDER_URL', '', "base URL, where not the provider's own"),
  secret('providerKey', 'SVC_PROVIDER_KEY', "API key, where not in the provider's own variable"),
  whole('recallLimit', 'SVC_RECALL_LIMIT', 40, [1, 200], 'items recalled at most', 'recallLimit'),
  bounded(
    HOST_CHARS,
    whole(
      'maxContextChars',
      'SVC_HOOK_MAX_CHARS',
      HOST_CHARS,
      [200, HOST_CHARS],
      "characters of recalled context at most: at a session's start; beside a prompt 900 at most",
      'maxContextChars',
    ),
  ),
  flag('reflect', 'SVC_HOOK_REFLECT', true, 'queue turns and distil them', 'reflect'),
  flag(
    'workspaceImport',
    'SVC_HOOK_IMPORT',
    true,
    'import agent files at the first session start',
    'workspaceImport',
  ),
  flag(
    'reviewNotice',
    'SVC_HOOK_REVIEW',
    true,
    'say at a session start, once a day, that something learned waits for a look',
    'reviewNotice',
  ),
  flag(
    'agentRules',
    'SVC_AGENT_RULES',
    false,
    'constraints, procedures and global memories that an agent saves hold before a person accepts them',
    'agentRules',
  ),
  whole('batchTurns', 'SVC_HOOK_BATCH_TURNS', 10, [1, 10_000], 'turns in a batch'),
  whole(
    'batchIdleMs',
    'SVC_HOOK_BATCH_IDLE_MS',
    300_000,
    [0, 1e12],
    'idle milliseconds that close a batch',
  ),
  whole(
    'turnUserChars',
    'SVC_HOOK_TURN_USER_CHARS',
    4_000,
    [0, 100_000],
    'characters of a prompt that a model is sent, beside what it asks to keep',
  ),
  whole(
    'turnAssistantChars',
    'SVC_HOOK_TURN_ASSISTANT_CHARS',
    2_000,
    [0, 100_000],
    'characters of a reply that a model is sent',
  ),
  flag('debug', 'SVC_HOOK_DEBUG', false, 'log hook calls to stderr and state/hook.log'),
  whole('capacity', 'SVC_CAPACITY', 200, [1, 1_000_000], 'own items a scope keeps', 'capacity'),
  whole(
    'pastMegabytes',
    'SVC_PAST_MEGABYTES',
    500,
    [0, 1_000_000],
    'megabytes of past sessions kept word for word, the newest; 0 keeps none from now on',
    'pastMegabytes',
  ),
  whole(
    'pastDays',
    'SVC_PAST_DAYS',
    730,
    [1, 36_500],
    'days for which past sessions are kept word for word',
    'pastDays',
  ),
  words(
    'pastLeaveOut',
    'SVC_PAST_LEAVE_OUT',
    '',
    'projects whose sessions are not kept word for word: names of their folders, or paths of them or of folders around, between commas; `*` for all',
    'pastLeaveOut',
  ),
  whole(
    'dailyTokens',
    'SVC_DAILY_TOKENS',
    200_000,
    [0, 1e12],
    'tokens that a model provider may be sent and answer in a day (UTC)',
    'dailyTokens',
  ),
  decimal(
    'dailyUsd',
    'SVC_DAILY_USD',
    1,
    [0, 1e6],
    'US dollars that a model provider may cost in a day (UTC), as far as its prices are known',
    'dailyUsd',
  ),
  flag(
    'gitAutoCommit',
    'SVC_GIT_AUTO_COMMIT',
    false,
    'commit a store that lies in git a while after each change',
    'git.autoCommit',
  ),
  whole('port', 'SVC_PORT', 4747, [0, 65_535], 'port of `svc serve`; 0 picks a free one'),
  words('host', 'SVC_HOST', '127.0.0.1', 'address of `svc serve`'),
  secret('token', 'SVC_TOKEN', 'bearer token; needed beyond loopback'),
]

type Row<T> = [name: SettingName, env: string, fallback: T, meaning: string, key?: string]
type NumberRow = [
  name: SettingName,
  env: string,
  fallback: number,
  range: [least: number, most: number],
  meaning: string,
  key?: string,
]

function secret(name: SettingName, env: string, meaning: string): Setting {
  return { ...words(name, env, '', meaning), isSecret: true }
}

function words(...row: Row<string>): Setting {
  const parse = (raw: unknown) => (typeof raw === 'string' ? raw.trim() : undefined)
  return toSetting(row, 'must be a text', parse)
}

function whole(...row: NumberRow): Setting {
  return toNumeric(row, 'a whole number', /^\s*\d+\s*$/, Number.isInteger)
}

/** A setting of whole numbers that takes larger ones too, which hold as the largest. */
function bounded(most: number, setting: Setting): Setting {
  const parse = (raw: unknown) => {
    const value = typeof raw === 'string' && /^\s*\d+\s*$/.test(raw) ? Number(raw) : raw
    return Number.isInteger(value) && Number(value) > most ? value : setting.parse(raw)
  }
  return { ...setting, parse, most }
}

function decimal(...row: NumberRow): Setting {
  return toNumeric(row, 'a number', /^\s*\d+(?:\.\d+)?\s*$/, value => typeof value === 'number')
}

function toNumeric(
  [name, env, fallback, [least, most], meaning, key]: NumberRow,
  kind: string,
  shape: RegExp,
  isOfKind: (value: unknown) => boolean,
): Setting {
  const parse = (raw: unknown) => {
    const value = typeof raw === 'string' && shape.test(raw) ? Number(raw) : raw
    const isAllowed = isOfKind(value) && Number(value) >= least && Number(value) <= most
    return isAllowed ? value : undefined
  }
  const expects = `must be ${kind} from ${least} to ${most}`
  return toSetting([name, env, fallback, meaning, key], expects, parse)
}

function flag(...row: Row<boolean>): Setting {
  const parse = (raw: unknown) => {
    if (raw === true || raw === 1 || raw === '1' || raw === 'true') return true
    return raw === false || raw === 0 || raw === '0' || raw === 'false' ? false : undefined
  }
  return toSetting(row, 'must be true or false (1 or 0)', parse)
}

function toSetting(
  [name, env, fallback, meaning, key]: Row<unknown>,
  expects: string,
  parse: Setting['parse'],
): Setting {
  return { name, env, fallback, meaning, expects, parse, ...(key && { key }) }
}
