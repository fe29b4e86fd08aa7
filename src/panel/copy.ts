import { showFailure, showToast } from './toasts.js'

/** Puts a text on the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('Copied')
  } catch {
    showFailure(new Error('The browser does not let this page copy'))
  }
}
