import type { HookHost } from '../handlers/hooks/host.js'
import { testPanel, type Panel } from './browser.js'
import { lesson, modelEnv } from './model.js'

const FRIDAYS = 'never push on Fridays'
const PNPM = 'packages come from pnpm, not npm'
const env = (t: { teardown(undo: () => unknown): void }) =>
  modelEnv(t, [
    lesson(FRIDAYS, 'Releases go out Monday to Thursday'),
    lesson(PNPM, 'pnpm installs packages'),
  ])

testPanel('what a hook of another process teaches is seen at once', { env }, async (t, panel) => {
  const { open, page, service } = panel
  await open('#/activity')
  await page.getByText('Nothing has happened yet').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))
  await teach(panel, 'one', `Please ${FRIDAYS}.`)
  await page.getByRole('button', { name: /Learned Releases go out Monday to Thursday/ }).waitFor()
  const side = page.getByRole('complementary', { name: 'Pages and scopes' })
  await side.getByRole('link', { name: 'Review 1 waiting' }).waitFor()
  await side.getByRole('button', { name: 'project 1', exact: true }).waitFor()
  await side.getByRole('button', { name: 'All scopes 1', exact: true }).waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.getByRole('heading', { name: 'Releases go out Monday to Thursday' }).waitFor()
  await page.getByText(FRIDAYS, { exact: true }).waitFor()
  await teach(panel, 'two', `From now on ${PNPM}.`)
  await page.getByRole('option', { name: /pnpm installs packages/ }).waitFor()
  await page.getByText('2 to look at').waitFor()
  const chosen = page.getByRole('option', { selected: true })
  t.match(await chosen.textContent(), /^Releases go out/, 'what was chosen stays chosen')

  const { items } = await service.ask<{ items: { id: string; title: string }[] }>('/memories')
  const { id } = items.find(({ title }) => title === 'pnpm installs packages')!
  t.match(await service.svc('forget', id), { code: 0 })
  await page.getByText('1 to look at').waitFor()
  await side.getByRole('link', { name: 'Review 1 waiting' }).waitFor()
  t.ok(await page.evaluate(() => 'isStillHere' in window), 'it was never loaded anew')
})

/** A turn of a session, by the hooks that a host calls; then what it taught is learned. */
async function teach({ host, service }: Panel, session: string, prompt: string): Promise<void> {
  const fields = { session_id: session, prompt }
  const said = { ...fields, last_assistant_message: 'I will.', stop_hook_active: false }
  await host.event('UserPromptSubmit', fields, { env: service.env })
  await host.event('Stop', said, { env: service.env })
  await service.svc('reflect')
}

const seed = async (host: HookHost) => {
  await host.remember({ title: 'Vault', content: 'Behind the tapestry.' })
}

testPanel('a service that was away is back', { seed }, async (t, panel) => {
  const { expect, open, page, host, service } = panel
  expect(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|403/)
  await open('#/memories')
  await page.getByRole('option', { name: /Vault/ }).click()
  const pin = page.getByRole('button', { name: 'Pin (p)' })
  await pin.click()
  await page.getByText('Pinned “Vault”').waitFor()
  const unpin = page.getByRole('button', { name: 'Unpin (p)' })
  await unpin.waitFor()

  await service.stop()
  await page.getByText('Not connected').waitFor()
  await unpin.click()
  await page.getByText('The service does not answer').waitFor()
  t.ok(await page.getByRole('heading', { name: 'Vault' }).isVisible(), 'what was read stays')
  await host.remember({ title: 'Tapestry', content: 'From Bayeux.' })

  await service.restart()
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 20_000 })
  await page.getByRole('option', { name: /Tapestry/ }).waitFor()
  await unpin.click()
  await page.getByText('Unpinned “Vault”').waitFor()
  const { items } = await service.ask<{ items: { pinned: boolean }[] }>('/memories')
  t.same(
    items.map(({ pinned }) => pinned),
    [false, false],
  )
})
