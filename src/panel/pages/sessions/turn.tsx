import { FileText, Terminal } from 'lucide'
import { useState } from 'preact/hooks'
import type { PastCommand, PastTurn } from '../../../past/turns.js'
import { count } from '../../format.js'
import { Icon } from '../../ui/icon.js'
import { Highlight, Tag } from '../../ui/text.js'

const LONG_CHARS = 700

/** Old words: the beginning of long ones until all is asked for, or is sought. */
export function Words({
  of,
  marked,
  isWhole,
}: {
  of: string
  /** Words that are marked in them. */
  marked: readonly string[]
  isWhole: boolean
}) {
  const [isOpened, setOpened] = useState(false)
  const isLong = of.length > LONG_CHARS && !isOpened && !isWhole
  const shown = isLong ? `${of.slice(0, LONG_CHARS).trimEnd()} …` : of
  return (
    <>
      <p class="course-words" dir="auto">
        <Highlight text={shown} words={marked} />
      </p>
      {isLong && (
        <button type="button" class="course-more" onClick={() => setOpened(true)}>
          Show all of it
        </button>
      )}
    </>
  )
}

/** The work upon a prompt, folded away unless it is sought, and the answer. */
export function Done({
  turn: { did, answered },
  marked,
  isSought,
}: {
  turn: PastTurn
  marked: readonly string[]
  isSought: boolean
}) {
  return (
    <>
      {did.length > 0 && (
        <details class="course-did" open={isSought}>
          <summary>
            <h3 class="course-label">{summarize(did)}</h3>
          </summary>
          <ul role="list">
            {did.map((step, at) => (
              <li key={at}>
                <Icon of={'file' in step ? FileText : Terminal} size={14} />
                {'file' in step ? (
                  <span>
                    <span class="unseen">Changed </span>
                    <code>{step.file}</code>
                  </span>
                ) : (
                  <Command step={step} marked={marked} />
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {answered && (
        <>
          <h3 class="course-label">Answered</h3>
          <Words of={answered} marked={marked} isWhole={isSought} />
        </>
      )}
    </>
  )
}

function Command({ step, marked }: { step: PastCommand; marked: readonly string[] }) {
  const { command, isFailed, output } = step
  return (
    <div>
      <code>
        <Highlight text={command} words={marked} />
      </code>{' '}
      {isFailed !== undefined && (
        <Tag tone={isFailed ? 'bad' : 'good'}>{isFailed ? 'failed' : 'worked'}</Tag>
      )}
      {output && (
        <pre>
          <Highlight text={output} words={marked} />
        </pre>
      )}
    </div>
  )
}

/** `3 commands, 1 failed, 2 files changed`. */
function summarize(did: PastTurn['did']): string {
  const commands = did.filter(step => 'command' in step)
  const failed = commands.filter(({ isFailed }) => isFailed === true).length
  const files = new Set(did.flatMap(step => ('file' in step ? step.file : []))).size
  return [
    commands.length > 0 && count(commands.length, 'command'),
    failed > 0 && `${failed} failed`,
    files > 0 && `${count(files, 'file')} changed`,
  ]
    .filter(Boolean)
    .join(', ')
}
