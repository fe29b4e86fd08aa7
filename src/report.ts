/** One finding of `doctor` or `git check`. A failure makes the command exit 1; a remark does not. */
export interface DoctorFinding {
  level: 'failure' | 'remark'
  /** Short machine-readable name of the check, e.g. `unreadable-memory`. */
  check: string
  /** A phrase that follows the path where it does not name it. */
  message: string
  path?: string
  /** Counted from 1; missing for the whole file. */
  line?: number
  /** The remedy, in words or as a command; missing if it goes without saying or is done. */
  mend?: string
  /** True where `fix` mends it, or most of it. */
  fixable?: boolean
  fixed?: boolean
}

/** Result of a look by the doctor; `ok` is false if a failure is left. */
export interface DoctorReport {
  ok: boolean
  findings: DoctorFinding[]
  facts: DoctorFacts
}

/** State of this machine, as a helper from afar would ask for it; times are ISO 8601. */
export interface DoctorFacts {
  versions: {
    svc: string
    node: string
    /** Undefined where git cannot be run, or nobody said how to find it. */
    git?: string
    /** The system, its release and its processor: `linux 6.1.0 x64`. */
    platform: string
    storeFormat: number
  }
  dataDir: {
    path: string
    /** Permissions of the folder, as octal digits; '' if the system has none. */
    mode: string
    bytes: number
    files: number
    /** Sizes of each folder in it and in its `state`, the largest first. */
    folders: { name: string; bytes: number; files: number }[]
    /** Bytes that the disk has left for this user; undefined if the system does not say. */
    freeBytes?: number
  }
  /** Locks that are held, or that dead processes left. */
  locks: { name: string; since: string; isStale: boolean; pid?: number }[]
  /** Work that waits in each scope; scopes without any are left out. */
  queues: {
    /** `global`, or the folder of the scope below `projects`. */
    key: string
    turns: number
    /** Time at which the oldest turn was queued. */
    oldest?: string
    failing: number
    setAside: number
    putOff: number
    /** Distilled batches that wait for consolidation. */
    replay: number
  }[]
  /** The search index of each scope that has memories; `none` where svc has not made it yet. */
  indexes: { key: string; memories: number; state: 'fresh' | 'behind' | 'none'; bytes: number }[]
  /** The provider that distils turns; undefined if a program brings its own. */
  provider?: ProviderFacts
  /** Undefined where the store lies in no repository, or git cannot be run. */
  git?: GitFacts
  /** The agent hosts whose programs are on the PATH; undefined where nobody looks at hosts. */
  hosts?: HostProgram[]
  /** The programs that the hooks of this machine start; undefined if none were installed. */
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

/** The launcher of the hooks and the programs that it starts. */
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

/** State of the provider of the settings; a key is never shown. */
export interface ProviderFacts {
  name: string
  /** A service on the network: its host, whether there is a key, and whether it answers. */
  service?: {
    host: string
    hasKey: boolean
    /** The status of its answer; undefined where none came. */
    status?: number
    /** The reason that none came. */
    problem?: string
    ms: number
  }
}

/** State of the store in git, as far as this machine knows without asking a remote. */
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
  /** State of the guard that keeps git from writing into `bin/` and `state/` what a pull brings. */
  local: 'closed' | 'open' | 'theirs'
}
