export const READMES: string[]
export function renderReadmes(texts: Record<string, string>): Promise<Record<string, string>>
export function readReadmes(): Record<string, string>
export function headingsOf(text: string): { depth: number; title: string; anchor: string }[]
