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
  {
    name: 'memories',
    title: 'Memories',
    icon: NotebookText,
    key: 'm',
    load: () => import('./pages/memories/index.js'),
  },
  {
    name: 'recall',
    title: 'Recall',
    icon: Sparkles,
    key: 'r',
    load: () => import('./pages/recall/index.js'),
  },
  {
    name: 'activity',
    title: 'Activity',
    icon: Activity,
    key: 'a',
    load: () => import('./pages/activity/index.js'),
  },
  {
    name: 'review',
    title: 'Review',
    icon: Inbox,
    key: 'v',
    load: () => import('./pages/review/index.js'),
  },
  {
    name: 'sessions',
    title: 'Sessions',
    icon: History,
    key: 's',
    load: () => import('./pages/sessions/index.js'),
  },
  {
    name: 'skills',
    title: 'Skills',
    icon: BookOpen,
    key: 'k',
    load: () => import('./pages/skills/index.js'),
  },
  {
    name: 'health',
    title: 'Health',
    icon: HeartPulse,
    key: 'h',
    load: () => import('./pages/health/index.js'),
  },
]
