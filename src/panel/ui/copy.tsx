import { Copy } from 'lucide'
import { showFailure, showToast } from '../toasts.js'
import { IconButton } from './controls.js'

/** An icon that copies a text; `label` names the text. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  return <IconButton label={label} icon={Copy} onClick={() => void copyText(text)} />
}

/** A command that is given in a shell, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyIcon text={text} label="Copy the command" />
    </div>
  )
}

/** Copies a text to the clipboard and says so in these words, or says that it cannot. */
export async function copyText(text: string, said = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(said)
  } catch {
    showFailure(new Error('The browser does not let this page copy; select the text instead'))
  }
}
