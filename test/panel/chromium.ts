import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const PATH = (process.env.PATH ?? '').split(delimiter)

/** Where Chromium is installed; undefined where it is not. */
export const CHROMIUM = PATH.map(folder => join(folder, 'chromium')).find(path => existsSync(path))

/** Starts a browser. Throws where there is none. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? 'chromium' })
}
