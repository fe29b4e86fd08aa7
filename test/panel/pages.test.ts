import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { findFaults, findOverflow } from './axe.js'
import { testPanel, type Panel, type Wanted } from './browser.js'
import { EARLIER, seedStore } from './seed.js'
import { settle, statesOf, UNLOCK, type PageState } from './states.js'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 780 }
const PAGES = ['Memories', 'Recall', 'Activity', 'Review', 'Sessions', 'Skills', 'Health']
const seed: Wanted['seed'] = async ({ home, store, folder }) => {
  await seedStore({ home, store, projects: join(folder, 'projects') }, new Date())
}

testPanel('pages of a store that is used', { seed, reducedMotion: 'reduce' }, async (t, panel) => {
  for (const state of await statesOf(panel.service)) {
    await t.test(state.name, t => checkState(t, panel, state))
  }
  await t.test('they lead to each other', t => goThrough(t, panel))
  await t.test('every control is reached by Tab', t => tabThrough(t, panel))
})

async function checkState(t: Test, panel: Panel, state: PageState): Promise<void> {
  const { page } = panel
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  await show(panel, state)
  t.match(await page.title(), / · svc memory$/)
  t.equal(await page.locator('h1').count(), 1, 'it has one heading')
  t.same(await movesLongerThan(page, 1), [], 'nothing moves')
  await checkLooks(t, page)
  await page.setViewportSize(NARROW)
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page)
  t.same(await findOverflow(page), [], 'nothing is beside a small screen')
  t.same(await smallTargets(page), [], 'a finger hits what is there')
  await checkLooks(t, page)
}

async function show({ page, open }: Panel, { hash, act, until }: PageState): Promise<void> {
  await page.goto('about:blank')
  await open(hash)
  await act?.(page)
  await page.locator(until).first().waitFor()
  await settle(page)
}

/** Everything in the light; in the dark what may differ there. */
async function checkLooks(t: Test, page: Page): Promise<void> {
  t.same(await findFaults(page), [], 'axe finds nothing')
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  t.same(await findFaults(page, ['color-contrast']), [], 'nor in the dark')
}

/** What moves in the page, and for how long: animations and transitions of more milliseconds. */
function movesLongerThan(page: Page, ms: number): Promise<string[]> {
  return page.evaluate(
    ms =>
      document
        .getAnimations()
        .map(animation => animation.effect!.getComputedTiming())
        .filter(({ duration }) => Number(duration) > ms)
        .map(({ duration }) => `${duration as number} ms`),
    ms,
  )
}

/** Controls that a finger may miss: less than 32 px high or wide on a small screen. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, [role="option"]')]
      .filter(element => !element.matches(':disabled'))
      .filter(element => element.checkVisibility() && element.closest('.unseen') === null)
      .map(element => ({
        element,
        box: (element.closest('label') ?? element).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && Math.min(box.height, box.width) < 31.5)
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent
        return `${name}: ${box.width} × ${box.height} ${element.className}`
      }),
  )
}

async function goThrough(t: Test, { open, page }: Panel): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.goto('about:blank')
  await open()
  const side = page.getByRole('navigation', { name: 'Pages' })
  const untilAt = (name: string) =>
    page.getByRole('heading', { level: 1, name }).waitFor({ state: 'attached' })
  for (const name of PAGES) {
    await side.getByRole('link', { name }).click()
    await untilAt(name)
    t.equal(toName(await side.locator('[aria-current="page"]').textContent()), name)
    await page.waitForFunction(name => document.title.startsWith(name), name)
  }
  for (const [at, name] of PAGES.entries()) {
    await page.keyboard.press('g')
    await page.keyboard.press('mravskh'[at]!)
    await untilAt(name)
  }
  await page.goBack()
  await untilAt('Skills')
  const shop = page.getByRole('list', { name: 'Scopes' }).getByRole('button', { name: /^webshop/ })
  await shop.click()
  await side.getByRole('link', { name: 'Memories' }).click()
  const count = await shop.locator('.side-count').textContent()
  await page.locator('.memories-bar').getByText(`${count} memories`).waitFor()
}

function toName(text: string | null): string {
  return (text ?? '').replace(/\d.*$/, '')
}

testPanel(
  'pages of an empty store say how it is filled',
  {},
  async (t, { open, page, service }) => {
    for (const name of PAGES) {
      await page.goto('about:blank')
      await open(`#/${name.toLowerCase()}`)
      await page.getByRole('heading', { level: 1, name }).waitFor({ state: 'attached' })
      await settle(page)
      t.same(await findFaults(page), [], `axe finds nothing on ${name}`)
    }
    await open('#/memories')
    await service.ask('/memories', 'POST', {
      scope: { type: 'global', id: null },
      title: 'The first of all',
      content: 'It is here.',
    })
    await page.getByRole('option', { name: /The first of all/ }).waitFor()
  },
)

testPanel('the page that asks for the token', { env: { SVC_TOKEN: 'x' } }, async (t, panel) => {
  panel.expect(/401/)
  const { page } = panel
  await show(panel, UNLOCK)
  await checkLooks(t, page)
  await page.setViewportSize(NARROW)
  t.same(await findOverflow(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await checkLooks(t, page)
})

testPanel('a small screen has the side in a drawer', { viewport: NARROW }, async (t, panel) => {
  const { open, page } = panel
  await open('#/health')
  await page.getByRole('button', { name: 'Pages and scopes' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Memories' }).waitFor()
  await settle(page)
  await checkLooks(t, page)
  await drawer.getByRole('link', { name: 'Memories' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Memories' }).waitFor({ state: 'attached' })
})

async function tabThrough(t: Test, { open, page }: Panel): Promise<void> {
  const turn = `#/sessions/${EARLIER}?text=sheet&turn=1`
  for (const hash of ['#/memories', '#/review', '#/health', turn]) {
    await page.goto('about:blank')
    await open(hash)
    await page.locator('main h2, main .list-row').first().waitFor()
    await settle(page)
    t.same(await unreached(page), [], hash)
  }
}

/** Goes through the page with Tab, and tells the controls at which it has not stopped. */
async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea')]
    const seen = all.filter(element => element.checkVisibility() && !element.matches(':disabled'))
    seen.forEach(element => element.setAttribute('data-left', ''))
    document.addEventListener('focusin', event => {
      if (event.target instanceof Element) event.target.removeAttribute('data-left')
    })
    return seen.length
  })
  for (let at = 0; at < count + 10; at++) await page.keyboard.press('Tab')
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-left]')].map(element => element.outerHTML.slice(0, 120)),
  )
}
