// The service: requests one after another; what it answered is what it acknowledged.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { compare } from '../invariants.mjs'
import { endOf, envOf, outputsOf, svc, withService } from '../stage.mjs'
import { trackStore } from './commands.mjs'

const BEFORE = { Old: 'old', Gone: 'gone' }

async function prepare(stage) {
  stage.ids = await withService(stage, async service => {
    const ids = {}
    for (const [title, content] of Object.entries(BEFORE))
      ids[title] = (await service.remember({ scope: stage.scope, title, content })).id
    return ids
  })
  trackStore(stage)
}

const requests = ({ scope, ids }) => [
  ['POST', 'memories', { scope, title: 'One', content: 'one' }],
  ['PATCH', `memories/${ids.Old}`, { content: 'newer' }],
  ['POST', 'memories', { scope, title: 'Two', content: 'two' }],
  ['DELETE', `memories/${ids.Gone}`],
  ['POST', 'recall', { scopes: [scope], text: 'one' }],
]

async function run(stage, { wrap, killAfter }) {
  const argv = svc('serve', '--port', '0')
  const [program, ...args] = wrap ? wrap(argv) : argv
  const options = { cwd: stage.shop, env: envOf(stage), stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(program, args, options)
  const [output, ended] = [outputsOf(child), endOf(child)]
  const silent = new Promise(resolve => setTimeout(resolve, 15_000).unref())
  const url = await Promise.race([urlOf(child), ended.then(() => undefined), silent])
  if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter)
  const answers = url === undefined ? [] : await sendAll(stage, url)
  // With strace in front the service is its child.
  if (child.exitCode === null && child.signalCode === null) endService(child, program === 'strace')
  return { ...(await ended), ...output(), answers }
}

function urlOf(child) {
  return new Promise(resolve => {
    let text = ''
    child.stdout.on('data', more => {
      text += more
      const found = /http:\/\/\S+/.exec(text)
      if (found) resolve(found[0])
    })
  })
}

async function sendAll(stage, url) {
  const answers = []
  for (const [method, path, body] of requests(stage)) {
    try {
      const init = { method, signal: AbortSignal.timeout(15_000) }
      if (body)
        Object.assign(init, {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        })
      const response = await fetch(`${url}svc/${path}`, init)
      const answer = await response.json()
      answers.push({ status: response.status, answer })
    } catch (error) {
      answers.push({ status: 0, error: String(error) })
    }
  }
  return answers
}

function endService(child, isTraced) {
  if (!isTraced) return child.kill('SIGTERM')
  // strace hands SIGTERM on to nobody: ask the service itself, its first child.
  const service = firstChildOf(child.pid)
  if (service !== undefined) process.kill(service, 'SIGTERM')
}

/** Undefined where it has none (any more): a signal to process 0 would end the caller's own group. */
function firstChildOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children === '' ? undefined : Number.parseInt(children)
}

const isAcked = status => status >= 200 && status < 300

function allowed({ answers = [] }, before) {
  const acked = [0, 1, 2, 3].map(at =>
    [answers, before?.answers ?? []].some(list => isAcked(list[at]?.status ?? 0)),
  )
  return {
    One: acked[0] ? ['one'] : ['one', null],
    Old: acked[1] ? ['newer'] : ['old', 'newer'],
    Two: acked[2] ? ['two'] : ['two', null],
    Gone: acked[3] ? [null] : ['gone', null],
  }
}

const DONE = [[200, 201], [200], [200, 201], [200, 204, 404], [200]]

export default [
  {
    name: 'service',
    hasAnswers: true,
    prepare,
    run,
    judge: ({ signal, answers, code, stderr }) => {
      const problems = signal === null || code !== null ? [] : [`the service ended with ${signal}`]
      if (answers.some(({ status }) => status === 0))
        problems.push(`no answer: ${JSON.stringify(answers)} ${stderr.slice(0, 200)}`)
      return answers.length === 0 ? [] : problems
    },
    isDone: ({ answers }) =>
      answers.length === DONE.length &&
      answers.every(({ status }, at) => DONE[at].includes(status)),
    check: async (stage, { items, run, before }) => compare(items, allowed(run, before)),
  },
]
