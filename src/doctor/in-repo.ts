import { join } from 'node:path'
import { inRepoFolder } from '../../store/scope-folders/in-repo.js'
import { toDataFolder } from '../../store/scope-folders.js'
import { findUnusedInRepo, inspectInRepo } from '../placement/inspect.js'
import { countMemoryFiles } from '../placement/link.js'
import type { Check, Found } from './check.js'
import { failure, remark } from './findings.js'

/**
 * The `.svc` folders of projects that are not used: one that nobody trusted is worth a word, one
 * that was trusted and must not be used is a failure, because its memories are missing.
 */
export const unusedInRepo: Check = {
  name: 'unused-in-repo',
  run: ({ store }) =>
    findUnusedInRepo(store).flatMap(({ path, reason, files, findings }): Found[] => {
      if (reason === 'refused') return findings.map(finding => failure(path, finding))
      const isTrustable = findings.length === 0
      const what = isTrustable
        ? `is untrusted, with ${files} files; svc trust shows and trusts it`
        : 'holds symbolic links and is not used'
      return [remark(path, what), ...findings.map(finding => remark(path, finding))]
    }),
}

/** Links in the `.svc` of a project that is used: none of them is followed. */
export const linkedInRepo: Check = {
  name: 'linked-in-repo',
  run: ({ collections }) =>
    collections.flatMap(({ folder: { placement, scope } }) => {
      if (placement !== 'in-repo' || scope.type === 'global') return []
      const findings = inspectInRepo(scope.id)?.findings ?? []
      return findings.map(finding => remark(inRepoFolder(scope.id), finding))
    }),
}

/** Memories in the data directory that are not read, because the project's work tree has its own. */
export const setAside: Check = {
  name: 'set-aside',
  run: ({ store, collections }) =>
    collections.flatMap(({ folder }) => {
      if (folder.placement !== 'in-repo') return []
      const { path } = toDataFolder(store, folder.scope, folder.key)
      const files = countMemoryFiles(path)
      if (files === 0) return []
      const way = 'svc scope place in-repo adds them to the work tree'
      return [remark(join(path, 'memories'), `holds ${files} memory files not read now; ${way}`)]
    }),
}
