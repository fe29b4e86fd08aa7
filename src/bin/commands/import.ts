import { resolve } from 'node:path'
import type { ImportResult } from '../../api.js'
import { formatJson } from '../terminal/json.js'
import type { Call } from './command.js'
import { currentProject } from './scope.js'

/** `svc import [DIR]`: imports a project's agent files; a given DIR is taken as it is. */
export async function runImport(call: Call): Promise<number> {
  const [given] = call.operands
  const directory = given === undefined ? (currentProject().id ?? '') : resolve(given)
  const service = await call.service()
  const result = await service.importWorkspace(directory, { force: call.on('force') })
  call.screen.print(call.json ? formatJson(result) : describe(result))
  return result.ok ? 0 : 1
}

function describe(result: ImportResult): string {
  if (result.alreadyImported) return 'already imported; --force imports again'
  const counts = [
    [result.imported, 'imported'],
    [result.updated, 'updated'],
    [result.pruned, 'gone'],
    [result.skipped, 'unchanged or left out'],
  ] as const
  const told = counts.filter(([files]) => files > 0).map(([files, what]) => `${files} ${what}`)
  return told.length === 0 ? 'no agent files here' : `agent files: ${told.join(', ')}`
}
