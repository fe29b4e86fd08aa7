import type { Installer, Host } from './install/hosts/host.js'
import { type HostName, type InstalledHost, INSTALLED_HOSTS, PROFILES } from './profiles.js'
import type { Fields, TranscriptFormat } from './transcript/format.js'
import { CLAUDE_CODE } from './transcript/hosts/claude-code.js'
import { CODEX } from './transcript/hosts/codex.js'
import { COPILOT } from './transcript/hosts/copilot.js'
import { CURSOR } from './transcript/hosts/cursor.js'
import { DROID } from './transcript/hosts/droid.js'
import { GEMINI } from './transcript/hosts/gemini.js'
import { OPENCODE } from './transcript/hosts/opencode.js'
import { QWEN } from './transcript/hosts/qwen.js'

/** The code that one host needs. */
interface Driver {
  /** Reads its transcripts; undefined where it writes none that svc knows. */
  transcript: TranscriptFormat | undefined
  /** Loads what edits its settings, for which a person asks now and then. */
  load: () => Promise<{ installer: Installer }>
}

/** The code of each host, in the order in which a record is tried as one of its transcript. */
const DRIVERS: Readonly<Record<InstalledHost, Driver>> = {
  'claude-code': { transcript: CLAUDE_CODE, load: () => import('./install/hosts/claude-code.js') },
  codex: { transcript: CODEX, load: () => import('./install/hosts/codex.js') },
  'copilot-cli': { transcript: COPILOT, load: () => import('./install/hosts/copilot-cli.js') },
  droid: { transcript: DROID, load: () => import('./install/hosts/droid.js') },
  'qwen-code': { transcript: QWEN, load: () => import('./install/hosts/qwen-code.js') },
  'gemini-cli': { transcript: GEMINI, load: () => import('./install/hosts/gemini-cli.js') },
  cursor: { transcript: CURSOR, load: () => import('./install/hosts/cursor.js') },
  opencode: { transcript: OPENCODE, load: () => import('./install/hosts/opencode.js') },
}

const FORMATS = Object.values(DRIVERS).flatMap(({ transcript }) => transcript ?? [])

/** The format that a record gives away; undefined for a record that several hosts could write. */
export function formatOf(record: Fields): TranscriptFormat | undefined {
  return FORMATS.find(format => format.owns(record))
}

/** The format of a host's transcripts; undefined for one that writes none, or that is not known. */
export function transcriptsOf(host: HostName): TranscriptFormat | undefined {
  return (DRIVERS as Partial<Record<HostName, Driver>>)[host]?.transcript
}

/** Loads every host that svc can be installed in, in the order in which they are shown. */
export function loadHosts(): Promise<Host[]> {
  return Promise.all(INSTALLED_HOSTS.map(loadHost))
}

/** Loads the host of a name or a short name; undefined for none. */
export async function findHost(name: string): Promise<Host | undefined> {
  const found = INSTALLED_HOSTS.find(host => host === name || PROFILES[host].aliases.includes(name))
  return found && loadHost(found)
}

async function loadHost(name: InstalledHost): Promise<Host> {
  const { installer } = await DRIVERS[name].load()
  return { name, ...PROFILES[name], ...installer }
}
