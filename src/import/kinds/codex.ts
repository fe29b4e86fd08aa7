import { join } from 'node:path'
import { isFolder } from '../../../store/files/read.js'
import { readNotes, type Note } from './files.js'
import { bulletsOf, titleOf, type Found, type ForeignItem, type Place } from './item.js'

/** Headings of Codex's memories, and the kind of what stands below them. */
const KINDS: Readonly<Record<string, string>> = {
  'user profile': 'fact',
  'user preferences': 'preference',
  'general tips': 'fact',
  'reusable knowledge': 'fact',
  'failures and how to do differently': 'correction',
}

/**
 * Reads what Codex itself keeps below a folder `memories`: its handbook, its summary of the person, and notes.
 * Evidence and raw memories, of which these are made, are left out; nothing where there is no folder.
 */
export async function* readCodexMemories(folder: string): AsyncGenerator<Found> {
  const places = ['MEMORY.md', 'memory_summary.md', 'extensions/ad_hoc/notes'] as const
  if (!isFolder(folder)) return
  for await (const note of readNotes(folder)) {
    const name = 'bad' in note ? note.at : note.name
    const place = places.find(one => name === one || name.startsWith(`${one}/`))
    if (place === undefined) continue
    if ('bad' in note) yield note
    else if (place === 'MEMORY.md') yield* ofHandbook(note)
    else if (place === 'memory_summary.md') yield* ofSummary(note)
    else if (note.body !== '') yield itemOf(note, note.body, 'fact', note.name)
  }
}

function itemOf(note: Note, content: string, kind: string, key: string): ForeignItem {
  const at = join('memories', note.name)
  return {
    ...{ key, at, kind, title: titleOf(content), content, words: 'agent' },
    ...{ modifiedAt: note.modifiedAt, source: { file: note.name } },
  }
}

/** The bullets of each block of tasks, with its project, its keywords and its newest date. */
function* ofHandbook(note: Note): Generator<Found> {
  for (const block of note.body.split(/^# Task Group:.*$/m).slice(1)) {
    const dates = [...block.matchAll(/\bupdated_at=([^,\s)]+)/g)].map(([, date]) => date).sort()
    const thread = /\bthread_id=([\w-]+)/.exec(block)?.[1]
    const shared = {
      ...{ createdAt: dates.at(-1), place: placeOf(block) },
      tags: keywordsOf(block),
      ...(thread !== undefined && { source: { file: note.name, foreignId: thread } }),
    }
    for (const { heading, text } of headed(block, /^## /)) {
      const kind = KINDS[heading]
      if (kind === undefined) continue
      for (const bullet of bulletsOf(text)) {
        const content = bullet.replace(/\s*\[Task [\d, ]+\]\s*$/, '')
        yield { ...itemOf(note, content, kind, content), ...shared }
      }
    }
  }
}

/** The directory that a block is about: the first of several is a guess, so they are told by no name. */
function placeOf(block: string): Place {
  const text = /^applies_to:\s*(.*)$/m.exec(block)?.[1] ?? ''
  const paths = [...text.matchAll(/\bcwd=([^;,]+)/g)].map(([, path = '']) => path.trim())
  const [path = 'unknown'] = paths
  const plain = path.replace(/^\\\\\?\\/, '')
  return paths.length === 1 ? { path: plain } : { name: text.slice(0, 80) || 'unknown' }
}

function keywordsOf(block: string): string[] {
  const text = headed(block, /^### /).find(({ heading }) => heading === 'keywords')?.text ?? ''
  return bulletsOf(text.split(/^#/m, 1)[0] ?? '')
    .flatMap(bullet => bullet.split(','))
    .map(word => word.trim())
    .filter(word => word !== '' && word.length <= 100)
    .slice(0, 20)
}

/** The person's part of the summary: paragraphs of the profile, bullets of the rest; its index is a double. */
function* ofSummary(note: Note): Generator<Found> {
  for (const { heading, text } of headed(note.body, /^## /)) {
    const kind = KINDS[heading]
    if (kind === undefined) continue
    const bullets = bulletsOf(text)
    for (const one of bullets.length > 0 ? bullets : [text.trim()])
      if (one !== '') yield itemOf(note, one, kind, one)
  }
}

function headed(text: string, mark: RegExp): { heading: string; text: string }[] {
  const parts = text.split(new RegExp(mark.source, 'm')).slice(1)
  return parts.map(part => {
    const [heading = '', ...rest] = part.split('\n')
    return { heading: heading.trim().toLowerCase(), text: rest.join('\n') }
  })
}
