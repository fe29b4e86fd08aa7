import { KeyRound } from 'lucide'
import { useState } from 'preact/hooks'
import { useToken } from './api.js'
import { Button } from './ui/controls.js'
import { Field, Form, useSubmit } from './ui/form.js'
import { Icon } from './ui/icon.js'
import { useTitle } from './ui/page.js'
import { Notice } from './ui/states.js'

/** Asks for the token of the service. */
export function Unlock() {
  const [token, setToken] = useState('')
  const isReady = token.trim() !== ''
  const { submit, isBusy, failure } = useSubmit(() => useToken(token.trim()), { isReady })
  useTitle('Token')
  return (
    <main class="unlock">
      <Form class="card unlock-card" onSubmit={submit}>
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
        {failure && (
          <Notice tone="bad">
            {failure.status === 401 ? 'That is not the token of this service.' : failure.message}
          </Notice>
        )}
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!isReady}>
          Open
        </Button>
      </Form>
    </main>
  )
}
