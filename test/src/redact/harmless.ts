import { readFileSync } from 'node:fs'
import { HARMLESS as FIRST } from './samples.js'

function readFixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/secrets/${name}.txt`, import.meta.url), 'utf8')
}

function readLines(name: string): string[] {
  return readFixture(name)
    .split('\n')
    .filter(line => line !== '')
}

/** Lines that hold nothing secret and stay as they are; by these rules are fitted. */
export const HARMLESS: readonly string[] = [...FIRST, ...readLines('harmless')]

/**
 * Templates of lines as tools and frameworks write them, each with a secret. Written from the public
 * descriptions of the formats before the rules for them were, and never looked at while rules are
 * changed: what is missed here stays missed until other samples show the same.
 */
export const UNSEEN = readFixture('unseen')

/** Lines that hold nothing secret, written together with the ones above. */
export const UNSEEN_HARMLESS: readonly string[] = readLines('harmless-unseen')
