import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { HookHost } from '../handlers/hooks/host.js'
import { ROOT } from '../root.js'
import { CHROMIUM, launchBrowser } from './chromium.js'
import { PanelService } from './service.js'

/** Where the page looked like when a test failed. */
const PICTURES = join(ROOT, '.tap/panel')
const PATIENCE_MS = 30_000

/**
 * Why tests of the panel are left out, for tap's `skip`: false where Chromium is installed. Where it
 * must be (`.ci/run` says so) they are never left out, and fail.
 */
export const LEFT_OUT =
  CHROMIUM === undefined &&
  process.env.SVC_TEST_PANEL === undefined &&
  'there is no chromium here: apt-get install chromium'

/** What a test wants to be so before its page is opened. */
export interface Wanted extends BrowserContextOptions {
  /** Added to the environment of the service, or what makes that. */
  env?: Record<string, string> | ((t: Test) => Promise<Record<string, string>>)
  /** Fills the store before the service starts. */
  seed?: (host: HookHost) => void | Promise<void>
}

/** A service on a store of its own, and a browser that looks at it. */
export interface Panel {
  /** A home, a project and a store; its hooks are called as a host calls them. */
  host: HookHost
  service: PanelService
  /** The first tab, at `about:blank` until `open` is called. */
  page: Page
  /** Opens the panel in the first tab, or in the given one, at a place (`#/review`). */
  open: (hash?: string, page?: Page) => Promise<void>
  /** Another tab of the same browser. What goes wrong in it fails the test too. */
  newTab: () => Promise<Page>
  /** Says that a message on the console is meant to come: the test does not fail of it. */
  expect: (message: RegExp) => void
}

/**
 * A test with a panel of its own. It fails, beside its own reasons, of any error on the console, error
 * of a script, violation of the page's policy or request to anywhere else.
 */
export function testPanel(
  name: string,
  wanted: Wanted,
  body: (t: Test, panel: Panel) => Promise<void>,
): void {
  t.test(name, { skip: LEFT_OUT }, async t => {
    const { env = {}, seed, ...options } = wanted
    const host = new HookHost(t)
    await seed?.(host)
    const service = await PanelService.start(t, host, env instanceof Function ? await env(t) : env)
    const context = await (await openBrowser()).newContext({ ...DEFAULTS, ...options })
    t.teardown(() => context.close())
    context.setDefaultTimeout(PATIENCE_MS)
    const problems: string[] = []
    const expected: RegExp[] = []
    const newTab = async () => {
      const page = await context.newPage()
      watch(page, () => service.url, problems)
      return page
    }
    const page = await newTab()
    const open = async (hash = '', tab = page) => void (await tab.goto(service.url + hash))
    const expect = (message: RegExp) => void expected.push(message)
    let isThrough = false
    try {
      await body(t, { host, service, page, open, newTab, expect })
      const unexpected = problems.filter(text => !expected.some(one => one.test(text)))
      t.same(unexpected, [], 'nothing went wrong in the page')
      isThrough = true
    } finally {
      if (!isThrough || !t.passing()) await takePicture(t, page, name)
    }
  })
}

const DEFAULTS: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  timezoneId: 'UTC',
}

let browser: Promise<Browser> | undefined

/** The browser of this test file; it is started once. */
export function openBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

t.teardown(async () => (await browser?.catch(() => undefined))?.close())

/** Notes what goes wrong in a page; `home` is where all of its requests must go. */
function watch(page: Page, home: () => string, problems: string[]): void {
  page.on('console', message => {
    const { url } = message.location()
    if (/error|warning/.test(message.type())) problems.push(`${message.text()} (${url})`)
  })
  page.on('pageerror', error => void problems.push(`thrown: ${error.message}`))
  page.on('request', request => {
    const isOwn = request.url().startsWith(home()) || /^(?:data|blob):/.test(request.url())
    if (!isOwn) problems.push(`request: ${request.url()}`)
  })
}

/** What a person would look at first. */
async function takePicture(t: Test, page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const path = join(PICTURES, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`)
  const taken = await page.screenshot({ path, timeout: PATIENCE_MS }).catch(() => undefined)
  if (taken !== undefined) t.comment(`the page as it was: ${path}`)
}
