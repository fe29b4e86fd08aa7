import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Memory } from '../../store/types.js'
import { listTree, type HookHost } from '../handlers/hooks/host.js'
import { testPanel, type Panel } from './browser.js'

const seed = async (host: HookHost) => {
  const content = 'Staging listens on port 4100.\n\nAsk Kim before you restart it.'
  await host.remember({ title: 'Port of staging', content, tags: ['staging'] })
}
const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const MEANWHILE = 'It was changed elsewhere meanwhile.'

/** Opens the memory in a tab and begins to edit it. */
async function beginEdit({ open, service }: Panel, page: Page): Promise<string> {
  const { items } = await service.ask<{ items: Memory[] }>('/memories')
  const { id } = items[0]!
  await open(`#/memories/${id}`, page)
  await page.locator('#memory').waitFor()
  await page.keyboard.press('e')
  await contentOf(page).waitFor()
  return id
}

/** Changes the file of a memory as a person does in an editor. */
function editByHand({ host }: Panel, id: string, from: string, to: string): void {
  const file = listTree(host.store).find(path => path.endsWith('.md') && path.includes(id))!
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${from} is not in ${text}`)
  writeFileSync(file, text.replace(from, to))
}

const standing = ({ service }: Panel, id: string) => service.ask<Memory>(`/memories/${id}`)

testPanel('two tabs edit one memory: the second is told', { seed }, async (t, panel) => {
  const { expect, newTab, page } = panel
  expect(/409/)
  const other = await newTab()
  const id = await beginEdit(panel, page)
  await beginEdit(panel, other)
  await contentOf(page).fill('Staging listens on port 4200.')
  await contentOf(other).fill('Staging listens on port 4300.')
  await other.keyboard.press('Control+Enter')
  await other.getByText('Saved “Port of staging”').waitFor()

  await page.getByText('This memory was changed elsewhere while you edit it.').waitFor()
  t.equal(await contentOf(page).inputValue(), 'Staging listens on port 4200.')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText(MEANWHILE).waitFor()
  const diff = page.getByRole('group', { name: 'What stands now, and yours' })
  t.equal(await diff.locator('del').textContent(), '4300')
  t.equal(await diff.locator('ins').textContent(), '4200')
  t.match(await standing(panel, id), { content: 'Staging listens on port 4300.' })
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByText('Saved “Port of staging”').waitFor()
  t.match(await standing(panel, id), { content: 'Staging listens on port 4200.' })
  await other.locator('#memory').getByText('port 4200').waitFor()
})

testPanel('an edit by hand meanwhile is not written over', { seed }, async (t, panel) => {
  const { expect, page } = panel
  expect(/409/)
  const id = await beginEdit(panel, page)
  await contentOf(page).fill('Staging listens on port 4200.')
  editByHand(panel, id, 'port 4100', 'port 4400')
  // Whether or not the page knows of it by now: it is not written over.
  await page.keyboard.press('Control+Enter')
  await page.getByText(MEANWHILE).waitFor()
  t.equal(await contentOf(page).inputValue(), 'Staging listens on port 4200.')
  t.match((await standing(panel, id)).content, /port 4400\.\n\nAsk Kim/)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.locator('#memory').getByText('port 4400').waitFor()
  t.match((await standing(panel, id)).content, /port 4400\.\n\nAsk Kim/)
})

testPanel('what was not touched keeps what somebody else wrote', { seed }, async (t, panel) => {
  const { expect, page } = panel
  expect(/409/)
  const id = await beginEdit(panel, page)
  await page.getByRole('textbox', { name: 'Title' }).fill('The port of staging')
  editByHand(panel, id, 'port 4100', 'port 4400')
  await page.keyboard.press('Control+Enter')
  await page.getByText(MEANWHILE).waitFor()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByText('Saved “The port of staging”').waitFor()
  const { title, content } = await standing(panel, id)
  t.equal(title, 'The port of staging')
  t.match(content, /port 4400\.\n\nAsk Kim/)
})

testPanel('what is typed outlives the memory', { seed }, async (t, panel) => {
  const { expect, page, service } = panel
  expect(/404/)
  const id = await beginEdit(panel, page)
  await contentOf(page).fill('Staging listens on port 4200.')
  t.match(await service.svc('forget', id), { code: 0 })
  await page.keyboard.press('Control+Enter')
  await page.getByText('It was forgotten elsewhere meanwhile.').waitFor()
  await page.getByRole('button', { name: 'Keep as a new memory' }).click()
  await page.getByText('Remembered “Port of staging”').waitFor()
  const { items } = await service.ask<{ items: Memory[] }>('/memories')
  t.match(items, [{ title: 'Port of staging', content: 'Staging listens on port 4200.' }])
})

testPanel('what is typed stays, wherever one goes meanwhile', { seed }, async (t, panel) => {
  const { page } = panel
  await beginEdit(panel, page)
  await contentOf(page).fill('Staging listens on port 4200.')
  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  await page.goBack()
  t.equal(await contentOf(page).inputValue(), 'Staging listens on port 4200.')
  await contentOf(page).press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.locator('#memory').getByText('port 4100').waitFor()
})
