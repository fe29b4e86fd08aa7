import { createServer } from 'node:http'
import { protocols } from './protocols.mjs'

/** What the model says to everything that asks for no tool. */
export const REPLY = 'FAKE-REPLY ok'

/**
 * A model server on loopback that speaks Anthropic Messages, OpenAI Responses and Chat, and Gemini.
 * `requests` are all that came in, oldest first: `{path, body, parts, tools}`. `plan({when, tool,
 * args})` makes the model call a tool, `plan({when, text})` makes it say something, once, in answer
 * to the first request whose newest words hold `when` and that offers such a tool. `deferred` says
 * how the model gets at a tool that a host only names: `search` finds the tool that `searchFor(name)`
 * are arguments of, and where tools are called through another one, `bridge` and `bridgeTo` do.
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
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}

/** What the model does with a request: `{call}` or `{text}` of a plan; {} where none is for it. */
function takePlan(plans, { parts, tools }, deferred) {
  const newest = parts.slice(parts.findLastIndex(({ role }) => role === 'assistant') + 1)
  const isResult = newest.some(({ role }) => role === 'tool')
  const said = newest.filter(({ role }) => role === 'user').map(({ text }) => text)
  for (const plan of plans) {
    // A host may answer the search for a tool and then still show it only by its name.
    const isDue = plan.found ? isResult : !isResult && said.some(text => text.includes(plan.when))
    const step = isDue && nextStep(plan, parts, tools, deferred)
    if (!step) continue
    if (!step.isSearch) plans.splice(plans.indexOf(plan), 1)
    return step
  }
  return {}
}

function nextStep(plan, parts, tools, deferred) {
  if (plan.tool === undefined) return { text: plan.text }
  const find = pattern => tools.find(({ called }) => pattern.test(called))?.call
  const offered = find(plan.tool)
  if (offered) return { call: { ...offered, args: plan.args } }
  const { search, searchFor, bridge, bridgeTo } = deferred ?? {}
  if (plan.found) {
    const call = bridge && find(bridge)
    return call && { call: { ...call, args: bridgeTo(plan.found, plan.args) } }
  }
  const words = parts.flatMap(({ text }) => text.match(/[\w-]+/g) ?? [])
  const call = search && find(search)
  plan.found = call && words.find(word => plan.tool.test(word))
  return plan.found && { call: { ...call, args: searchFor(plan.found) }, isSearch: true }
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
