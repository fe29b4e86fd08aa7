import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { keepTurns, toPastTurn } from '../../src/past/keep.js'
import { refreshPast } from '../../src/past/segments.js'
import { findFolderKey } from '../../store/projects/projects.js'
import { openStore } from '../../store/store.js'
import type { HookHost } from '../handlers/hooks/host.js'
import { testPanel } from './browser.js'

const LONG = 'The hull was looked at from bow to stern, and all of it was sound. '.repeat(40)
const FAILED = {
  command: 'make moor',
  isFailed: true,
  output: 'error: the mooring rope is torn at frame 12',
}
const OLD = 'old-session'

/** A session of forty turns that no hook saw: its thirtieth is the one that is looked for. */
const seed = async (host: HookHost) => {
  const { scope } = await host.remember({ title: 'Vault', content: 'Behind the tapestry.' })
  const store = openStore(join(host.store, 'svc.json'))
  const now = new Date()
  const at = (turn: number) => new Date(now.getTime() - (60 - turn) * 60_000).toISOString()
  const turns = Array.from({ length: 40 }, (_, index) => {
    const turn = index + 1
    const did =
      turn === 30 ? [FAILED, { file: 'rope.c' }, { command: 'make moor', isFailed: false }] : []
    const answered = turn === 30 ? `${LONG}The rope was too thin.` : `Step ${turn} is done.`
    const asked = turn === 30 ? 'Why does mooring fail?' : `Do step ${turn} of the plan.`
    return toPastTurn(OLD, 'codex', undefined, { turn, at: at(turn), asked, answered, did })
  })
  const bounds = { pastMegabytes: 500, pastDays: 730, pastLeaveOut: '', now }
  keepTurns(store, findFolderKey(store, scope)!, turns, bounds)
  await refreshPast(store)
}

testPanel('a past turn is found, read whole, and forgotten', { seed }, async (t, panel) => {
  const { open, page, service, expect } = panel
  await open('#/sessions')
  const field = page.getByRole('searchbox', { name: 'Search sessions' })
  await field.fill('moor')
  await field.fill('mooring rope')
  const hit = page.getByRole('link', { name: /Why does mooring fail\?/ })
  await hit.waitFor()
  for (const text of ['project', 'Codex', '→ `make moor` works since this turn', 'too thin']) {
    t.match(await hit.textContent(), text)
  }
  t.same(await hit.locator('mark').allTextContents(), ['mooring', 'rope'])
  t.match(page.url(), /#\/sessions\?text=mooring\+rope$/)

  await hit.click()
  t.match(page.url(), new RegExp(`#/sessions/${OLD}\\?text=mooring\\+rope&turn=30$`))
  const course = page.getByRole('list', { name: 'What happened' })
  const asked = course.locator('[aria-current]')
  await asked.getByText('Why does mooring fail?').waitFor()
  await course.locator('[data-sought] pre mark').first().waitFor()
  t.ok(await isInSight(course.locator('[data-sought] mark').first()), 'the hit is in sight')
  const done = course.locator('[data-type="done"][data-sought]')
  t.match(await done.locator('summary').textContent(), '2 commands, 1 failed, 1 file changed')
  t.match(await done.textContent(), `${LONG}The rope was too thin.`, 'all of the answer')
  t.same(await done.locator('.tag').allTextContents(), ['failed', 'worked'])
  t.match(await done.locator('pre').textContent(), FAILED.output)
  t.equal(await course.locator('[data-type="prompt"]').count(), 40, 'the others are there too')
  t.equal(
    await course.locator('.course-step:not([data-sought]) mark').count(),
    0,
    'and are not marked',
  )

  await page.keyboard.press('Escape')
  await page.getByText('Choose a session to read it').waitFor()
  await field.fill('wombat')
  await page.getByText('No turn that is kept tells of it.').waitFor()
  await page.goBack()

  expect(/404/)
  await open(`#/sessions/${OLD}`)
  await page.getByText('40 turns, word for word').waitFor()
  const forget = page.getByRole('button', { name: 'Forget this session' })
  await forget.click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await forget.click()
  await page.getByRole('button', { name: 'Forget it' }).click()
  await page.getByText('Forgot the session and its 40 turns').waitFor()
  const query = { text: 'mooring rope', all: true }
  const { sessions } = await service.ask<{ sessions: object[] }>('/search', 'POST', query)
  t.same(sessions, [])
  await open(`#/sessions/${OLD}`)
  await page.getByText('This session is not kept any more').waitFor()
})

function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate(found => {
    const { top, bottom } = found.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

testPanel('a slow answer to an earlier search is dropped', { seed }, async (t, panel) => {
  const { open, page } = panel
  let release: (() => void) | undefined
  await page.route('**/svc/search', async route => {
    const { text } = route.request().postDataJSON() as { text: string }
    if (text === 'plan') await new Promise<void>(resolve => (release = resolve))
    await route.continue().catch(() => undefined)
  })
  await open('#/sessions')
  const field = page.getByRole('searchbox', { name: 'Search sessions' })
  await field.fill('plan')
  await page.waitForRequest('**/svc/search')
  await field.fill('mooring rope')
  const first = page.locator('.session-passage').first()
  await first.getByText('too thin').waitFor()
  release?.()
  await page.unrouteAll({ behavior: 'wait' })
  t.match(await first.textContent(), 'too thin')
  await page.route('**/svc/search', route => route.abort())
  panel.expect(/ERR_FAILED/)
  await field.fill('rope')
  await page.getByText('The service does not answer').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The service does not answer').waitFor({ state: 'detached' })
})
