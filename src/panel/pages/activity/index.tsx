import './activity.css'
import type { Metrics } from '../../../overview/types.js'
import { useShortcuts } from '../../keys.js'
import { useChanges } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { route, setQuery } from '../../route.js'
import { chosenKey } from '../../scopes.js'
import { Segments } from '../../ui/controls.js'
import { Page } from '../../ui/page.js'
import { Plot } from '../../ui/plot.js'
import { Shown } from '../../ui/states.js'
import { Feed } from './feed.js'
import { toFigures } from './series.js'
import { toWeeks } from './weeks.js'

const VIEWS = [
  { value: 'feed', label: 'Feed' },
  { value: 'figures', label: 'Figures' },
] as const

type View = (typeof VIEWS)[number]['value']

const LEADS: Record<View, string> = {
  feed: 'What svc learned, changed, tidied up and forgot, as it happens.',
  figures: 'How much svc knows, what it gave, and what that took.',
}

/** The page of svc's work, event by event and in figures. */
export default function ActivityPage() {
  const view: View = route.value.query.get('view') === 'figures' ? 'figures' : 'feed'
  const show = (next: View) => {
    if (next === view) return
    setQuery({ view: next === 'feed' ? undefined : next, page: undefined })
  }
  useShortcuts('Activity: views', [
    { keys: 'f', does: 'Show the feed', run: () => show('feed') },
    { keys: 'i', does: 'Show the figures', run: () => show('figures') },
  ])
  const views = <Segments label="View" value={view} options={VIEWS} onChange={show} />
  return (
    <Page title="Activity" lead={LEADS[view]} actions={views}>
      {view === 'feed' ? <Feed /> : <Figures />}
    </Page>
  )
}

const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

type Period = (typeof PERIODS)[number]['value']

const USUAL: Period = '30'
/** Figures are of days: they need not follow every event. */
const WAIT_MS = 2_000
/** More days than that are shown by the week. */
const MOST_DAYS = 100

/** Figures of the memories, recalls and costs by day. */
function Figures() {
  const asked = route.value.query.get('days')
  const at = PERIODS.findIndex(({ value }) => value === asked)
  const days = PERIODS[at]?.value ?? USUAL
  const scopeKey = chosenKey.value
  const metrics = useAnswer<Metrics>('/metrics', { query: { days, scopeKey } })
  useChanges(metrics.reload, WAIT_MS)
  const choose = (period: Period | undefined) => {
    if (period) setQuery({ days: period === USUAL ? undefined : period }, { replace: true })
  }
  const step = (by: 1 | -1) => {
    choose(PERIODS[PERIODS.findIndex(({ value }) => value === days) + by]?.value)
  }
  useShortcuts('Activity: figures', [
    { keys: ']', does: 'A longer time', run: () => step(1) },
    { keys: '[', does: 'A shorter time', run: () => step(-1) },
  ])
  return (
    <>
      <Segments label="Time" value={days} options={PERIODS} onChange={choose} />
      <Shown of={metrics}>
        {value => {
          const step = value.days.length > MOST_DAYS ? 'week' : 'day'
          const shown = step === 'week' ? toWeeks(value) : value
          return toFigures(shown, value.days.length).map(({ title, figures }) => (
            <section key={title} class="section">
              <h2>{title}</h2>
              <div class="plots">
                {figures.map(figure => (
                  <Plot key={figure.title} figure={figure} days={shown.days} step={step} />
                ))}
              </div>
            </section>
          ))
        }}
      </Shown>
    </>
  )
}
