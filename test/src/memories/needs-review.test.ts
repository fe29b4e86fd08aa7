import t from 'tap'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendLine } from '../../../store/files/log.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'

t.test('a memory that needs review is named by doctor and marked for a model', async t => {
  const { service } = openService(t)
  const tags = ['Needs-Review']
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'One.', tags })
  await service.remember({ scope: GLOBAL, title: 'Host', content: 'Two.' })
  t.match(await service.doctor(), {
    ok: true,
    findings: [
      { check: 'needs-review', message: /^1 memory is /, mend: /^svc list --tags needs-review/ },
    ],
  })
  const { text } = await service.memories.context({})
  t.match(text, `(global memory ${id}, needs review)`)
  t.equal(text.split('needs review').length, 2, 'the other one says nothing of it')
})

t.test('a skill with conflict markers is not offered, and doctor names it', async t => {
  const { service, dataDir } = openService(t)
  const path = join(dataDir, 'global', 'skills', 'release', 'SKILL.md')
  const head = '---\nname: release\ndescription: When releasing.\n---\n\n'
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `${head}Steps.\n`)
  t.match(await service.skills.list(), { total: 1 })
  writeFileSync(path, `${head}<<<<<<< a\nOne.\n=======\nTwo.\n>>>>>>> b\n`)
  t.match(await service.skills.list(), { total: 0 })
  t.match(await service.doctor(), {
    ok: false,
    findings: [{ level: 'failure', check: 'conflicted-skill', path }],
  })
})

t.test('other titles of a memory are shown where there are any', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'x' })
  t.notOk('otherTitles' in (await service.memories.get(id)))
  const text = readFileSync(fileOf(memories, id), 'utf8').replace(id, 'titled01')
  const more = text.replace('---\n', '---\notherTitles: [Ports]\n')
  writeFileSync(join(memories, 'port--titled01.md'), more)
  t.same((await service.memories.get('titled01')).otherTitles, ['Ports'])
})

t.test('automatic commits that failed are not called hook calls', async t => {
  const { service, dataDir } = openService(t)
  const path = join(dataDir, 'state', 'hook-failures.jsonl')
  mkdirSync(join(path, '..'), { recursive: true })
  const at = '2026-11-20T10:00:00.000Z'
  appendLine(path, { at, event: 'automatic commit', message: 'git commit failed' })
  const { findings } = await service.doctor()
  t.match(findings, [
    { message: /^1 automatic commit failed, .*git commit failed$/, mend: /svc git status/ },
  ])
  t.equal(findings.length, 1)
})

t.test('two memories of one title: doctor says what makes them one', async t => {
  const { service, memories } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'Port', content: 'x' })
  writeFileSync(join(memories, 'port--twin0001.md'), '---\ntitle: Port\n---\n\ny\n')
  t.match((await service.doctor()).findings, [
    { fixable: true, mend: 'svc doctor --fix makes them one' },
  ])
})
