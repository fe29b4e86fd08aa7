import { openStore } from '../../../store/store.js'
import { toExistingProject } from '../../placement/names.js'
import { readInRepo, revokeTrust, trustProject, type InRepoView } from '../../placement/trust.js'
import { formatJson } from '../terminal/json.js'
import { count, oneLine } from '../terminal/words.js'
import type { Call } from './command.js'
import { useDriver } from './scope/driver.js'

/** `svc trust [DIR]`: shows what the `.svc` of a work tree holds, and lets it count from now on. */
export async function runTrust(call: Call): Promise<void> {
  const { screen, json } = call
  const store = openStore(call.config().databasePath)
  const scope = toExistingProject(call.operands[0] ?? '.', process.cwd())
  if (call.on('revoke')) {
    const revoked = { path: scope.id, trusted: false, ...revokeTrust(store, scope) }
    return screen.print(json ? formatJson(revoked) : sayRevoked(revoked))
  }
  const view = await readInRepo(scope)
  if (!json) screen.print(renderView(view))
  const { setAside } = await trustProject(store, scope)
  await useDriver(scope.id, call)
  if (json) return screen.print(formatJson({ ...view, trusted: true, setAside }))
  screen.print(['trusted, as long as the remote of the repository stays the same'])
  if (setAside > 0) screen.print(describeSetAside(setAside))
}

function renderView({ path, items, files, titles, findings, problems }: InRepoView): string[] {
  const more = items > titles.length ? [`  … and ${items - titles.length} more`] : []
  return [
    `${oneLine(path)} holds ${count(items, 'memory', 'memories')} in ${count(files, 'file')}`,
    ...titles.map(title => `  ${oneLine(title)}`),
    ...more,
    ...[...findings, ...problems].map(finding => `  ${oneLine(finding)}`),
  ]
}

function describeSetAside(setAside: number): string {
  const files = count(setAside, 'memory file')
  return `${files} of this project in the data directory not read now; svc scope place in-repo adds them`
}

function sayRevoked({ path, wasTrusted }: { path: string; wasTrusted: boolean }): string {
  const name = `the .svc of ${oneLine(path)}`
  return wasTrusted ? `${name} is not used any more; its files stay` : `${name} was not trusted`
}
