import { SvcError } from '../../store/errors.js'
import { openPanelFiles, type FindPanelFile, type PanelFile } from './files.js'
import { pageKey } from './key.js'
import { chooseEncoding, namesTag } from './negotiate.js'

/** A request that may be for the page: its path as it was sent, without the query. */
export interface PanelRequest {
  /** Upper case. */
  method: string
  path: string
  headers: { get(name: string): string | null }
}

/** An answer whose bytes are sent as they are. */
export interface FileAnswer {
  status: number
  bytes: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** A file of the page, or a JSON value; undefined where the path is none of the page's. */
type PanelAnswer =
  FileAnswer | { status: number; body: unknown; headers?: Record<string, string> } | undefined

const PAGE = 'index.html'
const KEY_PATH = 'panel/key'

/** No script, style, picture or connection but the service's own; markup is made by the sanitiser alone. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ')

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), usb=()',
  'referrer-policy': 'no-referrer',
}

/** A file has another name where its content is another. */
const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * Makes what answers for the page that lies at `base`, a path with a slash at both ends: the page,
 * its files below `panel/` and the key of the process, which only a page of the same origin is told.
 * The answering function throws NOT_AVAILABLE where no page was built, ORIGIN_NOT_ALLOWED for the key.
 */
export function createPanel(
  base = '/',
  find: FindPanelFile = openPanelFiles(),
): (request: PanelRequest) => Promise<PanelAnswer> {
  return async ({ method, path, headers }) => {
    const answer = await findAnswer(path, base, find)
    if (answer === undefined) return undefined
    return method === 'GET' || method === 'HEAD' ? answer(headers) : METHOD_NOT_ALLOWED
  }
}

const METHOD_NOT_ALLOWED = {
  status: 405,
  body: { error: 'This path takes GET, HEAD', code: 'METHOD_NOT_ALLOWED' },
  headers: { allow: 'GET, HEAD' },
}

type ToAnswer = (headers: PanelRequest['headers']) => PanelAnswer | Promise<PanelAnswer>

async function findAnswer(
  path: string,
  base: string,
  find: FindPanelFile,
): Promise<ToAnswer | undefined> {
  if (`${path}/` === base) return () => redirectInto(base)
  if (!path.startsWith(base)) return undefined
  const name = path === base ? PAGE : path.slice(base.length)
  if (name === KEY_PATH) return tellKey
  if (path !== base && !name.startsWith('panel/')) return undefined
  const file = await find(name)
  return file && (headers => sendFile(file, name === PAGE ? PAGE_HEADERS : FILE_HEADERS, headers))
}

/** The page's URLs are relative to the folder that it lies in. */
function redirectInto(base: string): PanelAnswer {
  const [name = ''] = base.split('/').slice(-2)
  return { status: 307, bytes: new Uint8Array(), headers: { location: `${name}/` } }
}

function tellKey(headers: PanelRequest['headers']): PanelAnswer {
  if (headers.get('sec-fetch-site') !== 'same-origin') {
    throw new SvcError('ORIGIN_NOT_ALLOWED', 'Only a page of this service is told its key')
  }
  return { status: 200, body: { key: pageKey() } }
}

async function sendFile(
  file: PanelFile,
  headers: Record<string, string>,
  asked: PanelRequest['headers'],
): Promise<FileAnswer> {
  const encoding = chooseEncoding(asked.get('accept-encoding') ?? '', file.encodings)
  const etag = `"${[file.etag, encoding].filter(Boolean).join('-')}"`
  const common = { ...headers, etag, vary: 'accept-encoding' }
  if (namesTag(asked.get('if-none-match') ?? '', etag)) {
    return { status: 304, bytes: new Uint8Array(), headers: common }
  }
  const bytes = await file.read(encoding)
  const content = {
    'content-type': file.type,
    'content-length': String(bytes.byteLength),
    ...(encoding && { 'content-encoding': encoding }),
  }
  return { status: 200, bytes, headers: { ...common, ...content } }
}
