/** A store with a full queue and a provider on loopback. */
export interface Stage {
  root: string
  live: string
}

export function openStage(): Promise<Stage>
export function closeStage(stage: Stage): void
export function killAt(stage: Stage, n: number): Promise<{ isKilled: boolean; problems: string[] }>
