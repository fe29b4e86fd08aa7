import {
  Activity,
  BookOpen,
  HeartPulse,
  History,
  Inbox,
  NotebookText,
  Sparkles,
  type IconNode,
} from 'lucide'
import type { ComponentType } from 'preact'
import { capitalize } from './format.js'

/** A page of the panel; its code is loaded when it is first gone to. */
export interface PageEntry {
  /** In the hash: `#/memories`. */
  name: string
  title: string
  icon: IconNode
  /** The second key after `g` that goes there. */
  key: string
  load: () => Promise<{ default: ComponentType }>
}

/** Every page, in the order of the side. */
export const PAGES: readonly PageEntry[] = [
  page('memories', NotebookText, 'm', () => import('./pages/memories/index.js')),
  page('recall', Sparkles, 'r', () => import('./pages/recall/index.js')),
  page('activity', Activity, 'a', () => import('./pages/activity/index.js')),
  page('review', Inbox, 'v', () => import('./pages/review/index.js')),
  page('sessions', History, 's', () => import('./pages/sessions/index.js')),
  page('skills', BookOpen, 'k', () => import('./pages/skills/index.js')),
  page('health', HeartPulse, 'h', () => import('./pages/health/index.js')),
]

function page(name: string, icon: IconNode, key: string, load: PageEntry['load']): PageEntry {
  return { name, title: capitalize(name), icon, key, load }
}
