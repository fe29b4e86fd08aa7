import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong in the page as it is now: the rule and the element, each a line. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async rules => {
    const { axe } = window as unknown as { axe: { run: (o: object) => Promise<AxeResults> } }
    const only = rules && { runOnly: { type: 'rule', values: rules } }
    const { violations } = await axe.run({ resultTypes: ['violations'], ...only })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, any }) => {
        const why = any[0]?.message ?? help
        return `${id}: ${why} ${html.slice(0, 160)}`
      }),
    )
  }, rules)
}

/** What sticks out of the page at its right, or can be scrolled sideways but for code and tables. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = (element: Element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`
    const mayScroll = (element: Element) =>
      element.closest('pre, .prose table, .diff, [data-scrolls]') !== null
    const isCut = (element: Element): boolean => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up)
        const isInside = up.getBoundingClientRect().right <= innerWidth + 1
        if (overflowX !== 'visible' && isInside) return true
      }
      return false
    }
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || mayScroll(element)) continue
      const { overflowX } = getComputedStyle(element)
      const isScroller = overflowX === 'auto' || overflowX === 'scroll'
      if (isScroller && element.scrollWidth > element.clientWidth + 1) {
        found.push(`scrolls: ${named(element)}`)
      }
      const { right, width } = element.getBoundingClientRect()
      const isOut = width > 1 && right > innerWidth + 1
      if (isOut && !isCut(element)) found.push(`sticks out to ${right}: ${named(element)}`)
    }
    return found
  })
}
