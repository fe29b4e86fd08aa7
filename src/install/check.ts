import { existsSync } from 'node:fs'
import { SvcError } from '../../store/errors.js'
import type { DoctorFinding } from '../api.js'
import { findMissingEvents, findOwnCommands } from './claude-code.js'
import { locateSettings, readIfThere } from './settings-file.js'

/**
 * How svc's hooks stand in Claude Code's settings, the user's and the project's: remarks, or []
 * where all is well. `install` is the command that puts it right.
 */
export function checkClaudeCode(
  env: Record<string, string | undefined>,
  project: string,
  install: string,
): DoctorFinding[] {
  const paths = [locateSettings(env), locateSettings(env, project)]
  const checked = [...new Set(paths)].map(path => checkFile(path, install))
  const found = checked.flat()
  if (checked.some(findings => findings !== undefined)) return found.filter(isFinding)
  const message = `Claude Code does not run svc's hooks; ${install} changes that`
  return [{ level: 'remark', check: 'hook-not-installed', message }]
}

/** Undefined where the file has no hook of ours. */
function checkFile(path: string, install: string): DoctorFinding[] | undefined {
  try {
    const text = readIfThere(path)
    const commands = text === undefined ? [] : findOwnCommands(text)
    if (text === undefined || commands.length === 0) return undefined
    return [...checkCommands(path, commands, install), ...checkEvents(path, text, install)]
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const message = error.message.includes(path) ? error.message : `${path} ${error.message}`
    return [{ level: 'remark', check: 'hook-settings', message, path }]
  }
}

function checkCommands(path: string, commands: string[], install: string): DoctorFinding[] {
  return commands.flatMap(findGone).map(gone => ({
    level: 'remark',
    check: 'hook-broken',
    message: `the hook in ${path} starts ${gone}, which is gone; ${install} mends it`,
    path,
  }))
}

function checkEvents(path: string, text: string, install: string): DoctorFinding[] {
  const missing = findMissingEvents(text)
  if (missing.length === 0) return []
  const message = `the hooks in ${path} lack ${missing.join(', ')}; ${install} adds them`
  return [{ level: 'remark', check: 'hook-incomplete', message, path }]
}

/** The quoted absolute paths of a command that do not exist (any more). */
function findGone(command: string): string[] {
  const quoted = [...command.matchAll(/(=?)"((?:[^"\\]|\\.)*)"/g)]
  const words = quoted
    .filter(([, assigned]) => assigned === '')
    .map(([, , word = '']) => word.replace(/\\(.)/g, '$1'))
  return words.filter(word => /^(\/|[A-Za-z]:)/.test(word) && !existsSync(word))
}

function isFinding(finding: DoctorFinding | undefined): finding is DoctorFinding {
  return finding !== undefined
}
