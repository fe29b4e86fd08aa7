import { diffIndices } from 'node-diff3'
import { hideHookKeys } from '../hook-key.js'
import type { SettingsPlan } from './settings-file.js'

/** Lines shown around a change. */
const AROUND = 2

/**
 * Renders the changes of a plan, line by line as `diff -u` does: ` ` stays, `-` goes, `+` comes. []
 * if it changes no text. The word of the installation is not shown.
 */
export function renderDiff({ path, before, after }: SettingsPlan): string[] {
  if (before === after) return []
  const [old, now] = [before, after].map(text => (text === undefined ? [] : splitLines(text)))
  const names = [
    before === undefined ? '/dev/null' : path,
    after === undefined ? '/dev/null' : path,
  ]
  const hunks = diffIndices(old!, now!).flatMap(
    ({ buffer1: [from, length], buffer1Content, buffer2Content }) => [
      `@@ line ${from + 1} @@`,
      ...old!.slice(Math.max(0, from - AROUND), from).map(line => ` ${line}`),
      ...buffer1Content.map(line => `-${line}`),
      ...buffer2Content.map(line => `+${line}`),
      ...old!.slice(from + length, from + length + AROUND).map(line => ` ${line}`),
    ],
  )
  return [`--- ${names[0]}`, `+++ ${names[1]}`, ...hunks.map(hideHookKeys)]
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
