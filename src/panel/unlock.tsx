import { KeyRound } from 'lucide'
import { useState } from 'preact/hooks'
import { Refusal, useToken } from './api.js'
import { Button, Field } from './ui/controls.js'
import { Icon } from './ui/icon.js'
import { Notice } from './ui/states.js'
import { useTitle } from './ui/page.js'

/** Asks for the token that the service was started with. */
export function Unlock() {
  const [token, setToken] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  useTitle('Token')
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFailure('')
    try {
      await useToken(token.trim())
    } catch (error) {
      const isWrong = error instanceof Refusal && error.status === 401
      setFailure(isWrong ? 'That is not the token of this service.' : (error as Error).message)
    }
    setBusy(false)
  }
  return (
    <main class="unlock">
      <form class="card unlock-card" onSubmit={event => void submit(event)}>
        <Icon of={KeyRound} size={24} />
        <h1>This service asks for a token</h1>
        <p class="muted">
          It is the one in <code>SVC_TOKEN</code>. It stays in this tab, until the tab is closed.
        </p>
        <Field label="Token">
          <input
            class="input"
            type="password"
            autocomplete="current-password"
            value={token}
            onInput={event => setToken(event.currentTarget.value)}
            autoFocus
          />
        </Field>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Button type="submit" look="primary" isBusy={isBusy} disabled={token.trim() === ''}>
          Open
        </Button>
      </form>
    </main>
  )
}
