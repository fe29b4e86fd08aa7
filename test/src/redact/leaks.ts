import { readFileSync } from 'node:fs'
import { fillTemplates, type MadeLine } from './made.js'

/** `fitted` is what rules are written by; `unseen` is looked at for its figures alone. */
export type Part = 'fitted' | 'unseen'

/** Lines that give a secret away, in all the ways in which people and tools write it down. */
export function createLeaks(part: Part, seed: number): MadeLine[] {
  return fillTemplates(readFixture(part === 'fitted' ? 'leaks' : 'leaks-unseen'), seed)
}

/** What everyday text is made of. */
export const KINDS_OF_TEXT = ['words', 'urls', 'paths', 'hashes'] as const

/** Frames by kind: bare, in sentences, and as the value of everyday keys. */
const FRAMES: Readonly<Record<(typeof KINDS_OF_TEXT)[number], readonly string[]>> = {
  words: [
    '@',
    'we call it @ here',
    'use `@`, not the old one',
    'name: @',
    '"title": "@"',
    'tag = @',
  ],
  urls: ['@', 'see @ for more', 'it is at <@>.', 'url: @', '"homepage": "@"', 'source = @'],
  paths: ['@', 'open @ and look', 'it is in `@`.', 'file: @', '"path": "@"', 'include = @'],
  hashes: [
    '@',
    'it broke with @ yesterday',
    'at `@`.',
    'commit: @',
    '"integrity": "@"',
    'etag = @',
  ],
}

/** One of the everyday things, in every frame. */
export interface Everyday {
  kind: string
  lines: string[]
}

/** Words, URLs, paths and hashes of everyday text, each in its frames, and sentences as they are. */
export function readEveryday(part: Part): Everyday[] {
  const folder = part === 'fitted' ? 'everyday' : 'everyday-unseen'
  const linesOf = (kind: string) =>
    readFixture(`${folder}/${kind}`)
      .split('\n')
      .filter(line => line !== '')
  const framed = KINDS_OF_TEXT.flatMap(kind =>
    linesOf(kind).map(thing => ({
      kind,
      lines: FRAMES[kind].map(frame => frame.replace('@', () => thing)),
    })),
  )
  return [...framed, ...linesOf('sentences').map(line => ({ kind: 'sentences', lines: [line] }))]
}

function readFixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/secrets/${name}.txt`, import.meta.url), 'utf8')
}
