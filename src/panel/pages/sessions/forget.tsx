import { Trash2 } from 'lucide'
import { useState } from 'preact/hooks'
import type { ForgottenSession } from '../../../api.js'
import { ask } from '../../api.js'
import { count } from '../../format.js'
import { showToast } from '../../toasts.js'
import { Button } from '../../ui/controls.js'
import { Dialog } from '../../ui/dialog.js'
import { useSubmit } from '../../ui/form.js'
import { Notice } from '../../ui/states.js'

/** A button that removes a session wholly, once that is confirmed; `onDone` follows. */
export function ForgetSession({ id, onDone }: { id: string; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { submit, isBusy, failure } = useSubmit(async () => {
    const path = `/sessions/${encodeURIComponent(id)}`
    const { turns } = await ask<ForgottenSession>(path, { method: 'DELETE' })
    close()
    showToast(`Forgot the session${turns > 0 ? ` and its ${count(turns, 'turn')}` : ''}`)
    onDone()
  })
  return (
    <>
      <Button look="quiet" icon={Trash2} onClick={() => setAsking(true)}>
        Forget this session
      </Button>
      {isAsking && (
        <Dialog title="Forget this session?" onClose={close}>
          {failure && <Notice tone="bad">{failure.message}</Notice>}
          <p>
            What was said and done in it is removed from this machine, and none of it is kept again.
            This cannot be undone. What was learned from it stays among the memories.
          </p>
          <div class="dialog-actions">
            <Button look="danger" isBusy={isBusy} onClick={() => void submit()}>
              Forget it
            </Button>
            <Button autoFocus onClick={close}>
              Keep it
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
