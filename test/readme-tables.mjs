#!/usr/bin/env node
// Writes the parts of the READMEs that follow from the code, between `<!-- name -->` and
// `<!-- /name -->`: npm run tables. test/readme.test.ts compares.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { renderEndpointTable, STATUS_BY_CODE } from '../handlers/index.ts'
import { QUERY_PARAMS } from '../handlers/http/params.ts'
import { formatUsage } from '../src/bin/cli/command.ts'
import { EVERY_COMMAND } from '../src/bin/cli/table.ts'
import { PLACES, SETTINGS } from '../src/settings/table.ts'
import { IMPORT_RULES } from '../src/import/rules.ts'
import { createService } from '../src/index.ts'
import { loadHosts } from '../src/hosts/drivers.ts'
import { createOwnContent } from '../src/hosts/install/installation.ts'

const HOSTS = await loadHosts()

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** The four files, each of which may hold any of the parts. */
export const READMES = ['README.md', 'handlers/README.md', 'src/README.md', 'store/README.md']

/** What each error code means, for a person; a code without a meaning stops the run. */
const MEANINGS = {
  INVALID_REQUEST:
    'a parameter, a body or a setting that cannot be understood; the message names it',
  UNAUTHORIZED: 'a token is configured, and the request has none or another',
  HOST_NOT_ALLOWED: 'the `Host` header is neither a loopback name nor the configured host',
  ORIGIN_NOT_ALLOWED:
    'a web page of another origin sent the request, or one writes without the key',
  USER_NOT_ALLOWED: 'another user of the machine asks, and no token is configured',
  MEMORY_NOT_FOUND: 'no memory has this id',
  SKILL_NOT_FOUND: 'no skill has this name',
  SESSION_NOT_FOUND: 'no session of this id is known, or it is older than 90 days',
  SCOPE_NOT_FOUND: 'nothing was stored, imported or queued in this project',
  WORKSPACE_NOT_FOUND: 'the directory to import does not exist',
  ROUTE_NOT_FOUND: 'no endpoint has this path',
  METHOD_NOT_ALLOWED: 'the path does not take this method; `Allow` lists those it takes',
  SCOPE_BUSY: 'reflection or consolidation of the scope is still running',
  READ_ONLY_ITEM: 'an import row: change the file it comes from',
  CONFLICT: 'another memory of the scope has this title, or a file or port is in use',
  BODY_TOO_LARGE: 'a body of more than 1 MiB',
  INTERNAL: 'a fault of svc; the cause is in the log, not in the answer',
  STORE_CORRUPT:
    'a file of the store cannot be read, or the disk is full, read-only or broken; the message says where and what to do',
  NOT_AVAILABLE: 'a part that this version or host does not have',
  PROVIDER_FAILED: 'the model provider failed',
  GIT_FAILED: 'git refused or failed; the message holds its words',
  STORE_LOCKED: 'another process has held a lock for too long',
  TOO_MANY_STREAMS: 'there are 200 event streams already',
}

const EXAMPLE = {
  id: 'kqq2m7xw',
  scope: { type: 'global', id: null },
  kind: 'constraint',
  title: 'Never push on Fridays',
  tags: ['git'],
  source: { runtime: 'cli' },
  createdAt: '2026-11-20T10:00:00.000Z',
  content: 'Releases go out Monday to Thursday.',
}

/**
 * The READMEs with their generated parts made anew, by path. Throws where a part stands in none of
 * them or in two, and where a marker names no part.
 */
export async function renderReadmes(texts) {
  const parts = await renderParts()
  const left = new Set(Object.keys(parts))
  const rendered = {}
  for (const [path, text] of Object.entries(texts)) {
    const names = [...text.matchAll(/^<!-- (\w+) -->$/gm)].map(([, name]) => name)
    const own = names.filter(name => name !== 'contents')
    const strange = own.find(name => !left.delete(name))
    if (strange) throw new Error(`${path}: no part ${strange} is to stand here`)
    const filled = own.reduce((rest, name) => fillIn(rest, name, parts[name]), text)
    rendered[path] = await withContents(filled)
  }
  if (left.size > 0) throw new Error(`no README holds ${[...left].join(', ')}`)
  return rendered
}

/** The READMEs as they are, by path. */
export function readReadmes() {
  return Object.fromEntries(READMES.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

/** The headings of a Markdown text below its title: depth, text, and the anchor that they have. */
export function headingsOf(text) {
  const prose = text.replace(/^```[^]*?^```$/gm, '')
  const taken = new Map()
  return [...prose.matchAll(/^(##+) (.+)$/gm)].map(([, marks, title]) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const before = taken.get(slug) ?? 0
    taken.set(slug, before + 1)
    return { depth: marks.length, title, anchor: before === 0 ? slug : `${slug}-${before}` }
  })
}

async function withContents(text) {
  if (!text.includes('<!-- contents -->')) return text
  const lines = headingsOf(text).map(
    ({ depth, title, anchor }) => `${'  '.repeat(depth - 2)}- [${title}](#${anchor})`,
  )
  return fillIn(text, 'contents', await formatMarkdown(lines.join('\n')))
}

function fillIn(text, name, part) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const start = text.indexOf(open)
  const end = text.indexOf(close)
  if (end < start) throw new Error(`${open} is not closed`)
  return `${text.slice(0, start)}${open}\n\n${part}\n\n${text.slice(end)}`
}

/** A part as it stands in a formatted file, alone: the rest of the file is its author's matter. */
async function formatMarkdown(text) {
  const options = await resolveConfig(join(ROOT, 'README.md'))
  return (await format(text, { ...options, parser: 'markdown' })).trimEnd()
}

async function renderParts() {
  const parts = Object.entries(await createParts())
  return Object.fromEntries(
    await Promise.all(parts.map(async ([name, text]) => [name, await formatMarkdown(text)])),
  )
}

async function createParts() {
  return {
    ...(await renderExample()),
    imports: table(
      ['files', 'kind', 'tag'],
      IMPORT_RULES.map(({ patterns, kind, tool }) => [
        patterns.map(code).join(', '),
        kind,
        code(`tool:${tool}`),
      ]),
    ),
    hooks: fence('json', claudeSettings()),
    installed: table(
      ['host', "a person's files", "a project's"],
      HOSTS.map(host => [host.title, filesOf(host), filesOf(host, 'PROJECT')]),
    ),
    commands: table(
      ['command', 'does'],
      EVERY_COMMAND.map(command => [code(formatUsage(command)), command.summary]),
    ),
    settings: table(
      ['config key', 'environment', 'default', 'allowed', 'meaning'],
      [...PLACES.map(toPlaceRow), ...SETTINGS.map(toSettingRow)],
    ),
    endpoints: renderEndpointTable(),
    query: table(
      ['parameter', 'takes'],
      Object.entries(QUERY_PARAMS).map(([name, rule]) => [code(name), rule]),
    ),
    errors: table(
      ['code', 'status', 'meaning'],
      Object.entries(STATUS_BY_CODE).map(([name, status]) => {
        if (!Object.hasOwn(MEANINGS, name)) throw new Error(`${name} has no meaning here`)
        return [code(name), status, MEANINGS[name]]
      }),
    ),
  }
}

/** One memory, really stored and really recalled: its file, and what a model is given. */
async function renderExample() {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-readme-'))
  const service = createService({ dataDir })
  try {
    await service.memories.load(linesOf([JSON.stringify(EXAMPLE)]))
    const folder = join(dataDir, 'global/memories')
    const [name] = readdirSync(folder)
    const { text } = await service.memories.context({ text: 'may I push this on a friday?' })
    return {
      memory: [
        `\`~/.local/share/svc/global/memories/${name}\`:`,
        fence('markdown', readFileSync(join(folder, name), 'utf8')),
      ].join('\n\n'),
      context: fence('text', text),
    }
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function* linesOf(lines) {
  yield* lines
}

/** The home of the tables, whoever makes them. */
const HOME = '/home/dev'

/** The settings of a Claude Code whose prompts are answered by the session's own MCP server. */
function claudeSettings() {
  const [host] = HOSTS
  const scripts = { svc: '/opt/svc.js', hook: '/opt/svc-hook.cjs', opencode: '/opt/opencode.mjs' }
  const dataDir = `${HOME}/.local/share/svc`
  const launched = { node: '/usr/bin/node', scripts, dataDir }
  const own = createOwnContent(host, launched, { mcp: true, isResident: true })
  const content = { ...own, hookKey: () => 'svc-hook-key-…' }
  const [settings] = host.edits({ env: { HOME } }, content)
  return settings.parts.reduce((text, { part }) => part.put(text), '{}\n')
}

function filesOf(host, project) {
  const content = { command: () => '', server: { command: '', args: [] }, plugin: '' }
  const paths = host.edits({ env: { HOME }, project }, content).map(({ path }) => path)
  return paths.map(path => code(path.replace(HOME, '~').replace(/^PROJECT\//, ''))).join(', ')
}

/** A plugin entry may have both as keys; config.json must not. */
function toPlaceRow({ name, env, meaning }) {
  const fallback = name === 'dataDir' ? 'see below' : '`<dataDir>/svc.json`'
  return [code(name), code(env), fallback, 'a path', meaning]
}

function toSettingRow({ key, env, fallback, expects, meaning }) {
  const allowed = expects.replace(/^must be (a )?/, '')
  return [
    key === undefined ? '' : code(key),
    env === undefined ? '' : code(env),
    fallback === '' ? 'none' : code(String(fallback)),
    allowed,
    meaning,
  ]
}

function table(head, rows) {
  const line = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text) {
  return `\`${text}\``
}

function fence(language, text) {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(await renderReadmes(readReadmes()))) {
    writeFileSync(join(ROOT, path), text)
  }
}
