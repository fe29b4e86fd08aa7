import t from 'tap'
import { readUsageLimit } from '../../../src/provider/usage-limit.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = new Date(2026, 10, 20, 12, 0)
const at = (minutes: number) => Math.floor(now.getTime() / 1000) + minutes * 60

t.test('what services and programs say of a usage limit, and when it ends', t => {
  const cases: [string, number][] = [
    [`Claude AI usage limit reached|${at(90)}`, 90 * MINUTE],
    ['Claude usage limit reached. Your limit will reset at 3pm (America/Bogota).', 3 * HOUR],
    ["You've hit your limit · resets 1:30am (Asia/Dhaka)", 13.5 * HOUR],
    ["You've hit your session limit · resets 12:50pm", 50 * MINUTE],
    ["You've hit your limit · resets Apr 23 at 4pm", HOUR],
    [
      "You've hit your usage limit. Upgrade to Pro or try again in 3 hours 2 minutes.",
      182 * MINUTE,
    ],
    ["You've hit your usage limit, or try again in 5 days 22 hours 11\nminutes.", 24 * HOUR],
    ["You've hit your usage limit. try again at 2:05 PM.", 125 * MINUTE],
    [
      `{"type":"usage_limit_reached","message":"The usage limit has been reached","resets_at":${at(7)}}`,
      7 * MINUTE,
    ],
    ['You exceeded your current quota, please check your plan and billing details.', HOUR],
    ['{"code": "insufficient_quota"}', HOUR],
    ['You exceeded your current quota. Please retry in 22.5s.', 22_500],
    ['You have exhausted your daily quota. It will reset after 3h20m10s.', 12_010_000],
    ['Quota exceeded for metric x. "retryDelay": "40s"', 40_000],
    ['{"error":{"message":"Insufficient Balance"}}', HOUR],
    ['usage limit reached, resets at 2020-01-01T00:00:00Z', HOUR],
  ]
  for (const [said, wait] of cases) t.equal(readUsageLimit(said, now), wait, said)
  t.end()
})

t.test('other trouble is none', t => {
  const others = [
    '',
    'Rate limit reached for gpt-5.4 in organization x on tokens per min. Please try again in 20s.',
    'Too many requests',
    'The server is overloaded, try again in 5 minutes',
    'the time limit of the job was reached',
  ]
  for (const said of others) t.equal(readUsageLimit(said, now), undefined, said)
  t.end()
})

t.test('a long text takes no long time', t => {
  const began = performance.now()
  for (const part of ['1h', 'usage limit ', 'try again in 1 ', 'quota a ']) {
    readUsageLimit(`usage limit reached ${part.repeat(20_000)}`, now)
  }
  t.ok(performance.now() - began < 1_000)
  t.end()
})
