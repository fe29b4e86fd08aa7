import { testPanel } from './browser.js'

interface Standing {
  id: string
  content: string
}

testPanel('an Undo takes nothing back that came after it', {}, async (t, panel) => {
  const { open, page, service, expect } = panel
  expect(/409 \(Conflict\)/)
  await open('#/memories')
  await page.getByRole('complementary', { name: 'Pages and scopes' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New memory' })
  await dialog.getByLabel('Title').fill('Port')
  await dialog.getByLabel('Content').fill('The port is 80.')
  await dialog.getByRole('button', { name: 'Remember' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const { items } = await service.ask<{ items: Standing[] }>('/memories')
  const [{ id } = { id: '' }] = items
  const path = `/memories/${id}`
  const change = (content: string) => service.ask<Standing>(path, 'PATCH', { content })
  await change('The port is 81.')
  await undo.click()
  await page.getByText('was changed meanwhile').waitFor()
  t.equal((await service.ask<Standing>(path)).content, 'The port is 81.')

  await open(`#/memories/${id}`)
  await page.reload()
  await page.getByRole('button', { name: /First version/ }).click()
  await page.getByRole('button', { name: 'Bring this version back' }).first().click()
  await undo.waitFor()
  await change('The port is 82.')
  await undo.click()
  await page.getByText('was changed meanwhile').waitFor()
  t.equal((await service.ask<Standing>(path)).content, 'The port is 82.')
})
