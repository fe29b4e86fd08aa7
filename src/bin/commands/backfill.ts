import { UsageError, type Action, type Call } from '../cli/command.js'

/** The sources of `svc learn --from NAME`, by name: each loads what learns from it. */
const SOURCES: Readonly<Record<string, () => Promise<Action>>> = {
  transcripts: async () => (await import('./learn-transcripts.js')).learnFromTranscripts,
  git: async () => (await import('./learn-git.js')).learnGit,
}

/** Chooses the action of `svc learn` by the source that `--from` names. Throws UsageError on an unknown one. */
export async function chooseLearnAction(call: Call): Promise<Action> {
  const name = call.text('from') ?? ''
  const load = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined
  if (load !== undefined) return load()
  const known = Object.keys(SOURCES).join(' or ')
  throw new UsageError(`--from takes ${known}`, call.command)
}
