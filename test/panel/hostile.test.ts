import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Memory } from '../../store/types.js'
import type { HookHost } from '../handlers/hooks/host.js'
import { testPanel } from './browser.js'
import { settle } from './states.js'

/** The right-to-left override, which turns what follows around. */
const OVERRIDE = '\u202e'
const TITLE = '<img src=x onerror="note(1)"> & <b>wombat</b>'
const CONTENT = [
  '<script>note(2)</script>',
  '<img src=x onerror=note(3)><svg onload=note(4)><svg><style><img src=x onerror=note(5)></style>',
  '<style>body { display: none }</style><link rel=stylesheet href=http://127.0.0.1:1/x.css>',
  '<iframe src="javascript:note(6)"></iframe><object data=x></object><embed src=x>',
  '<form action=http://127.0.0.1:1><input name=x><button>Send</button></form>',
  '<a href="javascript:note(7)">one</a> [two](javascript:note(8)) [three](JaVaScRiPt:note(9))',
  '[four](data:text/html,<script>note(10)</script>) [five](vbscript:note(11)) [six](  java\tscript:note(12))',
  '![seven](http://127.0.0.1:1/seven.png) ![eight](x"onerror="note(13)) ![nine](javascript:note(14))',
  '[ten]: javascript:note(15)\n[ten] <javascript:note(16)> [fine](https://example.com/"onmouseover="note(17))',
  '```html"><img src=x onerror=note(18)>\n</code></pre><script>note(19)</script>\n```',
  '| <img src=x onerror=note(20)> | b |\n|---|---|\n| <svg/onload=note(21)> | `<script>note(22)</script>` |',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=note(23)>">',
  '<details open ontoggle=note(24)><summary>more</summary></details><meta http-equiv=refresh content=0>',
  '<noscript><p title="</noscript><img src=x onerror=note(25)>"><base href=http://127.0.0.1:1/>',
  '<div id=panel class=page style="position:fixed;inset:0">over all</div>',
].join('\n\n')
const TAG = '"><script>note(30)</script>'

const seed = async (host: HookHost) => {
  const wrong = { title: TITLE, content: CONTENT, tags: [TAG], aliases: [TITLE] }
  await host.remember(wrong)
  host.write({
    '.claude/skills/wombat/SKILL.md': `---\nname: wombat\ndescription: ${JSON.stringify(TITLE)}\n---\n\n${CONTENT}\n`,
    'AGENTS.md': `# ${TITLE}\n\n${CONTENT}\n`,
  })
  const said = { prompt: `${TITLE} ${CONTENT}`, session_id: 'one' }
  await host.run('UserPromptSubmit', said)
  await host.run('Stop', { ...said, last_assistant_message: CONTENT })
  await host.remember({ ...wrong, content: `${CONTENT}\n\nAnd more.` })
}

testPanel('a memory full of markup is text', { seed }, async (t, panel) => {
  const { open, page, service } = panel
  await page.addInitScript(() => {
    const ran: unknown[] = []
    Object.assign(window, { ran, note: (what: unknown) => ran.push(what) })
  })
  const { items } = await service.ask<{ items: Memory[] }>('/memories')
  const { id, title } = items[0]!
  t.equal(title, TITLE)
  await open(`#/memories/${id}`)
  const reading = page.locator('#memory')
  await reading.getByRole('heading', { name: TITLE }).waitFor()
  await page.getByRole('region', { name: 'History' }).waitFor()
  await checkInert(t, page)
  const text = await reading.locator('.prose').textContent()
  for (const part of [
    '<script>note(2)</script>',
    '<iframe src="javascript:note(6)">',
    'onload=note(4)',
  ]) {
    t.ok(text?.includes(part), `${part} is read as it stands`)
  }
  const links = await reading
    .locator('.prose a')
    .evaluateAll(all => all.map(a => a.getAttribute('href')))
  t.same(
    links.filter(href => href !== null && !/^https?:\/\//.test(href)),
    [],
  )
  await page.getByRole('button', { name: 'Text as it is written' }).click()
  t.equal(await reading.locator('.memory-raw').textContent(), items[0]!.content)
  await page.getByRole('button', { name: 'Text as it is written' }).click()
  await page.locator('.version-head').first().click()
  await checkInert(t, page)
  await page.keyboard.press('e')
  t.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), TITLE)
  await page.keyboard.press('Escape')
})

testPanel('no page runs what a memory, a prompt or a skill says', { seed }, async (t, panel) => {
  const { expect, open, page, service } = panel
  // Of what an address names that is not there.
  expect(/40[04]/)
  await page.addInitScript(() => {
    const ran: unknown[] = []
    Object.assign(window, { ran, note: (what: unknown) => ran.push(what) })
  })
  const { sessions } = await service.ask<{ sessions: { id: string }[] }>('/sessions')
  const text = encodeURIComponent(`${TITLE} wombat`)
  for (const [hash, seen] of [
    [`#/memories?text=${text}`, '.memory-row strong'],
    [`#/recall?text=${text}`, 'main h1'],
    ['#/recall?event=start', '.recall-item'],
    ['#/activity', '.event-line'],
    ['#/review', 'main h1'],
    ['#/sessions', '.session-list a'],
    [`#/sessions/${sessions[0]!.id}`, '.split-detail h2'],
    ['#/skills', '.list-row'],
    ['#/skills/wombat', '.split-detail .prose'],
    ['#/health', 'main h2'],
    [`#/memories/${encodeURIComponent(TITLE)}?scope=${encodeURIComponent(TITLE)}`, 'main h1'],
    [`#/${encodeURIComponent(TITLE)}`, 'text=There is no such page'],
  ] as const) {
    await page.goto('about:blank')
    await open(hash)
    await page.locator(seen).first().waitFor({ state: 'attached' })
    await checkInert(t, page, hash)
  }
})

/** Nothing ran, and nothing is in the page that could run, load, send or lie over it. */
async function checkInert(t: Test, page: Page, name = 'the page'): Promise<void> {
  await settle(page)
  const found = await page.evaluate(() => {
    const own =
      'script[src], link[rel="stylesheet"], link[rel="icon"], link[rel^="preload"], link[rel="modulepreload"], meta[charset], meta[name]'
    const able =
      'script, style, link, meta, base, iframe, object, embed, img, video, audio, math, details[ontoggle], [srcdoc], [id="panel"] [id="panel"]'
    const elements = [...document.querySelectorAll('*')]
    return {
      ran: (window as unknown as { ran: unknown[] }).ran,
      able: elements
        .filter(element => element.matches(able) && !element.matches(own))
        .map(({ outerHTML }) => outerHTML),
      handlers: elements
        .filter(({ attributes }) => [...attributes].some(({ name }) => name.startsWith('on')))
        .map(({ outerHTML }) => outerHTML),
      links: elements
        .map(element => element.getAttribute('href') ?? '')
        .filter(href => /^\s*(?:javascript|data|vbscript):/i.test(href)),
      forms: elements.filter(element => element.matches('.prose form, .prose button, .prose svg'))
        .length,
    }
  })
  t.same(found, { ran: [], able: [], handlers: [], links: [], forms: 0 }, name)
}

const turned = async (host: HookHost) => {
  await host.remember({ title: 'Plain', content: 'As it is.' })
}

testPanel(
  'a text that turns around leaves what is beside it',
  { seed: turned },
  async (t, panel) => {
    const { open, page, service } = panel
    await service.ask('/memories', 'POST', {
      scope: { type: 'global', id: null },
      title: `Turned ${OVERRIDE}drawkcab`,
      content: `It says ${OVERRIDE}ereht`,
    })
    await open()
    const row = page.getByRole('option', { name: /Turned/ })
    await row.click()
    await page.locator('#memory').waitFor()
    t.same(await unisolated(page), [], 'each text is on its own')
  },
)

/** Elements whose text holds an override, and that let it go on into what follows. */
function unisolated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwn = (element: Element) =>
      [...element.childNodes].some(node => node instanceof Text && node.data.includes('\u202e'))
    const isOnItsOwn = (element: Element): boolean => {
      const { display, unicodeBidi } = getComputedStyle(element)
      // A block ends with the override of its text.
      return /isolate|plaintext/.test(unicodeBidi) || /block|flex|grid|list-item/.test(display)
    }
    return [...document.body.querySelectorAll('*')]
      .filter(element => isOwn(element) && !isOnItsOwn(element))
      .map(({ outerHTML }) => outerHTML)
  })
}
