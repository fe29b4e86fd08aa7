import type { Page } from 'playwright-core'
import type { Archive } from '../../src/types.js'
import type { Memory } from '../../store/types.js'
import type { HookHost } from '../handlers/hooks/host.js'
import { testPanel, type Panel } from './browser.js'

const GLOBAL = { type: 'global', id: null } as const

const seed = async (host: HookHost) => {
  host.write({ 'AGENTS.md': '# Shop\n\nEverything is written in TypeScript.\n' })
  const kinds = { preference: ['style'], fact: ['staging'] }
  for (const [title, content, kind] of [
    ['Harbour is quiet', 'Nothing is deployed on Fridays.', 'preference'],
    ['Port of staging', 'Staging listens on port 4100.', 'fact'],
    ['Answers are short', 'At most three sentences.', 'preference'],
    ['The database', 'Postgres 17, restored near harbours.', 'fact'],
  ] as const) {
    await host.remember({ title, content, kind, tags: kinds[kind] })
  }
}

const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Memories' }).getByRole('option')
const titlesOf = (page: Page) => rowsOf(page).locator('strong').allTextContents()
const stored = async ({ service }: Panel) =>
  (await service.ask<{ items: Memory[] }>('/memories')).items
const findStored = async (panel: Panel, title: string) =>
  (await stored(panel)).find(memory => memory.title === title)

testPanel('a search answers as one types', { seed }, async (t, panel) => {
  const { open, page } = panel
  await open()
  await rowsOf(page).nth(3).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('harb')
  await page.getByText('2 memories').waitFor()
  t.same((await titlesOf(page)).sort(), ['Harbour is quiet', 'The database'])
  const marks = await rowsOf(page).locator('mark').allTextContents()
  t.same([...new Set(marks)].sort(), ['Harbour', 'harbours'])
  t.match(page.url(), /text=harb/)
  await page.getByRole('searchbox').fill('postg')
  await page.getByText('1 memory').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('#memory').getByRole('heading', { name: 'The database' }).waitFor()
  await page.reload()
  await page.getByText('1 memory').waitFor()
  t.equal(await page.getByRole('searchbox').inputValue(), 'postg')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('wombat')
  await page.getByText('Nothing matches').waitFor()
  await page.keyboard.press('Escape')
  await rowsOf(page).nth(3).waitFor()
})

testPanel('filters narrow the list, and are in its address', { seed }, async (t, panel) => {
  const { open, page, service } = panel
  const [quiet] = (await stored(panel)).filter(({ title }) => title === 'Harbour is quiet')
  await service.ask(`/memories/${quiet!.id}`, 'PATCH', { pinned: true })
  await open()
  await rowsOf(page).nth(3).waitFor()
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Filter' })
  await dialog.getByRole('option', { name: /^preference/ }).click()
  await page.getByText('2 memories').waitFor()
  await dialog.getByRole('option', { name: /^Pinned/ }).click()
  await page.getByText('1 memory').waitFor()
  await page.keyboard.press('Escape')
  t.same(await titlesOf(page), ['Harbour is quiet'])
  await page.reload()
  await page.getByText('1 memory').waitFor()
  const on = page.getByRole('group', { name: 'Filters that are on' })
  await on.getByRole('button', { name: 'Pinned' }).click()
  await page.getByText('2 memories').waitFor()
  await page.goBack()
  await page.getByText('1 memory').waitFor()
  await on.getByRole('button', { name: 'Clear all' }).click()
  await rowsOf(page).nth(3).waitFor()
  await rowsOf(page).filter({ hasText: 'Port of staging' }).click()
  await page.locator('#memory').getByRole('link', { name: 'staging' }).click()
  await page.getByText('2 memories').waitFor()
})

testPanel('a memory is edited, pinned, moved and forgotten', { seed }, async (t, panel) => {
  const { expect, open, page } = panel
  // What is read is asked for anew just when it is forgotten.
  expect(/404/)
  await open()
  await rowsOf(page).filter({ hasText: 'Port of staging' }).click()
  const reading = page.locator('#memory')
  await reading.getByText('Staging listens on port 4100.').waitFor()
  await reading.getByText('A person remembered it').waitFor()

  await page.keyboard.press('e')
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Staging listens on port 4200.')
  await page.getByRole('textbox', { name: 'Title' }).fill('The port of staging')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Saved “The port of staging”').waitFor()
  await reading.getByText('Staging listens on port 4200.').waitFor()
  await rowsOf(page).filter({ hasText: 'The port of staging' }).waitFor()
  t.match(await findStored(panel, 'The port of staging'), {
    content: 'Staging listens on port 4200.',
  })

  await page.keyboard.press('p')
  await page.getByText('Pinned “The port').waitFor()
  t.match(await findStored(panel, 'The port of staging'), { pinned: true })
  await page.keyboard.press('z')
  await page.getByText('Unpinned “The port').waitFor()
  t.match(await findStored(panel, 'The port of staging'), { pinned: false })

  await page.keyboard.press('m')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Global/ })
    .click()
  await page.getByText('Moved “The port of staging” to').waitFor()
  t.match(await findStored(panel, 'The port of staging'), { scope: GLOBAL })
  await page.keyboard.press('z')
  await page.getByText('Moved “The port of staging” to project').waitFor()
  t.match(await findStored(panel, 'The port of staging'), { scope: { type: 'project' } })

  await page.keyboard.press('#')
  await page.getByText('Forgot “The port of staging”').waitFor()
  await page.getByText('3 memories').waitFor()
  t.notOk(await findStored(panel, 'The port of staging'))
  t.equal(await page.getByRole('option', { selected: true }).count(), 1, 'another is chosen')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await reading.getByRole('heading', { name: 'The port of staging' }).waitFor()
  await page.getByText('4 memories').waitFor()
  t.ok(await findStored(panel, 'The port of staging'))
})

testPanel('a change follows the one before it, read anew or not', { seed }, async (t, panel) => {
  const { open, page } = panel
  const { id } = (await findStored(panel, 'Port of staging'))!
  await open(`#/memories/${id}`)
  await page.locator('#memory').getByText('port 4100').waitFor()
  let held = 0
  await page.route(`**/svc/memories/${id}`, route => {
    return route.request().method() === 'GET' ? held++ : route.continue()
  })
  await page.keyboard.press('p')
  await page.getByText('Pinned “Port of staging”').waitFor()
  await page.keyboard.press('m')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Global/ })
    .click()
  await page.getByText('Moved “Port of staging” to Global').waitFor()
  t.match(await findStored(panel, 'Port of staging'), { scope: GLOBAL, pinned: true })
  t.ok(held > 0, 'the page has not read it since')
})

testPanel('what a memory said is told, compared and brought back', { seed }, async (t, panel) => {
  const { open, page, service } = panel
  const { id } = (await findStored(panel, 'Port of staging'))!
  const patch = { content: 'Staging listens on port 4200.', tags: ['staging', 'ports'] }
  await service.ask(`/memories/${id}`, 'PATCH', patch)
  await open(`#/memories/${id}`)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: /^Content and tags changed/ }).click()
  const diff = history.getByRole('group', { name: 'What changed in the content' })
  t.equal(await diff.locator('del').textContent(), '4100')
  t.equal(await diff.locator('ins').textContent(), '4200')
  t.equal(await history.locator('.facts ins').textContent(), 'staging, ports')
  await history.getByRole('button', { name: /^First version/ }).click()
  await history.getByRole('button', { name: 'Bring this version back' }).click()
  // The comparison below holds both texts: what stands is above it.
  const said = page.locator('#memory .prose')
  await said.getByText('Staging listens on port 4100.').waitFor()
  t.match(await service.ask(`/memories/${id}`), { content: 'Staging listens on port 4100.' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said.getByText('Staging listens on port 4200.').waitFor()
})

testPanel('what is gone is in the archive, and comes back', { seed }, async (t, panel) => {
  const { open, page, service } = panel
  await service.svc('forget', (await findStored(panel, 'The database'))!.id)
  await open()
  await rowsOf(page).nth(2).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('option', { name: /The database/ }).click()
  await page.locator('#memory').getByText('Postgres 17, restored near harbours.').waitFor()
  await page.keyboard.press('r')
  await page.getByText('Restored “The database”').waitFor()
  await page.getByText('Nothing is gone').waitFor()
  t.ok(await findStored(panel, 'The database'))
  t.equal((await service.ask<Archive>('/archive')).total, 0)
})

testPanel('a new memory is made', { seed }, async (t, panel) => {
  const { open, page } = panel
  await open()
  await rowsOf(page).first().waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New memory' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The wombat')
  await dialog.getByRole('textbox', { name: 'Content' }).fill('It sleeps **all day**.')
  await page.keyboard.press('Control+Enter')
  await page.locator('#memory').getByRole('heading', { name: 'The wombat' }).waitFor()
  t.equal(await page.locator('#memory strong').textContent(), 'all day')
  t.match(await findStored(panel, 'The wombat'), { scope: GLOBAL, kind: 'fact' })
})

testPanel('an agent file is read, and left alone', { seed }, async (t, { open, page, service }) => {
  t.match(await service.svc('import'), { code: 0 })
  await open()
  await rowsOf(page).filter({ hasText: 'TypeScript' }).click()
  await page.getByText('This is an agent file').waitFor()
  t.match(await page.locator('.memory-path').textContent(), /AGENTS\.md/)
  t.equal(await page.getByRole('button', { name: /^(?:Edit|Pin|Move|Forget) \(/ }).count(), 0)
  await page.keyboard.press('e')
  await page.keyboard.press('#')
  t.equal(await page.getByRole('textbox', { name: 'Content' }).count(), 0)
  await rowsOf(page).filter({ hasText: 'TypeScript' }).waitFor()
})
