#!/usr/bin/env node
// Takes pictures of every page over a believable store: npm run screenshots [-- DIR] [--readme]
/* global document, requestAnimationFrame */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Compiled as they are read, as the tests are.
const { launchBrowser } = await import('./chromium.ts')
const { seedStore } = await import('./seed.ts')
const { PanelService } = await import('./service.ts')

const isReadme = process.argv.includes('--readme')
/** A Thursday afternoon: in the pictures of the README all is always as old. */
const NOW = isReadme ? new Date('2026-11-19T16:40:00Z') : new Date()
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
]
const THEMES = ['light', 'dark']
const UNLOCK = { name: 'unlock', hash: '', until: 'text=This service asks for a token' }
const TOKEN = 'a long and secret word'
const README = fileURLToPath(new URL('../../.screenshots/', import.meta.url))

const ends = []
const owner = { teardown: end => ends.unshift(end) }
const [given] = process.argv.slice(2).filter(arg => !arg.startsWith('--'))
try {
  await run()
} finally {
  for (const end of ends) await end()
}

async function run() {
  // Always at the same place: its name is in the pictures.
  const folder = join(realpathSync(tmpdir()), 'svc-screenshots')
  rmSync(folder, { recursive: true, force: true })
  owner.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const place = {
    home: join(folder, 'home'),
    store: join(folder, 'store'),
    projects: join(folder, 'projects'),
  }
  await seedStore(place, NOW)
  const where = {
    project: join(place.projects, 'webshop'),
    env: () => ({
      PATH: process.env.PATH,
      HOME: place.home,
      SVC_DATA_DIR: place.store,
      TZ: 'UTC',
    }),
  }
  const service = await PanelService.start(owner, where, {})
  const browser = await launchBrowser()
  owner.teardown(() => browser.close())
  const shots = shotsOf(await lookUp(service))
  if (isReadme) return takeForReadme(browser, service, shots)
  const locked = await PanelService.start(owner, where, { SVC_TOKEN: TOKEN })
  const into = given ? resolve(given) : mkdtempSync(join(tmpdir(), 'svc-pictures-'))
  mkdirSync(into, { recursive: true })
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const options = { viewport, colorScheme }
      const nameOf = name => join(into, `${name}-${viewport.width}-${colorScheme}.png`)
      await takeAll(browser, service, shots, options, nameOf)
      await takeAll(browser, locked, [UNLOCK], options, nameOf)
    }
  }
  console.log(into)
}

async function takeForReadme(browser, service, shots) {
  mkdirSync(README, { recursive: true })
  for (const [name, colorScheme] of [
    ['memories', 'light'],
    ['review', 'dark'],
  ]) {
    const chosen = shots.filter(shot => shot.name === name)
    const nameOf = () => join(README, `${name}.png`)
    await takeAll(browser, service, chosen, { viewport: SIZES[0], colorScheme }, nameOf)
    console.log(nameOf())
  }
}

async function takeAll(browser, service, shots, options, nameOf) {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', timezoneId: 'UTC', deviceScaleFactor: 1, reducedMotion: 'reduce' },
    ...options,
  })
  context.setDefaultTimeout(15_000)
  for (const { name, hash, act, until } of shots) {
    const page = await context.newPage()
    await page.clock.setFixedTime(NOW)
    try {
      await page.goto(service.url + hash)
      await act?.(page)
      await page.locator(until).first().waitFor()
      await settle(page)
    } catch (error) {
      console.error(`${name}: ${error.message}`)
      process.exitCode = 1
    }
    await page.screenshot({ path: nameOf(name), animations: 'disabled' })
    await page.close()
  }
  await context.close()
}

/** Resolves once fonts are there and nothing has changed for some frames. */
async function settle(page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    const pending = () => document.querySelector('[aria-busy="true"], .busy') !== null
    let before = ''
    for (let same = 0, frame = 0; same < 20 && frame < 600; frame++) {
      await new Promise(requestAnimationFrame)
      const now = document.body.innerHTML
      same = now === before && !pending() ? same + 1 : 0
      before = now
    }
  })
}

/** What the pictures name. */
async function lookUp(service) {
  const { items } = await service.ask('/memories?limit=1000')
  const { sessions } = await service.ask('/sessions')
  const { skills } = await service.ask('/skills?includeDormant=1')
  const idOf = title => items.find(memory => memory.title === title).id
  return {
    release: idOf('How the shop is released'),
    edited: idOf('How a pull request is opened and merged'),
    shop: items.find(({ title }) => title === 'How the shop is released').scope.id,
    session: sessions.find(({ prompts }) => (prompts?.length ?? 0) > 2)?.id ?? sessions[0].id,
    skill: skills.find(({ name }) => name === 'release-checklist').name,
  }
}

function shotsOf({ release, edited, shop, session, skill }) {
  const scope = encodeURIComponent(`project:${encodeURIComponent(shop)}`)
  const prompt = encodeURIComponent('Release the shop to the canary, and what if it goes wrong?')
  const isEdited = `#/memories/${edited}`
  return [
    { name: 'memories-list', hash: '#/memories', until: '.memory-row strong' },
    { name: 'memories', hash: `#/memories/${release}`, until: '#history' },
    { name: 'memories-search', hash: '#/memories?text=checkout', until: '.memory-row mark' },
    {
      name: 'memories-edit',
      hash: isEdited,
      act: page => page.getByRole('button', { name: 'Edit (e)' }).click(),
      until: '.memory-editor textarea',
    },
    {
      name: 'memories-history',
      hash: isEdited,
      act: async page => {
        const versions = page.locator('.version-head')
        await versions.nth(1).click()
        await page.locator('.diff').first().waitFor()
        await versions.first().evaluate(head => head.scrollIntoView())
      },
      until: '.diff',
    },
    { name: 'archive', hash: '#/memories?view=archive', until: '.memory-row strong' },
    { name: 'recall', hash: `#/recall?scope=${scope}&text=${prompt}`, until: '.recall-answer' },
    { name: 'recall-start', hash: `#/recall?scope=${scope}&event=start`, until: '.recall-answer' },
    { name: 'activity', hash: '#/activity', until: 'main h2' },
    { name: 'figures', hash: '#/activity?view=figures', until: 'canvas' },
    { name: 'review', hash: '#/review', until: '.review-card h2, .review-row' },
    { name: 'sessions', hash: '#/sessions', until: '.session-list a' },
    { name: 'session', hash: `#/sessions/${session}`, until: '.split-detail h2' },
    { name: 'skills', hash: '#/skills', until: '.list-row' },
    { name: 'skill', hash: `#/skills/${skill}`, until: '.split-detail .prose' },
    { name: 'health', hash: '#/health', until: 'main h2' },
  ]
}
