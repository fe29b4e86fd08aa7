import t from 'tap'
import type { LedgerLine } from '../../../src/activity/sessions.js'
import { idsBeside, withAsked } from '../../../src/reflect/asked.js'

const PORT = { title: 'Staging port', aliases: ['traefik route'], source: {} }

t.test('the words of a short prompt are added, without what ends it', t => {
  const added = (prompt: string, memory: Partial<typeof PORT> = {}) =>
    withAsked({ ...PORT, ...memory }, prompt).slice((memory.aliases ?? PORT.aliases).length)
  t.same(added('why is the preview gateway unreachable?'), [
    'why is the preview gateway unreachable',
  ])
  const refused = {
    'too short': 'gateway unreachable',
    'too long': `the preview gateway ${'is really '.repeat(6)}unreachable`,
    'several lines': 'the preview gateway\nis unreachable',
    'a path': 'why is deploy/gateway.yaml unreachable',
    code: 'why is `gateway` unreachable now',
    'a password': 'log in to the gateway with pw Winter2024',
    'a short password': 'gateway login of the preview is hunter-2-x-99',
    'a number': 'why was invoice 20413 rejected by datev',
    'a secret': `gateway unreachable with ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`,
    'what was a secret': 'gateway unreachable with [redacted token]',
    'nothing of its own': 'go on with that please',
    'what it is found by': 'which traefik route on staging',
  }
  for (const [name, prompt] of Object.entries(refused)) t.same(added(prompt), [], name)
  const twelve = Array.from({ length: 12 }, (_, number) => `phrase ${number}`)
  const prompt = 'why is the preview gateway unreachable'
  t.same(added(prompt, { aliases: twelve }), [], 'it has enough')
  t.same(added(prompt, { aliases: [], source: { unaliased: true } }), [], 'none are wanted')
  t.end()
})

t.test('a prompt without blanks between its words is measured by its characters', t => {
  const added = (prompt: string) => withAsked(PORT, prompt).slice(PORT.aliases.length)
  t.same(added('プレビューのゲートウェイに接続できない?'), [
    'プレビューのゲートウェイに接続できない',
  ])
  t.same(added('预览网关为什么连不上。'), ['预览网关为什么连不上'])
  t.same(added('预览环境报错404，网关连不上'), ['预览环境报错404，网关连不上'])
  t.same(added('网关'), [], 'too short')
  t.same(added('预览环境的网关为什么连不上，'.repeat(3)), [], 'too long')
  t.end()
})

t.test('what was given beside a prompt is what came between it and its end', t => {
  const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
  const lines: LedgerLine[] = [
    { type: 'given', at: at(0), event: 'start', ids: ['start'] },
    { type: 'given', at: at(1), event: 'prompt', ids: ['early'] },
    { type: 'given', at: at(3), event: 'prompt', ids: ['beside'] },
    { type: 'given', at: at(5), event: 'prompt', ids: ['late'] },
  ]
  const turn = { session: 's', turn: 2, at: at(4), prompt: 'x', reply: 'y' }
  t.same([...idsBeside(lines, { ...turn, askedAt: at(3) })], ['beside'])
  t.same([...idsBeside(lines, turn)], [], 'nobody knows when it was asked')
  t.end()
})
