import { createServer } from 'node:http'
import { protocols } from './protocols.mjs'

/** What the model says to everything that asks for no tool. */
export const REPLY = 'FAKE-REPLY ok'

/**
 * A model server on loopback that speaks Anthropic Messages, OpenAI Responses and Chat, and Gemini.
 * `requests` are all that came in, oldest first: `{path, body, parts, tools}`. `plan({when, tool,
 * args})` makes the model call a tool, `plan({when, text})` makes it say something, once, in answer
 * to the first request whose newest words hold `when` and that offers such a tool; `then` is another
 * plan without `when`, for the answer to the tool's result, from which `args` may be made. `deferred`
 * says how the model gets at a tool that a host only names: the tool `search` finds it with the
 * arguments `searchFor(name)`, or `searchFor()` where words find what is not named, and where it is called through the tool `bridge`, `bridgeTo` has those.
 */
export async function startModel(deferred) {
  const requests = []
  const plans = []
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const path = new URL(request.url, 'http://model').pathname
      const protocol = protocols.find(({ takes }) => takes(path))
      if (protocol === undefined) return sendOther(response, path)
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const received = { path, body, parts: protocol.partsOf(body), tools: protocol.toolsOf(body) }
      requests.push(received)
      const { text = REPLY, call } = takePlan(plans, received, deferred)
      const id = String(requests.length)
      send(response, protocol.answer({ path, body, id, text, call }))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    requests,
    plan(plan) {
      plans.push(plan)
      return { isDone: () => !plans.includes(plan) }
    },
    /** What was planned and has not come about. */
    forget() {
      plans.length = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}

/** What the model does with a request: `{call}` or `{text}` of a plan; {} where none is for it. */
function takePlan(plans, { parts, tools }, deferred) {
  const newest = parts.slice(parts.findLastIndex(({ role }) => role === 'assistant') + 1)
  const results = newest.filter(({ role }) => role === 'tool').map(({ text }) => text)
  const said = newest.filter(({ role }) => role === 'user').map(({ text }) => text)
  for (const plan of plans) {
    const isSecond = plan.when === undefined
    if (isSecond !== results.length > 0) continue
    if (!isSecond && !said.some(text => text.includes(plan.when))) continue
    const step = planStep(plan, { parts, tools, result: results.join('\n') }, deferred)
    if (step === undefined) continue
    plans.splice(plans.indexOf(plan), 1, ...(step.next ? [step.next] : []))
    return step
  }
  return {}
}

/** The answer, and the plan for what comes after it; undefined where the tool is not there. */
function planStep(plan, { parts, tools, result }, deferred) {
  const { tool, args, then: next } = plan
  if (tool === undefined) return { text: plan.text }
  const find = pattern => tools.find(({ called }) => pattern.test(called))?.call
  const offered = find(tool)
  const given = typeof args === 'function' ? args(result) : args
  if (offered) return { call: { ...offered, args: given }, next }
  const { search, searchFor, bridge, bridgeTo } = deferred ?? {}
  const searched = search && plan.when !== undefined && find(search)
  const words = parts.flatMap(({ text }) => text.match(/[\w-]+/g) ?? [])
  const name = words.find(word => tool.test(word))
  if (!searched || (name === undefined && searchFor.length > 0)) return undefined
  const call = { ...searched, args: searchFor(name) }
  // Found, it is offered, or goes by way of another tool.
  return { call, next: bridge ? { tool: bridge, args: bridgeTo(name, args) } : { tool, args } }
}

function send(response, { json, events, named }) {
  if (json !== undefined) return sendJson(response, 200, json)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of events) {
    const name = named ? `event: ${event.type}\n` : ''
    response.write(`${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
  response.end()
}

/** What hosts ask beside the conversation. */
function sendOther(response, path) {
  if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: 10 })
  if (path.endsWith(':countTokens')) return sendJson(response, 200, { totalTokens: 12 })
  if (path.endsWith('/models')) {
    const list = [{ id: 'fake-model', object: 'model' }]
    return sendJson(response, 200, { object: 'list', data: list, models: [] })
  }
  const error = { type: 'not_found_error', message: `no route ${path}` }
  return sendJson(response, 404, { error })
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
