import type { UnusedInRepo } from '../../../types.js'
import { count } from '../../format.js'
import { Command } from '../../ui/copy.js'
import { isConflict, type Problem } from './rows.js'

/** Describes a file that cannot be read, with the command that mends it. */
export function ProblemBody({ problem }: { problem: Problem }) {
  return (
    <>
      <p class="review-message">{problem.message}</p>
      <section>
        <h3>The file</h3>
        <p class="mono review-path">{problem.path}</p>
      </section>
      <section>
        <h3>What to do</h3>
        <p class="muted">{adviceFor(problem)}</p>
        <Command text={mendOf(problem)} />
      </section>
    </>
  )
}

/** The command that mends a file. */
export function mendOf(problem: Problem): string {
  return isConflict(problem) ? 'svc git resolve' : 'svc doctor --fix'
}

function adviceFor(problem: Problem): string {
  return isConflict(problem)
    ? 'Settle what the merge left open, in a shell. Nothing that either side says is lost.'
    : 'Let the doctor mend what it can, in a shell, or put the file right by hand.'
}

/** Describes a store that came with a project; a person trusts it in a shell, never on a page. */
export function StoreBody({ store }: { store: UnusedInRepo }) {
  const { project, reason, files, findings } = store
  return (
    <>
      <p>
        {reason === 'untrusted'
          ? `This project came with memories of its own (${count(files, 'file')}). They are not read, because nobody on this machine said that they can be trusted: what they say would be put before your agents.`
          : 'This project has memories of its own that are not used, whoever trusts them.'}
      </p>
      <section>
        <h3>Where they lie</h3>
        <p class="mono review-path">{store.path}</p>
      </section>
      {findings.length > 0 && <List title="What is wrong with it" lines={findings} />}
      {reason === 'untrusted' && (
        <section>
          <h3>What to do</h3>
          <p class="muted">
            In a shell: it shows what they are called, and asks before it trusts them.
          </p>
          <Command text={trustCommand(project)} />
        </section>
      )}
    </>
  )
}

/** The command that shows a project's store and asks whether to trust it. */
export function trustCommand(project: string): string {
  const isPlain = /^[\w@%+=:,./\\-]+$/.test(project)
  return `cd ${isPlain ? project : `'${project.replaceAll("'", `'\\''`)}'`} && svc trust`
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul class="review-lines">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
