/** The JSON object in a text; undefined where it holds none. */
export function parseObject<T extends object>(text: string | null): T | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as T | null
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
