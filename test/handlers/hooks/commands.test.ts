import t from 'tap'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createService } from '../../../src/service/service.js'
import { answered, asked } from '../../src/hosts/transcript/fixture.js'
import { listTree, until } from './host.js'
import { ReflectHost } from './reflect-host.js'

/** A host whose turns are distilled by what needs no model. */
class OfflineHost extends ReflectHost {
  override env(): Record<string, string> {
    return { ...super.env(), SVC_PROVIDER: 'builtin' }
  }
}

/** A Bash call of Claude Code and what it gave back, as the transcript has them. */
function ran(id: string, command: string, output: string, isError = false): object[] {
  const call = { type: 'tool_use', id, name: 'Bash', input: { command, description: 'Runs it' } }
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5' }
  const content = { tool_use_id: id, type: 'tool_result', content: output, is_error: isError }
  return [
    {
      type: 'assistant',
      isSidechain: false,
      message: { ...message, content: [call], stop_reason: 'tool_use' },
    },
    { ...asked([content]), toolUseResult: isError ? `Error: ${output}` : { stdout: output } },
  ]
}

t.test('a command that failed and the one that worked become a procedure on disk', async t => {
  const host = new OfflineHost(t)
  const reply =
    'Your local RabbitMQ sits on port 5672, which the broker stub wants. ' +
    'With `./gradlew contractTest -PstubPort=5673` the 44 contract tests pass.'
  const prompt = 'run the contract tests, they fail on my laptop'
  const failure = 'Exit code 1\n> Task :contractTest FAILED\njava.net.BindException: in use: 5672'
  const path = join(host.folder, 'session-1.jsonl')
  const lines = [
    asked(prompt, { timestamp: new Date().toISOString() }),
    ...ran('toolu_01', 'ls', 'build.gradle'),
    ...ran('toolu_02', './gradlew contractTest', failure, true),
    ...ran('toolu_03', `cd ${host.project} && ./gradlew contractTest -PstubPort=5673`, '44 passed'),
    answered(reply),
  ]
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const ended = { prompt, last_assistant_message: reply, transcript_path: path }
  t.equal((await host.event('Stop', ended)).stdout, '{}')
  await until(() => host.queueFiles().length === 0)
  await host.untilQuiet()

  const service = createService({ dataDir: host.store }, { home: host.home })
  const { items } = await service.memories.list()
  await service.close()
  t.equal(items.length, 1)
  t.match(items[0], { kind: 'procedure', scope: host.scope(), title: 'Run the contract tests' })
  t.match(items[0]?.content, '`./gradlew contractTest -PstubPort=5673`')
  t.match(items[0]?.content, 'Your local RabbitMQ sits on port 5672')
  t.notMatch(items[0]?.content, host.project)
  const files = listTree(host.store).filter(file => file.endsWith('.md'))
  t.equal(files.filter(file => file.includes('run-the-contract-tests')).length, 1)
})
