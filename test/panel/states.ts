import type { Page } from 'playwright-core'
import type { Review } from '../../src/types.js'
import type { Memory, Skill } from '../../store/types.js'
import { EARLIER } from './seed.js'
import type { PanelService } from './service.js'

/** A page of the panel as a person may see it. */
export interface PageState {
  name: string
  hash: string
  /** What the person does there. */
  act?: (page: Page) => Promise<unknown>
  /** A selector of what is seen then. */
  until: string
}

/** What stands where a service asks for its token. */
export const UNLOCK: PageState = {
  name: 'unlock',
  hash: '',
  until: 'text=This service asks for a token',
}

/** Every page of the panel in its main states, over the believable store. */
export async function statesOf(service: PanelService): Promise<PageState[]> {
  const { items } = await service.ask<{ items: Memory[] }>('/memories?limit=1000')
  const { sessions } = await service.ask<{ sessions: { id: string }[] }>('/sessions')
  const { skills } = await service.ask<{ skills: Skill[] }>('/skills?includeDormant=1')
  const review = await service.ask<Review>('/review')
  const idOf = (title: string) => items.find(memory => memory.title === title)!.id
  const released = items.find(({ title }) => title === 'How the shop is released')!
  return [
    ...memoryStates(released.id, idOf('How a pull request is opened and merged')),
    ...recallStates(`project:${encodeURIComponent(released.scope.id ?? '')}`),
    ...activityStates(),
    ...reviewStates(review),
    { name: 'sessions', hash: '#/sessions', until: '.session-list a' },
    { name: 'session', hash: `#/sessions/${sessions[2]!.id}`, until: '.split-detail h2' },
    {
      name: 'sessions-search',
      hash: '#/sessions?text=checkout',
      until: '.session-passage mark',
    },
    {
      name: 'session-turn',
      hash: `#/sessions/${EARLIER}?text=${encodeURIComponent('payment sheet gesture')}&turn=1`,
      until: '[data-sought] pre mark',
    },
    { name: 'skills', hash: '#/skills', until: '.list-row' },
    { name: 'skill', hash: `#/skills/${skills[0]!.name}`, until: '.split-detail .prose' },
    { name: 'health', hash: '#/health', until: 'h2:has-text("Doctor")' },
    {
      name: 'help',
      hash: '#/memories',
      act: async page => {
        await page.locator('.list-row').first().waitFor()
        await page.keyboard.press('?')
      },
      until: 'dialog h3',
    },
  ]
}

function memoryStates(read: string, edited: string): PageState[] {
  const reading = `#/memories/${read}`
  return [
    { name: 'memories-list', hash: '#/memories', until: '.memory-row strong' },
    { name: 'memories', hash: reading, until: '#history' },
    { name: 'memories-search', hash: '#/memories?text=checkout', until: '.memory-row mark' },
    { name: 'memories-nothing', hash: '#/memories?text=wombat', until: 'text=Nothing matches' },
    {
      name: 'memories-filter',
      hash: '#/memories?tags=testing&kinds=fact',
      act: page => page.getByRole('button', { name: 'Filter', exact: true }).click(),
      until: '.popover [role="option"]',
    },
    {
      name: 'memories-edit',
      hash: `#/memories/${edited}`,
      act: page => page.getByRole('button', { name: 'Edit (e)' }).click(),
      until: '.memory-editor textarea',
    },
    {
      name: 'memories-history',
      hash: `#/memories/${edited}`,
      act: async page => {
        await page.locator('.version-head').nth(1).click()
        await page.locator('.diff').first().waitFor()
        await page
          .locator('.version-head')
          .first()
          .evaluate(head => head.scrollIntoView())
      },
      until: '.diff',
    },
    {
      name: 'memories-menu',
      hash: reading,
      act: page => page.getByRole('button', { name: 'More to do' }).click(),
      until: '[role="menu"]',
    },
    {
      name: 'memories-move',
      hash: reading,
      act: page => page.getByRole('button', { name: 'Move (m)' }).click(),
      until: 'dialog [role="option"]',
    },
    {
      name: 'memories-new',
      hash: '#/memories',
      act: page => page.getByRole('button', { name: 'New memory' }).click(),
      until: 'dialog textarea',
    },
    { name: 'archive', hash: '#/memories?view=archive', until: '.memory-row strong' },
  ]
}

function recallStates(key: string): PageState[] {
  const scope = encodeURIComponent(key)
  const text = encodeURIComponent('Release the shop to the canary, and what if it goes wrong?')
  return [
    { name: 'recall-empty', hash: '#/recall', until: 'text=Try a prompt' },
    { name: 'recall', hash: `#/recall?scope=${scope}&text=${text}`, until: '.recall-item' },
    { name: 'recall-start', hash: `#/recall?scope=${scope}&event=start`, until: '.recall-item' },
    {
      name: 'recall-nothing',
      hash: `#/recall?scope=${scope}&text=thanks`,
      until: 'text=Nothing would be given',
    },
  ]
}

function activityStates(): PageState[] {
  return [
    {
      name: 'activity',
      hash: '#/activity',
      act: page =>
        page
          .locator('.event[data-type="reflect"][data-failed="false"] .event-line')
          .first()
          .click(),
      until: '.event-detail .item',
    },
    { name: 'figures', hash: '#/activity?view=figures', until: 'canvas' },
    {
      name: 'figures-table',
      hash: '#/activity?view=figures',
      act: page => page.locator('.plot-table summary').first().click(),
      until: 'main table',
    },
  ]
}

function reviewStates({ items, untrusted }: Review): PageState[] {
  const learned = items.find(({ contradicts }) => contradicts.length === 0)!
  const contradiction = items.find(({ contradicts }) => contradicts.length > 0)!
  const hashOf = (key: string) => `#/review/${encodeURIComponent(key)}`
  return [
    { name: 'review', hash: '#/review', until: '.review-row' },
    { name: 'review-learned', hash: hashOf(learned.id), until: '.review-words' },
    { name: 'review-contradiction', hash: hashOf(contradiction.id), until: '.review-sides' },
    { name: 'review-store', hash: hashOf(untrusted[0]!.path), until: '.command' },
    {
      name: 'review-edit',
      hash: hashOf(learned.id),
      act: async page => {
        await page.locator('.review-card h2').waitFor()
        await page.keyboard.press('e')
      },
      until: '.review-card textarea',
    },
  ]
}

/** Resolves once fonts are there, nothing is being read, and nothing has changed for some frames. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    let before = ''
    for (let same = 0, frame = 0; same < 8 && frame < 600; frame++) {
      await new Promise(requestAnimationFrame)
      const isBusy = document.querySelector('[aria-busy="true"], .busy') !== null
      const now = document.body.innerHTML
      same = now === before && !isBusy ? same + 1 : 0
      before = now
    }
  })
}
