const TITLES: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  'qwen-code': 'Qwen Code',
  'copilot-cli': 'Copilot CLI',
  cursor: 'Cursor',
  opencode: 'OpenCode',
  droid: 'Droid',
  vscode: 'VS Code',
  dsh: 'DeepSeek Harness',
}

/** What people call an agent host; its name where nobody calls it otherwise. */
export function titleOfHost(host: string): string {
  return TITLES[host] ?? host
}
