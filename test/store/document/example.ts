import { parseMemoryDocument } from '../../../store/document/parse.js'
import type { MemoryDocument } from '../../../store/types.js'

/** Where a file lies that a test reads. */
export const origin = { fileName: 'use-tabs--kqq2m7xw.md', modifiedAt: '2026-11-19T09:00:00.000Z' }

/** The memory that the design shows. */
export const example: MemoryDocument = {
  id: 'kqq2m7xw',
  kind: 'constraint',
  title: 'Never push on Fridays',
  tags: ['git'],
  aliases: [],
  source: { runtime: 'svc', session: '9bf2', turn: 12 },
  createdAt: '2026-11-20T10:00:00.000Z',
  pinned: false,
  extra: {},
  content: 'Releases go out Monday to Thursday.',
}

/** The file of `example`. */
export const exampleFile = `---
id: kqq2m7xw
kind: constraint
title: Never push on Fridays
tags:
  - git
source:
  runtime: svc
  session: 9bf2
  turn: 12
createdAt: 2026-11-20T10:00:00.000Z
---

Releases go out Monday to Thursday.
`

/** Reads a file that has no problem. */
export async function read(text: string, from = origin): Promise<MemoryDocument> {
  const parsed = await parseMemoryDocument(text, from)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.document
}
