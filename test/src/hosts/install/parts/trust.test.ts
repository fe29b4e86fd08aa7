import { parse } from 'smol-toml'
import t from 'tap'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODEX_HOOKS } from '../../../../../src/hosts/install/hosts/codex.js'
import { createTrustPart } from '../../../../../src/hosts/install/parts/trust.js'

const own = { type: 'command', command: '/d/bin/svc-hook --host codex' }
const other = { type: 'command', command: 'say done' }

t.test('approvals of ours go, those of hooks that move up move along', async t => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-trust-')))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'hooks.json')
  const part = createTrustPart(path, CODEX_HOOKS)
  const hooks = {
    SessionStart: [{ hooks: [own] }, { hooks: [other, own, other] }],
    UserPromptSubmit: [{ hooks: [other] }, { hooks: [own] }],
  }
  const entry = (key: string) => `[hooks.state."${path}:${key}"]\ntrusted_hash = "sha256:${key}"\n`
  const keys = ['session_start:0:0', 'session_start:1:0', 'session_start:1:1', 'session_start:1:2']
  const prompts = ['user_prompt_submit:0:0', 'user_prompt_submit:1:0']
  const head = 'model = "x"\n\n[hooks.state]\n\n'
  const text = head + [...keys, ...prompts, 'else:0:0'].map(entry).join('\n')
  t.equal(part.isIn?.(text), false, 'nothing is ours where there are no hooks')
  t.equal(part.take(text, undefined), text)
  writeFileSync(path, JSON.stringify({ hooks }))
  t.ok(part.isIn?.(text))
  t.same(part.lacks(text), [])
  t.match(part.lacks(head), [/approval/])
  const left = parse(part.take(text, undefined)) as { hooks: { state: object } }
  t.same(JSON.parse(JSON.stringify(left.hooks.state)), {
    [`${path}:session_start:0:0`]: { trusted_hash: 'sha256:session_start:1:0' },
    [`${path}:session_start:0:1`]: { trusted_hash: 'sha256:session_start:1:2' },
    [`${path}:user_prompt_submit:0:0`]: { trusted_hash: 'sha256:user_prompt_submit:0:0' },
    [`${path}:else:0:0`]: { trusted_hash: 'sha256:else:0:0' },
  })
  writeFileSync(path, JSON.stringify({ hooks: { SessionStart: [{ hooks: [own] }] } }))
  t.equal(part.take(head + entry('session_start:0:0'), undefined), 'model = "x"\n')
})
