import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createService } from '../../src/service/service.js'
import { planTranscripts } from '../../src/backfill/plan.js'
import { learnFromTranscripts } from '../../src/backfill/transcripts.js'
import { createConfig } from '../../src/config.js'
import type { Archive, Review } from '../../src/types.js'
import { openStore } from '../../store/store.js'
import type { Memory } from '../../store/types.js'
import { listTree, type HookHost } from '../handlers/hooks/host.js'
import { makeSession } from '../src/backfill/home.js'
import { testPanel } from './browser.js'
import { lesson, startModel } from './model.js'

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
const LESSONS = [
  lesson('never push on Fridays', 'Releases go out Monday to Thursday'),
  lesson('packages come from pnpm', 'pnpm installs packages'),
  lesson('the office has a new plant', 'The office has a plant'),
  lesson('the kitchen is green', 'The kitchen is green'),
  lesson('no long answers', 'Answers are short'),
]
const [RELEASES, PNPM, PLANT, KITCHEN, ANSWERS] = LESSONS.map(({ title }) => String(title))

/** Five memories are learned, two contradict each other, and one holds a secret. */
async function fill(host: HookHost): Promise<void> {
  const ends: (() => unknown)[] = []
  const owner = { teardown: (end: () => unknown) => void ends.push(end) }
  const model = await startModel(owner, { learned: LESSONS, learnedSkills: [] })
  const service = createService({ dataDir: host.store, ...model }, { home: host.home })
  const scope = { type: 'project', id: host.project } as const
  const remember = (title: string, content: string) =>
    service.remember({ scope, title, content, kind: 'constraint' })
  await remember('Use Vitest for unit tests', 'Use Vitest for unit tests in the shop.')
  await remember('Never use Vitest for unit tests', 'Never use Vitest for unit tests in the shop.')
  await service.consolidate(scope)
  const { id } = await remember('Vault', 'It opens with a key.')
  for (const { said } of LESSONS) {
    const fields = { session_id: said, prompt: `Please note: ${said}.` }
    await host.run('UserPromptSubmit', fields)
    await host.run('Stop', { ...fields, last_assistant_message: 'Noted.' })
    await service.learning.reflect(scope)
  }
  await service.close()
  const file = listTree(host.store).find(path => path.endsWith('.md') && path.includes(id))!
  writeFileSync(file, readFileSync(file, 'utf8').replace('with a key', `with ${TOKEN}`))
  ends.forEach(end => end())
}

testPanel(
  'the inbox is worked through with the keyboard alone',
  { seed: fill },
  async (t, panel) => {
    const { expect, open, page, service } = panel
    // The edit of the secret has settled what the page then would accept.
    expect(/404/)
    const type = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await open()
    await page.getByRole('option').first().waitFor()
    await type('g', 'v')
    const card = page.locator('.review-card')
    await card.getByText('1 of 8').waitFor()
    await page.getByText('8 to look at').waitFor()
    await type('j')
    await card.getByText('2 of 8').waitFor()
    await type('ArrowDown', 'k', 'ArrowUp')
    await card.getByText('1 of 8').waitFor()
    t.equal(await page.getByRole('option', { selected: true }).count(), 1)

    await choose(page, RELEASES!)
    await type('a')
    await page.getByText(`Accepted “${RELEASES}”`).waitFor()
    await page.getByText('7 to look at').waitFor()

    await choose(page, PNPM!)
    await type('e')
    await card.locator('textarea:focus').waitFor()
    await type('Control+a')
    await page.keyboard.type('pnpm 9 installs packages.')
    await type('Control+Enter')
    await page.getByText(`Saved “${PNPM}”`).waitFor()
    await page.getByText('6 to look at').waitFor()

    await choose(page, PLANT!)
    await type('u')
    await page.getByText(`Forgot “${PLANT}”`).waitFor()
    await page.getByText('5 to look at').waitFor()
    await type('z')
    await page.getByText('Undone').waitFor()
    await choose(page, KITCHEN!)
    await type('u')
    await page.getByText(`Forgot “${KITCHEN}”`).waitFor()
    await page.getByText('4 to look at').waitFor()

    await choose(page, 'Never use Vitest for unit tests')
    await card.getByText('These do not agree').waitFor()
    await type('1')
    await page.getByText('Kept “Never use Vitest for unit tests”').waitFor()
    await page.getByText('2 to look at').waitFor()

    await choose(page, 'Vault')
    await card.getByText('Possible secret').waitFor()
    await type('e')
    await card.locator('textarea:focus').waitFor()
    await type('Control+a')
    await page.keyboard.type('It opens with a key.')
    await type('Control+Enter')
    await page.getByText('1 to look at').waitFor()

    await type('A')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).waitFor()
    await type('Enter')
    await page.getByText('Accepted 1 memory').waitFor()
    await page.getByText('You have seen everything').waitFor()
    await page.getByRole('link', { name: 'Review', exact: true }).waitFor()

    const { items } = await service.ask<Review>('/review')
    t.same(items, [], 'nothing waits')
    const { items: stored } = await service.ask<{ items: Memory[] }>('/memories')
    t.same(Object.fromEntries(stored.map(({ title, content }) => [title, content])), {
      [RELEASES!]: `${RELEASES}.`,
      [PNPM!]: 'pnpm 9 installs packages.',
      [ANSWERS!]: `${ANSWERS}.`,
      [PLANT!]: `${PLANT}.`,
      'Never use Vitest for unit tests': 'Never use Vitest for unit tests in the shop.',
      Vault: 'It opens with a key.',
    })
    t.same([...new Set(stored.flatMap(({ tags }) => tags))], [], 'no mark is left')
    const archive = await service.ask<Archive>('/archive')
    const gone = archive.items.map(({ title, reason }) => `${title}: ${reason}`)
    t.same(gone.sort(), [`${KITCHEN}: forgotten`, 'Use Vitest for unit tests: forgotten'])
  },
)

/** Goes through the list, from its top, until a card of that title is shown. */
async function choose(page: Page, title: string): Promise<void> {
  const heading = page.locator('.review-card h2')
  await heading.waitFor()
  for (let at = 0; at < 9; at++) await page.keyboard.press('k')
  for (let at = 0; at < 9 && (await heading.textContent()) !== title; at++) {
    await page.keyboard.press('j')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await heading.getByText(title, { exact: true }).waitFor()
}

/** Two memories are proposed of an old session, one of which contradicts what holds. */
async function propose({ home, project, store: dataDir }: HookHost): Promise<void> {
  const service = createService({ dataDir }, { home })
  const scope = { type: 'project', id: project } as const
  await service.remember({ scope, title: 'API port', content: 'The api port is 8100.' })
  await service.close()
  const prompts = ['The api port is 8200 now, not 8100.', 'Remember: imports run at 03:40 UTC.']
  const turns = prompts.map(prompt => ({ prompt, reply: 'Ok.' }))
  const at = new Date(Date.now() + 86_400_000)
  makeSession(home, { host: 'claude-code', cwd: project, at, turns })
  const store = openStore(join(dataDir, 'svc.json'))
  const around = { store, config: createConfig(), env: {}, home, now: () => new Date() }
  const plan = await planTranscripts(store, around.config, around)
  await learnFromTranscripts(plan, { ...around, signal: new AbortController().signal })
}

testPanel('what old sessions tell is accepted at once', { seed: propose }, async (t, panel) => {
  const { open, page, service } = panel
  await open('#/review')
  await page.getByText('2 to look at').waitFor()
  t.equal(await page.getByRole('button', { name: 'Accept all', exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Accept all of old sessions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('hold from now on').waitFor()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Accepted 1 memory').waitFor()
  await page.getByText('1 to look at').waitFor()
  const { items } = await service.ask<{ items: Memory[] }>('/memories')
  const waiting = items.filter(({ source }) => source.waits)
  t.match(
    waiting.map(({ content }) => content),
    ['The api port is 8200 now, not 8100.'],
    'what contradicts another is decided by itself',
  )
})
