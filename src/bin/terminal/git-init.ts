import type { InitResult } from '../../git/init.js'
import { describeIgnored } from '../../git/ignored.js'
import { addRemote, gitIn } from '../../git/words.js'
import type { Screen } from './screen.js'
import { oneLine } from './words.js'

/** What `svc git init` did, and what comes next. */
export function renderInit(result: InitResult, { styles }: Screen): string[] {
  const { around, store, workTree, created, driver, files, stateTracked, ignored, remote } = result
  const place = workTree === store ? oneLine(store) : `${oneLine(store)} in ${oneLine(workTree)}`
  const isNew = created || driver || files.length > 0
  return [
    `${created ? 'made a repository of' : isNew ? 'prepared' : 'nothing to do for'} ${place}`,
    ...(around === undefined
      ? []
      : [`a repository of its own, because ${oneLine(around)} ignores this folder`]),
    ...files.map(renderFile),
    ...(driver ? ['registered the merge driver'] : []),
    ...(stateTracked
      ? [styles.warn(`git tracks state/: ${gitIn(store)} rm -r --cached state`)]
      : []),
    ...describeIgnored(store, ignored).map(line => styles.warn(oneLine(line))),
    ...(remote === undefined ? [`next: ${addRemote(store)}`, 'then: svc git sync'] : []),
    ...(remote !== undefined && isNew ? ['next: svc git sync'] : []),
  ]
}

function renderFile({ name, lines, isLink }: InitResult['files'][number]): string {
  if (!isLink) return `added to ${name}: ${lines.join(', ')}`
  return `${name} is a symbolic link; add to it yourself: ${lines.join(', ')}`
}
