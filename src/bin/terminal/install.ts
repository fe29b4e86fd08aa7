import { renderDiff } from '../../hosts/install/diff.js'
import {
  changesSomething,
  type SettingsChange,
  type SettingsPlan,
} from '../../hosts/install/settings-file.js'
import { toTerminal } from '../../text.js'
import { padColumn, renderFields, widestOf, wrapText } from './layout.js'
import { renderLearning, type Learning } from './learning.js'
import type { Screen } from './screen.js'
import { oneLine } from './words.js'

/** A host's name and title. */
interface Named {
  name: string
  title: string
}

/** A host whose files cannot be edited, and why. */
interface Refused {
  host: Named
  problem: Error
}

/** The work done for a host. */
export interface Outcome {
  host: Named
  files: readonly SettingsChange[]
  /** The command that the host runs; undefined after an undo, and if it is no single one. */
  command?: string | undefined
  /** The command line that undoes it. */
  undo?: string
  /** Advice for a person. */
  remarks: readonly string[]
  /** The failure of something asked for besides. */
  problem?: Error | undefined
}

/** The answer of `svc install` and `svc uninstall`: the changes planned, then the changes made. */
export type Answer =
  | {
      step: 'view'
      verb: 'install' | 'uninstall'
      tasks: readonly ({ host: Named; plans: readonly SettingsPlan[] } | Refused)[]
      /** True where nothing more comes: the changes are shown in full. */
      isDry: boolean
      /** The change of the provider that learns, if that is asked for. */
      learning: SettingsPlan | undefined
    }
  | {
      step: 'done'
      verb: 'install' | 'uninstall'
      outcomes: readonly Outcome[]
      /** Those that were told of in the view. */
      refused: readonly Refused[]
      /** Those where something did not work that had been thought through. */
      failed: readonly Refused[]
      /** The launchers that were written anew. */
      mended: readonly string[]
      /** The provider that learns from now on, if that was decided. */
      learning: Learning | undefined
      /** Advice for a person if something has changed. */
      next: string
    }

/** The answer as JSON: per host its files and whether they changed. */
export function toJson(value: Answer): unknown {
  if (value.step === 'done') {
    const hosts = value.outcomes.map(({ host, files, remarks }) => ({
      host: host.name,
      changed: files.some(({ changed }) => changed),
      files,
      ...(remarks.length > 0 && { remarks }),
    }))
    const problems = [...value.refused, ...value.failed].map(toProblem)
    return {
      ok: problems.length === 0,
      hosts: [...hosts, ...problems],
      ...(value.mended.length > 0 && { mended: value.mended }),
      ...(value.learning && { learning: toLearning(value.learning) }),
    }
  }
  const hosts = value.tasks.map(task => {
    if ('problem' in task) return toProblem(task)
    const files = task.plans.map(plan => ({ ...toShown(plan), diff: renderDiff(plan) }))
    return { host: task.host.name, changed: files.some(({ changed }) => changed), files }
  })
  const { learning } = value
  return {
    ok: hosts.every(host => !('error' in host)),
    dryRun: true,
    hosts,
    ...(learning && { learning: { ...toShown(learning), diff: renderDiff(learning) } }),
  }
}

function toLearning({ provider, path, isChanged }: Learning) {
  return { provider, path, changed: isChanged }
}

function toShown(plan: SettingsPlan) {
  return { path: plan.path, changed: changesSomething(plan) }
}

function toProblem({ host, problem }: Refused) {
  return { host: host.name, error: problem.message }
}

/** The answer for a person. */
export function renderAnswer(value: Answer, screen: Screen): string[] {
  if (value.step === 'view')
    return value.isDry ? renderChanges(value, screen) : renderView(value, screen)
  const { verb, outcomes, refused, failed, mended, learning, next } = value
  const hasChanged = outcomes.some(({ files }) => files.some(({ changed }) => changed))
  const isNowhere = verb === 'uninstall' && outcomes.length + refused.length + failed.length === 0
  return [
    ...outcomes.flatMap(outcome => renderOutcome(outcome, verb, screen)),
    ...mended.map(path => `written anew: ${oneLine(path)}`),
    ...[...(outcomes.length > 0 ? refused : []), ...failed].flatMap(({ host, problem }) =>
      wrapText(`${host.title}: ${oneLine(problem.message)}`, screen.columns),
    ),
    ...(isNowhere ? ["svc is in none of the agent hosts' settings"] : []),
    ...(learning === undefined ? [] : renderLearning(learning, screen.columns)),
    ...(hasChanged ? wrapText(next, screen.columns) : []),
  ]
}

function renderChanges(
  { tasks, learning }: Answer & { step: 'view' },
  { styles }: Screen,
): string[] {
  const style = (line: string) => {
    if (line.startsWith('+')) return styles.good(line)
    return line.startsWith('-') ? styles.bad(line) : line
  }
  const shown = learning === undefined ? [] : [{ host: { title: 'Learning' }, plans: [learning] }]
  return [...tasks, ...shown].flatMap(task => {
    const heading = styles.strong(task.host.title)
    if ('problem' in task) return [`${heading}: ${oneLine(task.problem.message)}`]
    const lines = task.plans.flatMap(renderDiff).map(line => style(toTerminal(line)))
    return lines.length === 0 ? [`${heading}: nothing to change`] : [heading, ...lines]
  })
}

function renderView({ tasks, verb }: Answer & { step: 'view' }, screen: Screen): string[] {
  const room = screen.columns - widestOf(tasks.map(({ host }) => host.title)) - 2
  const rows = tasks.flatMap(task => {
    const lines =
      'problem' in task
        ? wrapText(oneLine(task.problem.message), room)
        : describePlans(task.plans, verb)
    return lines.map((line, at) => [at === 0 ? task.host.title : '', line] as const)
  })
  const titles = padColumn(rows.map(([title]) => title))
  return rows.map(([, text], at) => `${screen.styles.strong(titles[at] ?? '')}  ${text}`)
}

function describePlans(plans: readonly SettingsPlan[], verb: 'install' | 'uninstall'): string[] {
  const changes = plans.filter(changesSomething)
  if (changes.length > 0) return changes.map(describe)
  return [verb === 'install' ? 'connected already' : 'not connected']
}

function describe({ path, before, after }: SettingsPlan): string {
  const what = before === undefined ? 'new file' : after === undefined ? 'goes' : 'changed'
  return `${oneLine(path)} (${what})`
}

function renderOutcome(outcome: Outcome, verb: 'install' | 'uninstall', screen: Screen): string[] {
  const { host, files, command, undo, remarks } = outcome
  const changed = files.some(file => file.changed)
  const done = changed ? `${verb}ed` : verb === 'install' ? 'already installed' : 'not installed'
  const shown = files.filter(file => file.changed || !changed)
  const rows = [
    ...shown.map(({ path }, at) => [at === 0 ? 'settings' : '', oneLine(path)] as const),
    ['command', command === undefined ? undefined : oneLine(command)],
    ...shown.flatMap(({ backup }) =>
      backup === undefined || !changed ? [] : [['as it was', oneLine(backup)] as const],
    ),
    ['undo', undo],
  ] as const
  const heading = `${host.title}: ${done}${changed ? '' : ', nothing to change'}`
  const notes = remarks.flatMap(remark => wrapText(remark, screen.columns))
  return [heading, ...renderFields(rows, screen.styles), ...notes]
}
