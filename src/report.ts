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
}
