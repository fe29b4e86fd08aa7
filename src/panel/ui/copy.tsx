import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { showToast } from '../toasts.js'
import { Button, IconButton } from './controls.js'

const SHOWN_MS = 1_500

/** Copies a text; says so where it cannot. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast('The browser does not let this page copy; select the text instead', { tone: 'bad' })
    return false
  }
}

/** A button that copies a text and says for a moment that it did. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, copy] = useCopied(text)
  return (
    <Button look="quiet" icon={isCopied ? Check : Copy} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}

/** A command that is given in a shell, with a button that copies it. */
export function Command({ text }: { text: string }) {
  const [isCopied, copy] = useCopied(text)
  return (
    <div class="command">
      <code>{text}</code>
      <IconButton
        label={isCopied ? 'Copied' : 'Copy the command'}
        icon={isCopied ? Check : Copy}
        onClick={copy}
      />
    </div>
  )
}

function useCopied(text: string): [boolean, () => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, () => void copyText(text).then(setCopied)]
}
