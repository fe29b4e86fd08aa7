import { isAbsolute } from 'node:path'
import type { Service } from '../../src/api.js'
import {
  CHANGED_MEMORY,
  FORGET_OPTIONS,
  LIST_FILTER,
  NEW_MEMORY,
  PAGE,
  REVIEW_FILTER,
  SKILL_FILTER,
} from '../../src/memories/fields.js'
import { invalid, namesOf, readFlag, type Asked, type Fields } from '../../src/memories/forms.js'
import type { Saver } from '../../src/types.js'
import { DIFF_RANGE, METRICS_FILTER, SESSION_FILTER } from '../../src/overview/filters.js'
import { SvcError } from '../../store/errors.js'
import { parseScope } from '../../store/projects/scope.js'
import type { ScopeFilter } from '../../store/types.js'
import { toJsonObject } from './body.js'
import { ok, type Answer, type MatchedRequest } from './exchange.js'
import { deleteMemory, getMemory, moveMemory, patchMemory, restoreMemory } from './memory.js'
import { DIRECTORY, parseFilter, parseOneScope, readQuery, SCOPE_PARAMS } from './params.js'

/** The prefix of every path, and the one from before the renaming. */
export const PREFIXES = ['/svc', '/mem-memory'] as const

/** One row of the table that drives routing, 405, HEAD, the reference and the contract tests. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the prefix; `:name` is a parameter. */
  path: string
  summary: string
  /** The names of the query parameters that it takes. */
  params?: readonly string[]
  /** The fields of the JSON body, in words. */
  body?: string
  /** The headers of its own that it takes, in words. */
  headers?: string
  handle(service: Service, request: MatchedRequest): Promise<Answer>
}

/** Takes scopes and these fields by query, and answers that. */
function filtering<T>(
  fields: Fields<T>,
  answer: (
    service: Service,
    filter: ScopeFilter & Partial<T>,
    request: MatchedRequest,
  ) => Promise<unknown>,
): Pick<Endpoint, 'params' | 'handle'> {
  return {
    params: [...SCOPE_PARAMS, ...namesOf(fields)],
    handle: async (service, request) =>
      ok(await answer(service, parseFilter(request.query, fields), request)),
  }
}

/** The fields in which a caller says that it is an agent; nothing has it taken for a person. */
const SAVER = { by: { type: 'text' }, host: { type: 'text' } } as const satisfies Record<
  string,
  Asked
>

/** Every endpoint of the service. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/status',
    summary: 'service status',
    handle: async service => ok(await service.status()),
  },
  {
    method: 'GET',
    path: '/memories',
    summary: 'list or search memories',
    ...filtering({ ...LIST_FILTER, ...PAGE }, (service, filter) => service.memories.list(filter)),
  },
  {
    method: 'POST',
    path: '/memories',
    summary: 'store a memory: 201, or 200 where one of that title stands',
    body: `${describeBody({ ...NEW_MEMORY, ...SAVER })}; an agent says \`by: agent\``,
    handle: async (service, request) => {
      const { by, host, ...given } = await request.readBody()
      const saver = { by, host } as Saver
      const { memory, outcome } = await service.memories.save('http', given, saver)
      return { status: outcome === 'created' ? 201 : 200, body: memory }
    },
  },
  {
    method: 'GET',
    path: '/memories/:id',
    summary: 'one memory; its `revision` is its ETag',
    handle: getMemory,
  },
  {
    method: 'PATCH',
    path: '/memories/:id',
    summary: 'change a memory; an agent says `by: agent`',
    body: `any of \`{${namesOf(CHANGED_MEMORY).join(', ')}}\``,
    headers: '`If-Match`',
    handle: patchMemory,
  },
  {
    method: 'DELETE',
    path: '/memories/:id',
    summary: 'remove a memory; answers the one removed',
    params: namesOf(FORGET_OPTIONS),
    headers: '`If-Match`',
    handle: deleteMemory,
  },
  {
    method: 'GET',
    path: '/memories/:id/history',
    summary: 'the versions of a memory, newest first, and what it was learned from',
    handle: async (service, { params }) => ok(await service.archive.versions(params.id ?? '')),
  },
  {
    method: 'GET',
    path: '/memories/:id/diff',
    summary: 'two versions of a memory and what differs, line by line',
    params: namesOf(DIFF_RANGE),
    handle: async (service, { params, query }) =>
      ok(await service.archive.diff(params.id ?? '', readQuery(query, DIFF_RANGE))),
  },
  {
    method: 'POST',
    path: '/memories/:id/restore',
    summary: 'bring a memory back from the archive, or one of its versions',
    body: '`{version?}`, as `history` names it',
    headers: '`If-Match`',
    handle: restoreMemory,
  },
  {
    method: 'POST',
    path: '/memories/:id/move',
    summary: 'move a memory to another scope; its id stays',
    body: '`{scope}`',
    headers: '`If-Match`',
    handle: moveMemory,
  },
  {
    method: 'GET',
    path: '/archive',
    summary: 'what was merged away, evicted, taken back or forgotten, newest first',
    ...filtering(PAGE, (service, filter) => service.archive.list(filter)),
  },
  {
    method: 'GET',
    path: '/facets',
    summary: 'how many memories have each kind, tag and source',
    ...filtering({}, (service, filter) => service.overview.facets(filter)),
  },
  {
    method: 'GET',
    path: '/scopes',
    summary: 'the scopes with their numbers of memories, global first',
    handle: async service => ok({ scopes: await service.scopes() }),
  },
  {
    method: 'GET',
    path: '/settings',
    summary: 'every setting in force and where it comes from; of a secret only whether it is set',
    handle: async service => ok({ settings: await service.overview.settings() }),
  },
  {
    method: 'GET',
    path: '/hosts',
    summary: 'the agent hosts, connected or not, and when each called last',
    handle: async service => ok({ hosts: await service.overview.hosts() }),
  },
  {
    method: 'GET',
    path: '/queues',
    summary: 'the scopes of which something waits to be distilled or consolidated',
    handle: async service => ok({ queues: await service.overview.queues() }),
  },
  {
    method: 'GET',
    path: '/events',
    summary: 'the activity log, newest first',
    params: ['limit'],
    handle: async (service, { query }) => {
      const { limit } = readQuery(query, { limit: PAGE.limit })
      return ok({ events: await service.events(limit) })
    },
  },
  {
    method: 'GET',
    path: '/review',
    summary:
      'what was learned since a person looked last, with its words; what cannot be read or is not trusted',
    ...filtering(REVIEW_FILTER, (service, filter) => service.review.list(filter)),
  },
  {
    method: 'POST',
    path: '/review',
    summary: 'accept or undo what was learned; answers `{accepted, undone}`',
    body: '`{accept?, undo?, scope?}`, lists of ids',
    handle: postReview,
  },
  {
    method: 'GET',
    path: '/learned',
    summary: 'what was learned, newest first, with the words it came from',
    ...filtering(PAGE, (service, filter) => service.overview.learned(filter)),
  },
  {
    method: 'GET',
    path: '/sessions',
    summary: 'conversations, the last one first',
    ...filtering({ ...SESSION_FILTER, ...PAGE }, (service, filter) =>
      service.overview.sessions(filter),
    ),
  },
  {
    method: 'GET',
    path: '/sessions/:id',
    summary: 'one of them: what was said, given and learned, in its order; its turns where kept',
    handle: async (service, { params }) => ok(await readSession(service, params.id ?? '')),
  },
  {
    method: 'DELETE',
    path: '/sessions/:id',
    summary: 'forget all that was kept of it; answers `{session, turns, queued}`',
    handle: async (service, { params }) => ok(await service.past.forget(params.id ?? '')),
  },
  {
    method: 'GET',
    path: '/metrics',
    summary: 'figures by day: memories, hook calls, what recall gave, learning, spend',
    ...filtering(METRICS_FILTER, (service, filter) => service.overview.metrics(filter)),
  },
  {
    method: 'GET',
    path: '/doctor',
    summary: "the doctor's findings, each with what mends it",
    handle: async service => ok(await service.doctor()),
  },
  {
    method: 'POST',
    path: '/doctor',
    summary: 'the same; with `fix` it settles what can be settled without loss',
    body: '`{fix?}`',
    handle: async (service, request) => {
      const { fix = false } = await request.readBody()
      return ok(await service.doctor({ fix: readFlag(fix, 'fix') }))
    },
  },
  {
    method: 'POST',
    path: '/reflect',
    summary: 'distil what one scope has queued now',
    body: '`{scope}`',
    handle: async (service, request) => {
      const { scope } = await request.readBody()
      return ok(await service.learning.reflect(parseScope(scope)))
    },
  },
  {
    method: 'POST',
    path: '/consolidate',
    summary: 'merge, deduplicate and keep to capacity in one scope, or only plan it',
    body: '`{scope, dryRun?}`',
    handle: async (service, request) => {
      const { scope, dryRun = false } = await request.readBody()
      const options = { dryRun: readFlag(dryRun, 'dryRun') }
      return ok(await service.consolidate(parseScope(scope), options))
    },
  },
  {
    method: 'POST',
    path: '/import-workspace',
    summary: "import a directory's agent files into its project scope",
    body: '`{cwd, force?}`',
    handle: importWorkspace,
  },
  {
    method: 'GET',
    path: '/skills',
    summary: 'list or search skills',
    ...filtering({ ...SKILL_FILTER, ...PAGE }, (service, filter) => service.skills.list(filter)),
  },
  {
    method: 'GET',
    path: '/skills/:name',
    summary: 'one skill with the text of its SKILL.md',
    ...filtering({}, (service, filter, { params }) =>
      service.skills.read(params.name ?? '', filter),
    ),
  },
  {
    method: 'GET',
    path: '/backlog',
    summary: 'distillation batches queued for the next consolidation of one scope',
    params: SCOPE_PARAMS,
    handle: async (service, { query }) => ok(await service.learning.backlog(parseOneScope(query))),
  },
  {
    method: 'POST',
    path: '/recall',
    summary: 'what a hook would inject',
    body: '`{scopes?, kinds?, text?, limit?, host?, cwd?}`',
    handle: async (service, request) =>
      ok(await service.memories.context(await request.readBody())),
  },
  {
    method: 'POST',
    path: '/search',
    summary: 'memories and turns of past sessions, newest and best first',
    body: '`{text, scopes?, all?, only?, since?, file?, limit?}`',
    handle: async (service, request) => ok(await service.past.search(await request.readBody())),
  },
  {
    method: 'POST',
    path: '/fix',
    summary: 'what was done after the same error in a past session, and worked',
    body: '`{error, scopes?, near?, limit?}`',
    handle: async (service, request) => ok(await service.past.fix(await request.readBody())),
  },
  {
    method: 'GET',
    path: '/stream',
    summary: 'the activity log as server-sent events, as they happen',
    handle: async service => ({ status: 200, events: send => service.subscribe(send) }),
  },
  {
    method: 'POST',
    path: '/mcp',
    summary: 'MCP (streamable HTTP, without sessions)',
    params: namesOf(DIRECTORY),
    body: 'a JSON-RPC message, or a batch of them',
    handle: postMcp,
  },
]

/** The SDK is loaded by the first who speaks MCP. */
async function postMcp(service: Service, request: MatchedRequest): Promise<Answer> {
  const { answerMcp } = await import('../mcp/http.js')
  const version = request.headers?.get('mcp-protocol-version') ?? undefined
  const { cwd } = readQuery(request.query, DIRECTORY)
  const value = await request.readValue()
  const body = Array.isArray(value) ? value : toJsonObject(value)
  return answerMcp(service, { body, cwd, version })
}

/** Hooks may have seen nothing of a session whose turns are kept: it was learned from its transcript. */
async function readSession(service: Service, id: string): Promise<unknown> {
  const turns = await service.past.read(id)
  if (turns.length === 0) return service.overview.session(id)
  const isUnseen = (error: unknown) =>
    error instanceof SvcError && error.code === 'SESSION_NOT_FOUND'
  const seen = await service.overview.session(id).catch((error: unknown) => {
    if (isUnseen(error)) return { id }
    throw error
  })
  return { ...seen, turns }
}

async function postReview(service: Service, request: MatchedRequest): Promise<Answer> {
  const { scope, ...decisions } = await request.readBody()
  const filter = scope === undefined ? {} : { scope: parseScope(scope) }
  return ok(await service.review.settle(decisions, filter))
}

async function importWorkspace(service: Service, request: MatchedRequest): Promise<Answer> {
  const { cwd, force = false } = await request.readBody()
  if (typeof cwd !== 'string' || !isAbsolute(cwd) || cwd.includes('\0')) {
    throw invalid('cwd must be an absolute directory path')
  }
  return ok(await service.importWorkspace(cwd, { force: readFlag(force, 'force') }))
}

function describeBody(fields: Readonly<Record<string, Asked>>): string {
  const names = Object.entries(fields).map(([name, { isNeeded }]) => (isNeeded ? name : `${name}?`))
  return `\`{scope, ${names.join(', ')}}\``
}

/** The endpoints as a Markdown table, for the README. */
export function renderEndpointTable(endpoints: readonly Endpoint[] = ENDPOINTS): string {
  const rows = endpoints.map(
    ({ method, path, summary, ...input }) =>
      `| ${method} | \`/svc${path}\` | ${summary} | ${describeInput(input)} |`,
  )
  return ['| method | path | does | takes |', '|---|---|---|---|', ...rows].join('\n')
}

function describeInput({ params, body, headers }: Partial<Endpoint>): string {
  const named = (params ?? []).map(param => `\`${param}\``).join(', ')
  const parts = [named, body && `body ${body}`, headers && `header ${headers}`]
  return parts.filter(Boolean).join('; ')
}
