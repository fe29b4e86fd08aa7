import t from 'tap'
import { appendFileSync, statSync } from 'node:fs'
import { readToolUses, skillsOfCall } from '../../../../src/hosts/transcript/uses.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { processorMs } from '../../../processor-time.js'
import { asked, called, fixture, transcriptOf } from './fixture.js'

const path = '/home/dev/.claude/skills/deploy/SKILL.md'

t.test('a skill is used where it is opened or invoked, in every host', async t => {
  const uses = (...lines: unknown[]) => readToolUses(transcriptOf(t, ...lines), 0).skills
  t.same(uses(called('Read', { file_path: path })), [path])
  t.same(uses(called('Skill', { skill: 'deploy' })), ['deploy'])
  t.same(uses(called('Skill', { command: '/deploy' })), ['deploy'])
  t.same(uses(asked('<command-name>/deploy</command-name>')), ['deploy'])
  t.same(uses(called('Bash', { command: `cd x && cat ${path} | head` })), [path])
  const codex = (payload: object) => ({ type: 'response_item', payload })
  const cmd = JSON.stringify({ cmd: "sed -n '1,200p' .agents/skills/deploy/SKILL.md" })
  const shell = JSON.stringify({ command: ['bash', '-lc', `cat "${path}"`] })
  const call = { type: 'function_call', name: 'exec_command' }
  t.same(uses(codex({ ...call, arguments: cmd })), ['.agents/skills/deploy/SKILL.md'])
  t.same(uses(codex({ ...call, name: 'shell', arguments: shell })), [path])
  const text = '<skill>\n<name>deploy</name>\n<path>/x</path>\nBody</skill>'
  t.same(uses(codex({ type: 'message', role: 'user', content: [{ text }] })), ['deploy'])
  const gemini = (name: string, args: object) => ({
    id: 'g',
    type: 'gemini',
    content: '',
    toolCalls: [{ name, args }],
  })
  t.same(uses(gemini('activate_skill', { name: 'deploy' })), ['deploy'])
  t.same(uses(gemini('read_file', { file_path: path })), [path])
  const parts = [{ functionCall: { name: 'skill', args: { skill: 'deploy' } } }]
  t.same(uses({ uuid: 'q', type: 'assistant', message: { role: 'model', parts } }), ['deploy'])
  const toolRequests = [{ name: 'view', arguments: { path } }]
  t.same(uses({ type: 'assistant.message', data: { content: '', toolRequests } }), [path])
  t.same(uses({ type: 'skill.invoked', data: { name: 'deploy', path } }), [path])
  const content = [{ type: 'tool_use', name: 'Read', input: { file_path: path } }]
  t.same(uses({ type: 'message', id: 'a', message: { role: 'assistant', content } }), [path])
})

t.test('writing, searching and naming a skill is no use of it', async t => {
  const call = (name: string, input: unknown) => skillsOfCall({ name, input })
  t.same(call('Write', { file_path: path, content: 'x' }), [])
  t.same(call('Edit', { file_path: path }), [])
  for (const command of [
    `rm ${path}`,
    `cat > ${path} <<EOF`,
    `sed -i s/a/b/ ${path}`,
    `grep -rl deploy /skills ${path}`,
    `ls ${path}`,
    `echo cat ${path}`,
  ]) {
    t.same(call('Bash', { command }), [], command)
  }
  t.same(call('Skill', { skill: 'two words' }), [])
  t.same(call('Skill', null), [])
  t.same(call('shell', '{broken'), [])
  const result = [{ type: 'tool_result', content: `cat ${path}` }]
  t.same(readToolUses(transcriptOf(t, asked(result), asked(`read ${path}`)), 0).skills, [])
  const listing = fixture('captured-codex-0.169.0-rollout.jsonl')
  t.same(readToolUses(listing, 0).skills, [], 'the catalog that a host shows its model')
})

t.test('hostile commands are given up soon', async t => {
  const ends = ['"\\"', "'", '>', '\\', 'a/', '&&cat ']
  const took = await processorMs(() => {
    for (const end of ends)
      skillsOfCall({ name: 'Bash', input: { command: 'cat ' + end.repeat(50_000) } })
  })
  t.ok(took < 3_000, `${took} ms of processor time: what is quadratic takes minutes`)
})

t.test('reading goes on where it ended, a line at a time', async t => {
  const file = transcriptOf(t, called('Skill', { skill: 'one' }))
  const first = readToolUses(file, 0)
  t.same(first, { skills: ['one'], end: statSync(file).size })
  const line = JSON.stringify(called('Skill', { skill: 'zwei-ä' }))
  appendFileSync(file, line.slice(0, 40))
  t.same(readToolUses(file, first.end), { skills: [], end: first.end }, 'half a line')
  appendFileSync(file, line.slice(40) + '\n')
  t.same(readToolUses(file, first.end), { skills: ['zwei-ä'], end: statSync(file).size })
  t.same(readToolUses(file, 10_000_000).skills, ['one', 'zwei-ä'], 'the file is another one')
  t.same(readToolUses(file, -5).skills, ['one', 'zwei-ä'])
})

t.test('each skill is told once, a hundred at most, and a missing file tells nothing', async t => {
  const lines = Array.from({ length: 300 }, (_, n) => called('Skill', { skill: `s${n % 150}` }))
  t.equal(readToolUses(transcriptOf(t, ...lines), 0).skills.length, 100)
  t.same(readToolUses(temporaryFolder(t), 7), { skills: [], end: 7 })
  const long = called('Read', { file_path: `/${'a'.repeat(2000)}/SKILL.md` })
  t.same(readToolUses(transcriptOf(t, long), 0).skills, [])
})
