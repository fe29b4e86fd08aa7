import { showFailure, showToast } from './toasts.js'

/** Puts a text on the clipboard and says so, in these words; says too where that cannot be done. */
export async function copyText(text: string, said = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(said)
  } catch {
    showFailure(new Error('The browser does not let this page copy; select the text instead'))
  }
}
