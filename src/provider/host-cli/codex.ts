import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANSWER_BYTES } from '../read-bounded.js'
import type { HostCli } from './types.js'

/** Codex: no hooks, no agent files, read-only, no session file; its base instructions stay. */
export const CODEX: HostCli = {
  program: 'codex',
  toArgs: ({ question, model, folders: { cwd, files } }) => {
    const schema = join(files, 'schema.json')
    writeFileSync(schema, JSON.stringify(question.schema), { mode: 0o600 })
    return [
      ...['exec', '--ephemeral', '--disable', 'hooks', '--skip-git-repo-check'],
      ...['-s', 'read-only', '-C', cwd, '-c', 'project_doc_max_bytes=0', '--color', 'never'],
      ...(model === undefined ? [] : ['-m', model]),
      ...['--output-schema', schema, '-o', join(files, 'last.txt'), '-'],
    ]
  },
  toInput: ({ question: { system, prompt } }) => `${system}\n\n${prompt}`,
  readReply: (_stdout, { files }) => {
    const text = readSmall(join(files, 'last.txt'))
    return text === undefined ? undefined : { text }
  },
}

function readSmall(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.size > ANSWER_BYTES) return undefined
  return readFileSync(path, 'utf8')
}
