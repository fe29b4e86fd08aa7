import type { RecallContext } from '../../../types.js'
import { count, formatNumber } from '../../format.js'
import { CopyButton } from '../../ui/copy.js'
import { Probability } from './items.js'
import { percent } from './signals.js'

/** What an answer comes to: whether anything is wanted, what is given, what that costs. */
export function Summary({ answer, most }: { answer: RecallContext; most: number | undefined }) {
  const { items, need, chars, tokens } = answer
  const full = items.filter(({ degree }) => degree === 'full').length
  const parts = [
    full > 0 && `${formatNumber(full)} in full`,
    items.length > full && `${formatNumber(items.length - full)} as a title`,
  ].filter(Boolean)
  return (
    <div class="recall-summary" role="status">
      <dl>
        <div>
          <dt>Given</dt>
          <dd>{parts.join(', ') || 'nothing'}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>
            {chars === 0 ? 'none' : `${count(chars, 'character')}, about ${count(tokens, 'token')}`}
          </dd>
        </div>
        {most !== undefined && (
          <div>
            <dt>Of the limit</dt>
            <dd title={`SVC_MAX_CONTEXT_CHARS is ${formatNumber(most)}`}>
              {percent(chars / most)} of {formatNumber(most, { isShort: true })}
            </dd>
          </div>
        )}
        {need !== undefined && (
          <div>
            <dt>Does it want anything?</dt>
            <dd>
              <Probability of={need} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

/** Exactly what is put before the model. */
export function GivenText({ text }: { text: string }) {
  return (
    <section class="recall-text" aria-labelledby="recall-text">
      <div class="section-head">
        <h2 id="recall-text">What the session gets</h2>
        <CopyButton text={text} />
      </div>
      <pre tabIndex={0} role="region" aria-labelledby="recall-text">
        {text}
      </pre>
    </section>
  )
}
