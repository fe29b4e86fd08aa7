import type { Store } from '../../store/store.js'

interface PastSet {
  sessions: unknown[]
  questions: unknown[]
}

interface PastFigures {
  questions: number
  turn1: number
  turn5: number
  session1: number
  session5: number
  missed: string[]
}

export function readSet(name: 'build' | 'unseen'): PastSet
export function storeOf(set: PastSet, folder: string): Promise<Store>
export function scoreQuestions(store: Store, set: PastSet): PastFigures
