#!/usr/bin/env node
// Takes pictures of every page over a believable store: npm run screenshots [-- DIR] [--readme]
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeFolder } from '../remove-folder.mjs'

// Compiled as they are read, as the tests are.
const { launchBrowser } = await import('./chromium.ts')
const { seedStore } = await import('./seed.ts')
const { PanelService } = await import('./service.ts')
const { settle, statesOf, UNLOCK } = await import('./states.ts')

const isReadme = process.argv.includes('--readme')
/** A Thursday afternoon: in the pictures of the README all is always as old. */
const NOW = isReadme ? new Date('2026-11-19T16:40:00Z') : new Date()
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
]
const THEMES = ['light', 'dark']
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
  owner.teardown(() => removeFolder(folder))
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
  const states = await statesOf(service)
  if (isReadme) return takeForReadme(browser, service, states)
  const locked = await PanelService.start(owner, where, { SVC_TOKEN: TOKEN })
  const into = given ? resolve(given) : mkdtempSync(join(tmpdir(), 'svc-pictures-'))
  mkdirSync(into, { recursive: true })
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const options = { viewport, colorScheme }
      const nameOf = name => join(into, `${name}-${viewport.width}-${colorScheme}.png`)
      await takeAll(browser, service, states, options, nameOf)
      await takeAll(browser, locked, [UNLOCK], options, nameOf)
    }
  }
  console.log(into)
}

async function takeForReadme(browser, service, states) {
  mkdirSync(README, { recursive: true })
  for (const [name, colorScheme] of [
    ['memories', 'light'],
    ['review', 'dark'],
  ]) {
    const chosen = states.filter(state => state.name === name)
    const nameOf = () => join(README, `${name}.png`)
    await takeAll(browser, service, chosen, { viewport: SIZES[0], colorScheme }, nameOf)
    console.log(nameOf())
  }
}

async function takeAll(browser, service, states, options, nameOf) {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', timezoneId: 'UTC', deviceScaleFactor: 1, reducedMotion: 'reduce' },
    ...options,
  })
  context.setDefaultTimeout(15_000)
  for (const { name, hash, act, until } of states) {
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
