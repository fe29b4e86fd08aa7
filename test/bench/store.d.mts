interface MadeStore {
  env: { PATH: string; HOME: string; SVC_DATA_DIR: string }
  cwd: string
  loadMs: number
}

export const HOOK: readonly [program: string, script: string]
export function makeStore(work: string, size: number): MadeStore
