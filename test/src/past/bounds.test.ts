import t from 'tap'
import { planDropped } from '../../../src/past/bounds.js'

const MB = 1024 * 1024
const BOUNDS = { pastMegabytes: 3, pastDays: 10, pastLeaveOut: '' }

const partOf = (day: string, written: string, megabytes = 1) => {
  return { day, bytes: megabytes * MB, mtimeMs: Date.parse(written) }
}

t.test('the oldest parts go: beyond their days, and beyond the bytes', t => {
  const part = (day: string, megabytes = 1) => partOf(day, day, megabytes)
  const parts = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(day => part(day))
  const old = new Date('2026-03-12T12:00:00Z')
  const dropped = (bounds: Partial<typeof BOUNDS>, given = parts, time = old) =>
    planDropped(given, { ...BOUNDS, ...bounds }, { old: time, now: old }).map(({ day }) => day)
  t.same(dropped({ pastMegabytes: 100 }), ['2026-03-01'])
  t.same(dropped({ pastDays: 100 }), ['2026-03-01'])
  t.same(dropped({ pastMegabytes: 1 }).sort(), ['2026-03-01', '2026-03-02', '2026-03-03'])
  t.same(dropped({ pastMegabytes: 100, pastDays: 1 }).length, 3, 'the newest day stays')
  t.same(dropped({}, [part('2026-03-04', 9), part('2026-03-04', 9)]), [], 'all of it')
  t.same(dropped({ pastMegabytes: 0 }).length, 4, 'where none is kept, none is')
  t.same(dropped({ pastMegabytes: 100 }, parts, new Date(0)), [], 'nothing was too old then')
  t.same(dropped({}, []), [])
  t.end()
})

t.test('a part that a wrong clock dated goes by the time at which it was written', t => {
  const ahead = partOf('2099-01-01', '2026-03-01')
  const back = partOf('1970-01-01', '2026-03-02')
  const today = partOf('2026-03-12', '2026-03-12', 9)
  const parts = [ahead, back, today]
  const now = new Date('2026-03-12T12:00:00Z')
  const dropped = (bounds: Partial<typeof BOUNDS>, then = now) =>
    planDropped(parts, { ...BOUNDS, pastMegabytes: 100, ...bounds }, { old: then, now: then })
  t.same(dropped({ pastDays: 100 }), [])
  t.same(dropped({}), [ahead], 'the older of them is as old as it was written')
  t.same(dropped({ pastDays: 100, pastMegabytes: 10 }), [ahead], 'and goes before today')
  t.same(dropped({ pastMegabytes: 1 }), [back, ahead], 'today stays whatever comes after it')
  const wrong = new Date('1971-01-01T00:00:00Z')
  t.same(
    dropped({ pastMegabytes: 10 }, wrong),
    [ahead],
    'a clock that is wrong now turns nothing around',
  )
  t.end()
})
