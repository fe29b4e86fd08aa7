import type { Conversation } from './sentences.mjs'

export interface Row {
  batch: string
  label: string
  features: Uint32Array
}

export function toRows(conversations: readonly Conversation[]): Row[]
export function trainModel(rows: readonly Row[], least?: { user: number; agent: number }): Buffer
