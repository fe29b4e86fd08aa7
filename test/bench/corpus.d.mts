export function createPrompt(words: number, seed?: number): string
