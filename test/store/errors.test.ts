import t from 'tap'
import { explainFault, nameFault } from '../../store/errors.js'

const failed = (code: string, more = {}) =>
  Object.assign(new Error(`${code}: raw`), { code, ...more })

t.test('a failure of the disk is told with its file, its meaning and what helps', t => {
  t.equal(
    explainFault(failed('ENOSPC', { path: '/s/memories/.first--ab.md.12-0abc.tmp' })),
    '/s/memories/first--ab.md: the disk is full; make room, then try again (ENOSPC)',
    'the file is named that was to be written, not the temporary one',
  )
  t.match(explainFault(failed('EIO', { path: '/s/a', dest: '/s/b' })), /^\/s\/b: the disk failed/)
  t.match(nameFault(failed('EROFS')), /^it lies on a disk that is read-only; .*\(EROFS\)$/)
  for (const other of [failed('ERR_INVALID_ARG_TYPE'), new Error('x'), undefined, 'EIO'])
    t.equal(explainFault(other), undefined)
  t.end()
})
