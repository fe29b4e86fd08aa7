import t from 'tap'
import { planDropped } from '../../../src/past/bounds.js'

const MB = 1024 * 1024
const BOUNDS = { pastMegabytes: 3, pastDays: 10, pastLeaveOut: '' }

t.test('the oldest parts go: beyond their days, and beyond the bytes', t => {
  const part = (day: string, megabytes = 1) => ({ day, bytes: megabytes * MB })
  const parts = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(day => part(day))
  const old = new Date('2026-03-12T12:00:00Z')
  const dropped = (bounds: Partial<typeof BOUNDS>, given = parts, time = old) =>
    planDropped(given, { ...BOUNDS, ...bounds }, time).map(({ day }) => day)
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
