import DOMPurify from 'dompurify'
import { Marked, type Token } from 'marked'

const ELEMENTS = [
  ...'a blockquote br code del em hr input li ol p pre strong ul'.split(' '),
  ...'h1 h2 h3 h4 h5 h6 table tbody td th thead tr'.split(' '),
]

/** Markup in a memory is text: a memory quotes it, and nobody wrote it for this page. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text, block }) => (block ? `<p>${escape(text.trim())}</p>` : escape(text)),
    // Nothing is loaded from elsewhere: an image is the link to it.
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
    checkbox: ({ checked }) =>
      `<input type="checkbox" disabled ${checked ? 'checked aria-label="done"' : 'aria-label="to do"'}>`,
  },
})

/** Renders Markdown as markup that holds no script, no style, no image and no form. */
export function toMarkup(text: string): TrustedHTML | string {
  const tokens = marked.lexer(text)
  nestHeadings(tokens)
  return DOMPurify.sanitize(marked.parser(tokens), {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ['href', 'target', 'rel', 'type', 'checked', 'disabled', 'start', 'align'],
    // These attributes hold no address: the pattern for addresses does not apply to them.
    ADD_URI_SAFE_ATTR: ['type', 'start', 'align', 'aria-label'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
    RETURN_TRUSTED_TYPE: true,
  })
}

/** Headings begin below the title of what is read, and none is left out between two. */
function nestHeadings(tokens: Token[]): void {
  const open: number[] = []
  void marked.walkTokens(tokens, token => {
    if (token.type !== 'heading') return
    const depth = token.depth as number
    while (open.length > 0 && open.at(-1)! >= depth) open.pop()
    open.push(depth)
    token.depth = Math.min(TITLE_LEVEL + open.length, 6)
  })
}

/** The level of the heading above what is read. */
const TITLE_LEVEL = 2

DOMPurify.addHook('afterSanitizeAttributes', node => {
  // A block that can have focus scrolls with the keyboard in every browser.
  if (node.tagName === 'PRE') node.setAttribute('tabindex', '0')
  // A list's marks stand where its language begins.
  if (node.tagName === 'UL' || node.tagName === 'OL') node.setAttribute('dir', 'auto')
  if (node.tagName !== 'A') return
  if (node.hasAttribute('href')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, sign => entities[sign]!)
}
