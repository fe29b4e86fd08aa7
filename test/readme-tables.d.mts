export function renderReadme(text: string): Promise<string>
