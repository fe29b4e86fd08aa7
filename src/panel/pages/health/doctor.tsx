import { CircleAlert, CircleCheck, Info, Stethoscope, Wrench } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import type { DoctorFinding, DoctorReport } from '../../../api.js'
import { ask } from '../../api.js'
import { capitalize, count } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { useAnswer } from '../../resource.js'
import { linkTo } from '../../route.js'
import { loadStatus } from '../../session.js'
import { showFailure, showToast } from '../../toasts.js'
import { Button } from '../../ui/controls.js'
import { useKeptFocus } from '../../ui/focus.js'
import { Icon } from '../../ui/icon.js'
import { Notice, Shown } from '../../ui/states.js'
import { Tag } from '../../ui/text.js'
import { Facts } from './facts.js'

/** The doctor's findings, and a way to have them mended; looks again where `on` changes. */
export function Doctor({ on }: { on: number }) {
  const report = useAnswer<DoctorReport>('/doctor', { on })
  const { isMending, mend } = useMending(report.reload)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading)
  const findings = report.value?.findings ?? []
  const look = () => {
    if (!report.isLoading && !isMending) report.reload()
  }
  useShortcuts('Doctor', [{ keys: 'd', does: 'Let the doctor look again', run: look }])
  return (
    <section class="section" aria-labelledby="health-doctor">
      <div class="section-head">
        <h2 id="health-doctor" ref={heading} tabIndex={-1}>
          Doctor
        </h2>
        <div class="actions">
          {findings.some(({ fixable, fixed }) => fixable && !fixed) && (
            <Button icon={Wrench} isBusy={isMending} onClick={() => void mend()}>
              Mend what can be mended
            </Button>
          )}
          <Button
            look="quiet"
            icon={Stethoscope}
            keys="d"
            isBusy={report.isLoading && report.value !== undefined}
            onClick={look}
          >
            Look again
          </Button>
        </div>
      </div>
      <p class="unseen" role="status">
        {report.value && `${count(findings.length, 'finding')}`}
      </p>
      <Shown of={report}>
        {({ facts }) => (
          <>
            <Findings of={findings} />
            <Facts of={facts} />
          </>
        )}
      </Shown>
    </section>
  )
}

/** Has the doctor mend all that it can; `onDone` follows, also where that failed. */
function useMending(onDone: () => void) {
  const [isMending, setMending] = useState(false)
  const mend = async () => {
    setMending(true)
    try {
      const fixed = await ask<DoctorReport>('/doctor', { method: 'POST', body: { fix: true } })
      showToast(formatMended(fixed))
      void loadStatus()
    } catch (cause) {
      showFailure(cause)
    }
    setMending(false)
    onDone()
  }
  return { isMending, mend }
}

function Findings({ of: findings }: { of: readonly DoctorFinding[] }) {
  if (findings.length === 0) {
    return <Notice tone="good">Everything stored and queued can be read and is consistent.</Notice>
  }
  return (
    <ul role="list" class="rows health-rows">
      {inOrder(findings).map((finding, at) => (
        <Finding key={at} finding={finding} />
      ))}
    </ul>
  )
}

function Finding({ finding }: { finding: DoctorFinding }) {
  const { level, check, message, path, mend, fixable, fixed } = finding
  const tone = fixed ? 'fixed' : level
  return (
    <li class="row health-finding" data-tone={tone}>
      <Icon of={ICONS[tone]} size={18} />
      <div class="health-what">
        <h3>
          {toWords(check)}
          {fixed ? <Tag tone="good">Mended</Tag> : fixable && <Tag>Can be mended here</Tag>}
          <span class="unseen">{level === 'failure' ? ', a failure' : ', a remark'}</span>
        </h3>
        {path && <p class="mono muted">{path}</p>}
        <p>{message}</p>
        {mend && <p class="muted">{mend}</p>}
        {IN_REVIEW.includes(check) && (
          <p>
            <a href={linkTo('review')}>Look at it in Review</a>
          </p>
        )}
      </div>
    </li>
  )
}

/** Checks whose findings are decided on another page. */
const IN_REVIEW = ['needs-review', 'unused-in-repo']

const ICONS = { failure: CircleAlert, remark: Info, fixed: CircleCheck }

/** Failures first. */
function inOrder(findings: readonly DoctorFinding[]): readonly DoctorFinding[] {
  return [...findings].sort((a, b) => Number(a.level !== 'failure') - Number(b.level !== 'failure'))
}

/** `hook-not-installed` is "Hook not installed". */
function toWords(check: string): string {
  return capitalize(check.replaceAll('-', ' '))
}

function formatMended({ findings }: DoctorReport): string {
  const mended = findings.filter(({ fixed }) => fixed).length
  return mended === 0 ? 'Nothing could be mended' : `${count(mended, 'finding')} mended`
}
