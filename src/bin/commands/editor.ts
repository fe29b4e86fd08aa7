import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SvcError } from '../../../store/errors.js'

/** A file that a person edits: it stays until `remove` is called. */
export interface EditedFile {
  path: string
  text: string
  remove(): void
}

/**
 * The command that opens a person's editor: $VISUAL, $EDITOR, else vi on a terminal. Throws
 * INVALID_REQUEST where there is none.
 */
export function chooseEditor(env: Record<string, string | undefined>, terminal: boolean): string {
  const editor = env.VISUAL?.trim() || env.EDITOR?.trim() || (terminal ? 'vi' : '')
  if (editor !== '') return editor
  const message = 'no editor: set EDITOR, or give --title, --content, --kind or --tags'
  throw new SvcError('INVALID_REQUEST', message)
}

/**
 * Opens the editor (a shell command, arguments allowed) on a private file of this text and resolves
 * when it ends. Throws INVALID_REQUEST where it cannot be started or fails; the file stays then.
 */
export async function openEditor(editor: string, name: string, text: string): Promise<EditedFile> {
  const path = join(mkdtempSync(join(tmpdir(), 'svc-edit-')), name)
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  const failure = await runEditor(editor, path)
  if (failure !== undefined) {
    const message = `the editor (${editor}) ${failure}; nothing was changed, the text is in ${path}`
    throw new SvcError('INVALID_REQUEST', message)
  }
  return {
    path,
    text: readFileSync(path, 'utf8'),
    remove: () => rmSync(dirname(path), { recursive: true, force: true }),
  }
}

/** Why the editor did not end well, or undefined. The shell splits its arguments, as git does. */
function runEditor(editor: string, path: string): Promise<string | undefined> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${path}"`, { shell: true, stdio: 'inherit' })
      : spawn('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit' })
  return new Promise(resolve => {
    child.on('error', error => resolve(`cannot be started (${error.message})`))
    child.on('exit', (code, signal) => {
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`)
    })
  })
}
