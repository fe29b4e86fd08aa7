/** One finding of `doctor`. A failure makes the command exit 1; a remark does not. */
export interface DoctorFinding {
  level: 'failure' | 'remark'
  /** Short machine-readable name of the check, e.g. `unreadable-memory`. */
  check: string
  message: string
  path?: string
  /** What mends it, in words or as a command; missing where that goes without saying or is done. */
  mend?: string
  /** True where `fix` mends it, or most of it. */
  fixable?: boolean
  fixed?: boolean
}

/** What was found; `ok` is false where a failure is left. */
export interface DoctorReport {
  ok: boolean
  findings: DoctorFinding[]
  facts: DoctorFacts
}

/** How things stand on this machine, as whoever helps from afar would ask; times are ISO 8601. */
export interface DoctorFacts {
  versions: {
    svc: string
    node: string
    /** Undefined where git cannot be run, or nobody said how to find it. */
    git?: string
    /** Of the system, its release and its processor: `linux 6.1.0 x64`. */
    platform: string
    storeFormat: number
  }
  dataDir: {
    path: string
    /** Of the folder, as octal digits; '' where the system has none. */
    mode: string
    bytes: number
    files: number
    /** Of each folder in it and in its `state`, the largest first. */
    folders: { name: string; bytes: number; files: number }[]
    /** What the disk has left for this user; undefined where the system does not say. */
    freeBytes?: number
  }
  /** Locks that are held, or that dead processes left. */
  locks: { name: string; since: string; isStale: boolean; pid?: number }[]
  /** What waits in each scope; scopes where nothing does are left out. */
  queues: {
    /** `global`, or the folder of the scope below `projects`. */
    key: string
    turns: number
    /** When the oldest turn was queued. */
    oldest?: string
    failing: number
    setAside: number
    putOff: number
    /** Distilled batches that wait for consolidation. */
    replay: number
  }[]
  /** The search index of each scope that has memories; `none` where svc has not made it yet. */
  indexes: { key: string; memories: number; state: 'fresh' | 'behind' | 'none'; bytes: number }[]
  /** What distils turns; undefined where a program brings its own. */
  provider?: ProviderFacts
  /** Undefined where the store lies in no repository, or git cannot be run. */
  git?: GitFacts
  /** The agent hosts whose programs are on the PATH; undefined where nobody looks at hosts. */
  hosts?: HostProgram[]
  /** What the hooks of this machine start; undefined where none were installed. */
  launcher?: LauncherFacts
}

/** The program of an agent host. */
export interface HostProgram {
  host: string
  title: string
  path: string
  /** `1.2.3`; undefined where it does not tell within a second. */
  version?: string
}

/** What the launcher of the hooks starts. */
export interface LauncherFacts {
  path: string
  /** The Node that it was written for; '' where it names none. */
  node: string
  /** Undefined where it is gone or does not tell within a second. */
  nodeVersion?: string
  /** False where it is gone, or older than svc needs. */
  isNodeUsable: boolean
  /** The program of svc; '' where it names none. */
  script: string
  /** The version of svc that the program belongs to; undefined where it is gone. */
  svcVersion?: string
  /** True where that is the program that tells this. */
  isOwn: boolean
}

/** How the provider of the settings stands; a key is never shown. */
export interface ProviderFacts {
  name: string
  /** Of a service on the network: its host, whether there is a key, and whether it answers. */
  service?: {
    host: string
    hasKey: boolean
    /** The status of its answer; undefined where none came. */
    status?: number
    /** Why none came. */
    problem?: string
    ms: number
  }
}

/** How the store stands in git, as far as this machine knows without asking a remote. */
export interface GitFacts {
  workTree: string
  branch?: string
  remote?: string
  /** Files of the store that are not committed. */
  uncommitted: number
  unmerged: number
  ahead?: number
  behind?: number
  driver: 'registered' | 'missing' | 'without its program'
  /** Memories that a rule of somebody's `.gitignore` keeps out of git. */
  ignored: number
  /** True where git tracks something of `bin/` or `state/`, which belong to one machine. */
  isLocalTracked: boolean
  /** Whether git writes into `bin/` and `state/` where a pull brings something there. */
  local: 'closed' | 'open' | 'theirs'
}
