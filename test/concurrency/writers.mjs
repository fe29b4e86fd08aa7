// Eight processes that write in one scope at once, each in its own way, under whatever clock.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isAnswer } from '../crash/invariants.mjs'
import {
  DIST,
  endOf,
  envOf,
  HOOK,
  outputsOf,
  runProgram,
  svc,
  withService,
} from '../crash/stage.mjs'

/** A writer of this process's own: a module script that gets `args` and prints what was acknowledged. */
const SCRIPT = `
const [dist, settings, home, scope, name, count] = JSON.parse(process.argv[1])
const { createService } = await import(dist + '/src/index.js')
const service = createService(settings, { home, env: process.env, isResident: name.startsWith('resident') })
const acked = {}, refused = []
const ids = []
for (let n = 0; n < count; n++) {
  const title = name + ' ' + n
  try {
    if (n % 5 === 3) {
      await service.memories.edit(ids.at(-1), { content: 'edited ' + n })
      acked[Object.keys(acked).at(-1)] = 'edited ' + n
    } else if (n % 5 === 4) {
      await service.memories.forget(ids.pop())
      delete acked[Object.keys(acked).at(-1)]
    } else {
      const shared = n % 10 === 0
      const wanted = shared ? 'shared ' + n : title
      const { id } = await service.remember({ scope, title: wanted, content: 'by ' + name })
      if (shared) continue
      ids.push(id)
      acked[wanted] = 'by ' + name
    }
  } catch (error) { refused.push(n + ' ' + error.code + ' ' + error.message) }
}
await service.close()
process.stdout.write(JSON.stringify({ acked, refused }))
`

/** Runs a script of many writes to its end: what was acknowledged by title, and what was refused. */
export async function writeBySdk(stage, name, count, env = {}) {
  // A library reads no settings from the environment.
  const settings = { dataDir: stage.store, ...stage.settings }
  const args = JSON.stringify([DIST, settings, stage.home, stage.scope, name, count])
  const options = { env: envOf(stage, env), cwd: stage.shop, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, args], options)
  const [output, ended] = [outputsOf(child), endOf(child)]
  const { code } = await ended
  if (code !== 0) return { acked: {}, refused: [`${name}: ${output().stderr.slice(-300)}`] }
  return JSON.parse(output().stdout)
}

/** The same over a running service. */
export async function writeByHttp(stage, url, name, count) {
  const [acked, refused, ids] = [{}, [], []]
  for (let n = 0; n < count; n++) {
    const title = `${name} ${n}`
    const isEdit = n % 5 === 3
    const [method, path, body] = isEdit
      ? ['PATCH', `memories/${ids.at(-1)}`, { content: `edited ${n}` }]
      : ['POST', 'memories', { scope: stage.scope, title, content: `by ${name}` }]
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}svc/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (!response.ok) refused.push(`${n} ${answer.code} ${answer.error}`)
    else if (isEdit) acked[Object.keys(acked).at(-1)] = `edited ${n}`
    else {
      ids.push(answer.id)
      acked[title] = `by ${name}`
    }
  }
  return { acked, refused }
}

/** A process a write, as a person at a terminal. */
export async function writeByCommand(stage, name, count) {
  const [acked, refused] = [{}, []]
  for (let n = 0; n < count; n++) {
    const title = `${name} ${n}`
    const { code, stderr } = await runProgram(
      stage,
      svc('remember', '--title', title, `by ${name}`),
    )
    if (code === 0) acked[title] = `by ${name}`
    else refused.push(`${n} ${stderr.trim()}`)
  }
  return { acked, refused }
}

/** A process a turn, as a host's hooks; each is queued once although it is sent twice. */
export async function writeByHook(stage, name, count) {
  const refused = []
  for (let n = 0; n < count; n++) {
    const payload = {
      hook_event_name: n % 3 ? 'Stop' : 'UserPromptSubmit',
      session_id: name,
      cwd: stage.shop,
    }
    const input = JSON.stringify({
      ...payload,
      turn_id: `t${n}`,
      prompt: `Question ${n}`,
      last_assistant_message: `Answer ${n}`,
    })
    const { code, stdout } = await runProgram(stage, [process.execPath, HOOK], { input })
    if (!isAnswer({ code, stdout })) refused.push(`${n} ${code} ${stdout}`)
  }
  return {
    acked: {},
    refused,
    turns: Array.from({ length: count }, (_, n) => n).filter(n => n % 3).length,
  }
}

/** Starts `svc serve` on a free port: its URL, and how to end it. */
export async function startService(stage) {
  const [program, ...args] = svc('serve', '--port', '0')
  const options = { cwd: stage.shop, env: envOf(stage), stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(program, args, options)
  const ended = endOf(child)
  const url = await new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', text => {
      const found = /http:\/\/\S+/.exec(text)
      if (found) resolve(found[0])
    })
    ended.then(() => reject(new Error('the service ended')))
  })
  const close = () => (child.kill('SIGTERM'), ended)
  return { url, close }
}

/** Compares what was acknowledged with what is there: [] where nothing is lost, refused or twice. */
export async function compareAll(stage, results) {
  const problems = results.flatMap(({ refused }) => refused.map(text => `refused: ${text}`))
  await withService(stage, async service => {
    const items = []
    for (let offset = 0; ; offset += 1000) {
      const page = await service.memories.list({ limit: 1000, offset })
      items.push(...page.items)
      if (items.length >= page.total) break
    }
    const byTitle = new Map()
    for (const item of items) {
      if (byTitle.has(item.title)) problems.push(`twice: ${item.title}`)
      byTitle.set(item.title, item.content.trim())
    }
    for (const { acked } of results)
      for (const [title, content] of Object.entries(acked))
        if (byTitle.get(title) !== content) problems.push(`lost: ${title} (${byTitle.get(title)})`)
    const known = new Set(results.flatMap(({ acked }) => Object.keys(acked)))
    for (const title of byTitle.keys())
      if (!known.has(title) && !title.startsWith('shared ')) problems.push(`too many: ${title}`)
    const doctor = await service.doctor()
    if (!doctor.ok) problems.push(`the doctor: ${JSON.stringify(doctor.findings).slice(0, 300)}`)
  })
  return problems
}

export const queueOf = stage => join(stage.store, 'state', 'spool')
