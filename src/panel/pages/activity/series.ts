import type { Metrics } from '../../../overview/types.js'
import { formatNumber, formatShort } from '../../format.js'
import type { PlotFigure, PlotLine } from '../../ui/plot.js'
import { meanOf, sum } from './weeks.js'

/** Figures that belong together. */
interface FigureGroup {
  title: string
  figures: PlotFigure[]
}

/** Characters of a token, on the average. */
const CHARS_PER_TOKEN = 4

/** All figures of a period, which began so many days ago. */
export function toFigures(metrics: Metrics, period: number): FigureGroup[] {
  const { recall, starts, spend } = metrics
  const prompt = { chars: recall.chars, times: recall.prompts, empty: NO_PROMPTS }
  const start = { chars: starts.chars, times: starts.sessions, empty: NO_STARTS }
  return [
    { title: 'Memories', figures: [memories(metrics, period), learning(metrics)] },
    {
      title: 'Recall',
      figures: [
        answered(metrics),
        given(metrics),
        cost({ title: 'What a prompt costs', each: 'a prompt', color: 1, ...prompt }),
        cost({ title: "What a session's start costs", each: 'a start', color: 3, ...start }),
      ],
    },
    { title: 'Time that hooks take', figures: hooks(metrics) },
    {
      title: 'Model providers',
      figures: [
        {
          ...spent(formatShort, { label: 'tokens', color: 1 }, spend.tokens),
          ...{ title: 'Tokens', note: 'taken by providers, of all scopes' },
        },
        {
          ...spent(formatMoney, { label: 'US dollars', color: 2 }, spend.usd),
          ...{ title: 'Money', note: 'as far as prices are known, of all scopes' },
        },
      ],
    },
  ]
}

const NO_PROMPTS = 'No hook saw a prompt in this time.'
const NO_STARTS = 'No session began in this time.'

/** In the order and the colours of the kinds everywhere. */
const KINDS: readonly [kind: string, color: PlotLine['color']][] = [
  ['constraint', 1],
  ['preference', 4],
  ['procedure', 2],
  ['fact', 3],
]

function memories({ memories: { total, byKind } }: Metrics, period: number): PlotFigure {
  const known = KINDS.filter(([kind]) => byKind[kind])
  const lines = known.map(([label, color]): PlotLine => ({ label, color, values: byKind[label]! }))
  const names = new Set(known.map(([kind]) => kind))
  const others = Object.entries(byKind).filter(([kind]) => !names.has(kind))
  if (others.length > 0) {
    const values = total.map((_, at) => sum(others.map(([, counts]) => counts[at] ?? 0)))
    const label = others.length === 1 ? others[0]![0] : 'other kinds'
    lines.push({ label, color: 5, values })
  }
  const gained = (total.at(-1) ?? 0) - (total[0] ?? 0)
  return {
    title: 'Own memories by kind',
    headline: formatNumber(total.at(-1) ?? 0),
    note: formatGain(gained, period),
    look: 'area',
    lines: lines.filter(({ values }) => values.some(Boolean)),
    format: formatShort,
    empty: 'There are no memories yet.',
  }
}

function formatGain(gained: number, days: number): string {
  if (gained === 0) return `as many as ${days} days ago`
  return `${formatNumber(Math.abs(gained))} ${gained > 0 ? 'more' : 'fewer'} than ${days} days ago`
}

function learning({ learning: { added, updated } }: Metrics): PlotFigure {
  return {
    title: 'Learned from conversations',
    headline: formatNumber(sum(added)),
    note: `learned, ${formatNumber(sum(updated))} changed`,
    look: 'bars',
    lines: [
      { label: 'learned', color: 1, values: added },
      { label: 'changed', color: 2, values: updated },
    ],
    format: formatShort,
    empty: 'Nothing was learned from a conversation in this time.',
  }
}

function answered({ recall }: Metrics): PlotFigure {
  const [prompts, hits] = [sum(recall.prompts), sum(recall.answered)]
  return {
    title: 'Prompts that were given memories',
    headline: formatShare(hits, prompts),
    note: `${formatNumber(hits)} of ${formatNumber(prompts)} prompts`,
    look: 'bars',
    lines: [
      { label: 'given memories', color: 1, values: recall.answered },
      {
        label: 'given nothing',
        color: 5,
        isFaint: true,
        values: recall.prompts.map((all, at) => Math.max(0, all - (recall.answered[at] ?? 0))),
      },
    ],
    format: formatShort,
    empty: NO_PROMPTS,
  }
}

function given({ recall: { full, answered } }: Metrics): PlotFigure {
  return {
    title: 'Memories given to prompts',
    headline: formatNumber(sum(full)),
    note: `to ${formatNumber(sum(answered))} prompts`,
    look: 'bars',
    lines: [{ label: 'memories', color: 1, values: full }],
    format: formatShort,
    empty: 'No prompt was given a memory in this time.',
  }
}

interface Cost {
  title: string
  each: 'a prompt' | 'a start'
  color: PlotLine['color']
  chars: readonly number[]
  times: readonly number[]
  empty: string
}

function cost({ title, each, color, chars, times, empty }: Cost): PlotFigure {
  const average = sum(times) === 0 ? 0 : sum(chars) / sum(times)
  return {
    title,
    headline: `~${formatNumber(Math.round(average / CHARS_PER_TOKEN))}`,
    note: `tokens ${each}, ${formatNumber(Math.round(average))} characters`,
    look: 'line',
    lines: [{ label: `tokens ${each}`, color, values: tokensEach(chars, times) }],
    format: formatShort,
    empty,
  }
}

function tokensEach(chars: readonly number[], times: readonly number[]): (number | null)[] {
  return chars.map((value, at) => {
    return times[at] ? Math.round(value / times[at] / CHARS_PER_TOKEN) : null
  })
}

/** The events of hosts, in the order in which a session sees them. */
const HOOKS: readonly [event: string, title: string][] = [
  ['SessionStart', 'A session starts'],
  ['UserPromptSubmit', 'A prompt is sent'],
  ['Stop', 'A reply is done'],
  ['SessionEnd', 'A session ends'],
]

function hooks({ hooks: byEvent, days }: Metrics): PlotFigure[] {
  const named = new Map(HOOKS)
  const events = [...new Set([...named.keys(), ...Object.keys(byEvent)])]
  const nothing = days.map(() => null)
  const called = events.filter(event => sum(byEvent[event]?.calls ?? []) > 0)
  const shown = called.length > 0 ? called : ['UserPromptSubmit']
  return shown.map(event => {
    const { calls = [], p50 = nothing, p95 = nothing } = byEvent[event] ?? {}
    return {
      title: named.get(event) ?? event,
      headline: formatMs(meanOf(p50, calls) ?? 0),
      note: `half take less, 95% under ${formatMs(meanOf(p95, calls) ?? 0)}`,
      look: 'line',
      lines: [
        { label: 'half under (p50)', color: 1, values: p50 },
        { label: '95% under (p95)', color: 2, values: p95 },
      ],
      format: formatMs,
      empty: 'No hook was called in this time.',
    }
  })
}

function spent(
  format: (value: number) => string,
  line: Pick<PlotLine, 'label' | 'color'>,
  values: readonly number[],
): Omit<PlotFigure, 'title' | 'note'> {
  return {
    headline: format(sum(values)),
    look: 'bars',
    lines: [{ ...line, values }],
    format,
    empty: 'Nothing was spent: svc learns without a model by itself.',
  }
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

function formatShare(part: number, whole: number): string {
  return PERCENT.format(whole === 0 ? 0 : part / whole)
}

function formatMs(value: number): string {
  return value >= 1_000 ? `${formatShort(value / 1_000)} s` : `${Math.round(value)} ms`
}

function formatMoney(value: number): string {
  const digits = value !== 0 && value < 1 ? 3 : 2
  return `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`
}
