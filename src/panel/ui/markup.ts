import DOMPurify from 'dompurify'
import { Marked } from 'marked'

const ELEMENTS = [
  ...[
    'a',
    'blockquote',
    'br',
    'code',
    'del',
    'em',
    'hr',
    'input',
    'li',
    'ol',
    'p',
    'pre',
    'strong',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
]

/** Markup in a memory is text: a memory quotes it, and nobody wrote it for this page. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text, block }) => (block ? `<p>${escape(text.trim())}</p>` : escape(text)),
    // Nothing is loaded from elsewhere: an image is the link to it.
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
    heading({ tokens, depth }) {
      // The page's own title is the first of its headings.
      const level = Math.min(depth + 2, 6)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
  },
})

/** Renders Markdown as markup that holds no script, no style, no image and no form. */
export function toMarkup(text: string): TrustedHTML | string {
  return DOMPurify.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ['href', 'target', 'rel', 'type', 'checked', 'disabled', 'start', 'align'],
    // What is no address is not held to the form of one.
    ADD_URI_SAFE_ATTR: ['type', 'start', 'align'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
    RETURN_TRUSTED_TYPE: true,
  })
}

DOMPurify.addHook('afterSanitizeAttributes', node => {
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
