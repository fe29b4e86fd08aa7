import { useShortcuts } from '../../keys.js'
import { route, setQuery } from '../../route.js'
import { Segments } from '../../ui/controls.js'
import { Page } from '../../ui/page.js'
import './activity.css'
import { Feed } from './feed.js'
import { Figures } from './figures.js'

const VIEWS = [
  { value: 'feed', label: 'Feed' },
  { value: 'figures', label: 'Figures' },
] as const

type View = (typeof VIEWS)[number]['value']

const LEADS: Record<View, string> = {
  feed: 'What svc learned, changed, tidied up and forgot, as it happens.',
  figures: 'How much svc knows, what it gave, and what that took.',
}

/** What svc did, event by event and in figures. */
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
