export interface HistorySet {
  commits: {
    id: string
    repo: string
    author: string
    date: string
    message: string
    kind: 'rule' | 'misleading' | 'ordinary'
    borderline?: true
    overruledBy?: string
    rule?: { must: string[]; statement: string }
  }[]
}

export interface HistoryFigures {
  rules: number
  whole: number
  misleading: number
  misled: number
  ordinary: number
  falsely: number
}

export function readHistory(name: string): HistorySet
export function holds(text: string, must: string): boolean
export function measureHistory(
  set: HistorySet,
): Promise<{ figures: HistoryFigures; wrong: string[] }>
