import { gitIn } from '../../../store/git/repository.js'
import type { Finding } from '../../scrub/find.js'
import type { CommittedSecret } from '../../scrub/history.js'
import { count, oneLine } from './words.js'

/** The findings of `svc scrub` and its work; the secrets themselves are not in it. */
export interface Scrubbed {
  ok: boolean
  removed: Omit<Finding, 'secret'>[]
  left: Omit<Finding, 'secret'>[]
  committed: CommittedSecret[]
}

type Shown = Scrubbed['left'][number]

/** Describes a finding by place and kind; two characters at each end stand for the secret. */
export function describeFinding({ path, line, rule, hint, times, kind }: Shown): string {
  const often = times > 1 ? `, ${times} times` : ''
  const where = line === 0 ? `${path}  in its name:` : `${path}:${line} `
  const how = kind === 'scope' ? 'scope; svc scope shows how to move it' : kind
  return oneLine(`${where} ${rule} ${hint}${often} (${how})`)
}

/** Lists what was removed, what is left, and where git still has it with what to do about that. */
export function renderScrubbed({ removed, left, committed }: Scrubbed): string[] {
  if (removed.length + left.length + committed.length === 0) return ['no secrets found']
  return [
    ...(removed.length > 0 ? [`removed ${count(removed.length, 'secret')}:`] : []),
    ...removed.map(one => `  ${describeFinding(one)}`),
    ...(left.length > 0
      ? [`left ${count(left.length, 'secret')}; svc scrub --yes removes all:`]
      : []),
    ...left.map(one => `  ${describeFinding(one)}`),
    ...renderCommitted(committed),
    'Change each of these secrets where it is used, first of all: whoever saw it can use it.',
  ]
}

function renderCommitted(committed: Scrubbed['committed']): string[] {
  const repositories = [...new Set(committed.map(({ repository }) => repository))]
  return repositories.flatMap(repository => {
    const here = committed.filter(one => one.repository === repository)
    const lines = here.map(({ commit, rule, hint, isName, isPushed }) => {
      const where = `${isName ? ', in the name of a file' : ''}${isPushed ? ', pushed: others may have it' : ''}`
      return `  ${commit.slice(0, 12)}  ${rule} ${hint}${where}`
    })
    const isNamed = here.some(one => one.isName)
    const isPushed = here.some(one => one.isPushed)
    return [
      oneLine(`git still has ${count(here.length, 'secret')} in ${repository}:`),
      ...lines,
      'To take them out of its commits: write each into a file, a line SECRET==>[redacted], then',
      oneLine(`  ${gitIn(repository)} filter-repo --replace-text FILE`),
      ...(isNamed ? ['and names with --filename-callback, as its manual shows;'] : []),
      ...(isPushed ? ['and push with --force; every other clone must be made anew.'] : []),
    ]
  })
}
