export interface Conversation {
  batch: string
  language: string
}

export function isHeldOut(batch: string): boolean
export function readConversations(folder?: string): Conversation[]
