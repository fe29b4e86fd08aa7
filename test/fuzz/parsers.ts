import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parseFilter, QUERY_PARAMS, readQuery } from '../../handlers/http/params.js'
import { parsePayload, readCall } from '../../src/bin/hook/call.js'
import { createConfig } from '../../src/config.js'
import { LIST_FILTER, PAGE } from '../../src/memories/fields.js'
import { loadLines } from '../../src/memories/load.js'
import { Collections } from '../../src/memories/collections.js'
import { DocumentsFile, documentsFilePath } from '../../src/memories/documents-file.js'
import { mergeTexts, parseSide } from '../../src/merge/text.js'
import { parseAnswerText } from '../../src/provider/answer.js'
import { search } from '../../src/search/search.js'
import { selectPassages } from '../../src/search/passages.js'
import { splitSections } from '../../src/search/sections.js'
import { discoverSkills } from '../../src/skills/discover.js'
import { transcriptsOf } from '../../src/hosts/drivers.js'
import { HOST_NAMES } from '../../src/hosts/profiles.js'
import { readHead } from '../../src/hosts/transcript/head.js'
import { withTranscript } from '../../src/hosts/transcript/read.js'
import { findTurn, turnsFromEnd } from '../../src/hosts/transcript/turns.js'
import { readToolUses } from '../../src/hosts/transcript/uses.js'
import { formatMemoryDocument } from '../../store/document/format.js'
import { parseFrontMatter } from '../../store/document/front-matter.js'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { decodeMemoryFile } from '../../store/document/problems.js'
import { parseMemoryStrict } from '../../store/document/strict.js'
import { SvcError } from '../../store/errors.js'
import { encodeIndex } from '../../store/index/encode.js'
import { openIndexFile } from '../../store/index/file-index.js'
import { findScope, listScopes } from '../../store/projects/projects.js'
import { formatScopeKey, parseScopeKey } from '../../store/projects/scope.js'
import { openStore, statePath } from '../../store/store.js'
import { fixture } from '../src/hosts/transcript/fixture.js'
import { processorMs } from '../processor-time.js'
import { createRandom, makeIndex } from '../store/index/sample.js'
import { createDocument, editDocument, unique } from '../src/merge/documents.js'

/** A parser under attack: what must hold whatever it is given. */
export interface Attack {
  name: string
  property: fc.IRawProperty<unknown>
}

/** No parser may take longer for what fits into a fuzzed input (milliseconds of processor time). */
const MOST_MS = 1_000

const work = realpathSync(mkdtempSync(join(tmpdir(), 'svc-fuzz-')))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))

/** Text with what the formats are made of in it. */
const WORDS = [
  ...[
    '---',
    '---\n',
    '\n---\n',
    '...',
    '<<<<<<< a\n',
    '=======\n',
    '>>>>>>> b\n',
    '```',
    '# ',
    '\r\n',
  ],
  ...['id: ', 'title: ', 'tags:\n  - ', 'source:\n', 'createdAt: ', 'pinned: true', 'kind: fact\n'],
  ...[
    '&a ',
    '*a',
    '!!js',
    '|',
    '>-',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ': ',
    '#',
    '__proto__',
    '\u0000',
  ],
  ...[
    '\ufeff',
    '\u2028',
    '\u202e',
    '\ud800',
    'é',
    'e\u0301',
    '名',
    '2026-11-20',
    '0x1f',
    '1e3',
    'null',
  ],
]
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 20, unit: 'grapheme' }))
const text = fc.array(word, { maxLength: 40 }).map(words => words.join(''))
const frontMatter = text.map(inside => `---\n${inside}\n---\n\nText.\n`)
const long = fc
  .tuple(word, fc.integer({ min: 1, max: 20_000 }), text)
  .map(([unit, times, rest]) => unit.repeat(Math.min(times, 200_000 / (unit.length + 1))) + rest)
const anyText = fc.oneof(text, frontMatter, long)
const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 })

const attack = <Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  holds: (value: Given) => unknown,
): Attack => ({
  name,
  property: fc.asyncProperty(given, async value => {
    let took = Infinity
    // A collection of garbage may fall into any try.
    for (let tries = 0; tries < 3 && took > MOST_MS; tries++)
      took = await processorMs(() => holds(value))
    if (took > MOST_MS) throw new Error(`took ${Math.round(took)} ms`)
  }),
})

function expect(condition: unknown, message: string): asserts condition {
  if (condition !== true) throw new Error(message)
}

/** Runs what may refuse its input in words, and in no other way. */
async function orRefused<T>(action: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof SvcError && !error.message.includes('\n')) return undefined
    throw error
  }
}

/** A place in some bytes, as a share of them; numbers made as such lie almost all at their beginning. */
const place = fc.noBias(fc.nat(999_999)).map(number => number / 1_000_000)

/** Bytes with a few of them changed, cut off or doubled. */
const changes = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), {
  minLength: 1,
  maxLength: 6,
})
const cut = fc.option(place, { freq: 3 })

function mutate(bytes: Buffer, by: readonly (readonly [number, number])[], end: number | null) {
  const changed = Buffer.from(bytes)
  for (const [share, mask] of by) changed[Math.floor(share * changed.length)]! ^= mask
  return end === null ? changed : changed.subarray(0, Math.floor(end * changed.length))
}

const ORIGIN = { fileName: 'note--aaaaaaaa.md', modifiedAt: '2026-11-20T10:00:00.000Z' }

const frontMatters = attack('front matter', anyText, async given => {
  const { data, body, raw } = await parseFrontMatter(given)
  expect(typeof data === 'object' && Object.getPrototypeOf(data) !== Array.prototype, 'no object')
  expect(given.includes(raw.split('\n')[0]!) && typeof body === 'string', 'text was lost')
  expect(({} as Record<string, unknown>).polluted === undefined, 'a prototype was changed')
})

const memories = attack('memory file', anyText, async given => {
  const read = await parseMemoryDocument(given, ORIGIN)
  if ('problem' in read) return
  const once = formatMemoryDocument(read.document)
  const again = await parseMemoryDocument(once, ORIGIN)
  expect('document' in again, `what was written cannot be read: ${JSON.stringify(once)}`)
  const twice = formatMemoryDocument(again.document)
  expect(twice === once, `not stable:\n${JSON.stringify(once)}\n${JSON.stringify(twice)}`)
})

const strict = attack('strict reader', seed, async given => {
  const document = createDocument(createRandom(given), unique)
  const written = formatMemoryDocument(document)
  const quick = parseMemoryStrict(written)
  const general = await parseMemoryDocument(
    `${written.replace('\n---\n', '\n# a comment\n---\n')}`,
    ORIGIN,
  )
  expect(quick !== undefined && 'document' in general, 'not read')
  const { extra: _, ...one } = quick
  const { extra: __, ...other } = general.document
  expect(JSON.stringify(one) === JSON.stringify(other), 'the readers differ')
})

const memoryBytes = attack(
  'bytes of a memory file',
  fc.uint8Array({ maxLength: 300 }),
  async bytes => {
    const read = decodeMemoryFile(Buffer.from(bytes))
    if ('text' in read) await parseMemoryDocument(read.text, ORIGIN)
  },
)

const TRANSCRIPTS = readdirSync(fixture('.'), { recursive: true, encoding: 'utf8' }).filter(name =>
  /\.jsonl?$/.test(name),
)

/** Reads a transcript from its beginning to its end as one of each host; throws what a format throws. */
function readWhole(path: string): void {
  for (const format of HOST_NAMES.flatMap(host => transcriptsOf(host) ?? [])) {
    const read = withTranscript(path, file => {
      try {
        return [readHead(file, format), ...turnsFromEnd(file, Infinity, format)]
      } catch (error) {
        return error as Error
      }
    })
    if (read instanceof Error) throw read
  }
}

const transcripts = attack(
  'transcript',
  fc.tuple(fc.constantFrom(...TRANSCRIPTS), changes, cut, fc.option(fc.jsonValue())),
  ([name, by, end, more]) => {
    const path = join(work, 'transcript.jsonl')
    const bytes = mutate(readFileSync(fixture(name)), by, end)
    writeFileSync(
      path,
      Buffer.concat([bytes, Buffer.from(more === null ? '' : `\n${JSON.stringify(more)}\n`)]),
    )
    findTurn(path, 1_000_000, () => true)
    findTurn(path, 1_000, () => false)
    readWhole(path)
    readToolUses(path, 0)
  },
)

const records = fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 8 })
const hostRecords = attack(
  'transcript record',
  fc.tuple(fc.constantFrom(...TRANSCRIPTS), fc.nat(50), fc.string(), fc.jsonValue(), records),
  ([name, at, key, value, more]) => {
    const lines = readFileSync(fixture(name), 'utf8').split('\n').filter(Boolean)
    const changed = lines.map((line, number) => {
      if (number !== at % lines.length) return line
      const record = tryJson(line)
      const keys = typeof record === 'object' && record !== null ? Object.keys(record) : []
      return JSON.stringify({
        ...(record as object),
        [keys[key.length % keys.length] ?? key]: value,
      })
    })
    const path = join(work, 'records.jsonl')
    writeFileSync(path, [...changed, ...more.map(one => JSON.stringify(one))].join('\n'))
    findTurn(path, 1_000_000, () => false)
    readWhole(path)
    readToolUses(path, 0)
  },
)

function tryJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

const EVENTS = [
  ...['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd', 'BeforeAgent', 'AfterAgent'],
  ...[
    'sessionStart',
    'userPromptSubmitted',
    'beforeSubmitPrompt',
    'stop',
    'sessionEnd',
    'PreCompress',
  ],
]
const HOSTS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'qwen-code',
  'copilot-cli',
  'cursor',
  'opencode',
  'droid',
  'x',
]
const FIELDS = [
  ...['session_id', 'sessionId', 'conversation_id', 'cwd', 'prompt', 'submitted_prompt', 'source'],
  ...[
    'last_assistant_message',
    'prompt_response',
    'text',
    'transcript_path',
    'agent_id',
    'workspace_roots',
  ],
  ...[
    'stop_hook_active',
    'prompt_id',
    'turn_id',
    'hookEventName',
    'timestamp',
    'status',
    '__proto__',
  ],
]
const payloads = attack(
  'hook payload',
  fc.tuple(
    fc.constantFrom(...EVENTS),
    fc.constantFrom(...HOSTS),
    fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.jsonValue({ maxDepth: 3 }), text)),
    fc.oneof(fc.constant(undefined), text),
  ),
  ([event, host, fields, broken]) => {
    const given = broken ?? JSON.stringify({ ...fields, hook_event_name: event })
    const call = readCall(parsePayload(given), ['--host', host])
    if (call === undefined) return
    for (const name of ['session', 'cwd', 'prompt', 'reply', 'source'] as const)
      expect(['string', 'undefined'].includes(typeof call[name]), `${name} is no text`)
  },
)

const queries = attack(
  'query string',
  fc.oneof(
    text,
    fc
      .array(
        fc.tuple(fc.constantFrom(...Object.keys(QUERY_PARAMS), 'scopeKey', 'limit', 'kind'), text),
      )
      .map(pairs => pairs.map(([key, value]) => `${key}=${value}`).join('&')),
  ),
  async given => {
    const query = new URLSearchParams(given)
    await orRefused(() => parseFilter(query, LIST_FILTER))
    await orRefused(() => readQuery(query, PAGE))
  },
)

const scopeKeys = attack('scope key', text, async given => {
  const scope = await orRefused(() => parseScopeKey(given))
  const path = await orRefused(() =>
    parseScopeKey(`project:${encodeURIComponent(`/${given.replace(/[\ud800-\udfff]/gu, '')}`)}`),
  )
  for (const one of [scope, path]) {
    if (one === undefined) continue
    const again = parseScopeKey(formatScopeKey(one))
    expect(again.type === one.type && again.id === one.id, 'no round trip')
  }
})

const indexFiles = attack(
  'index file',
  fc.tuple(fc.integer({ min: 1, max: 6 }), changes, cut),
  ([number, by, end]) => {
    const bytes = encodeIndex(makeIndex(number, 40), { directoryStamp: 'x' })
    const path = join(work, 'a.idx')
    const ask = () => {
      const index = openIndexFile(path)
      try {
        return (
          index &&
          JSON.stringify([
            search([index], 'alpha beta gamma deploy', { limit: 20 }),
            index.entries(0, 40),
          ])
        )
      } catch (error) {
        if (error instanceof SvcError) return undefined
        throw error
      } finally {
        index?.close()
      }
    }
    writeFileSync(path, bytes)
    const whole = ask()
    expect(whole?.includes('score') === true, 'the whole file answers nothing')
    writeFileSync(path, mutate(bytes, by, end))
    const now = ask()
    expect(now === undefined || now === whole, 'a damaged file answers otherwise')
  },
)

const store = openStore(join(work, 'store', 'svc.json'))

const documentsFiles = attack(
  '.docs file',
  fc.tuple(changes, cut, anyText),
  async ([by, end, junk]) => {
    const path = documentsFilePath(store, 'fuzz')
    const file = new DocumentsFile(store, 'fuzz')
    const loaded = {
      file: { name: 'a.md', stamp: 's', modifiedAt: ORIGIN.modifiedAt },
      document: createDocument(createRandom(7)),
    }
    rmSync(path, { force: true })
    await file.follow(new Map([['a.md', loaded]]))
    const bytes = mutate(readFileSync(path), by, end)
    const isSame = bytes.equals(readFileSync(path))
    for (const given of [bytes, Buffer.from(junk)]) {
      writeFileSync(path, given)
      const { size } = await new DocumentsFile(store, 'fuzz').read()
      expect(size === 0 || isSame, 'damage was believed')
    }
  },
)

const merges = attack(
  'merge driver',
  fc.tuple(seed, anyText, fc.boolean()),
  async ([number, junk, isJunk]) => {
    const random = createRandom(number)
    const base = createDocument(random, unique)
    const sides = [editDocument(base, random, unique), editDocument(base, random, unique)]
    const [ours = '', theirs = ''] = sides.map(formatMemoryDocument)
    const first = await mergeTexts(
      formatMemoryDocument(base),
      isJunk ? junk : ours,
      theirs,
      ORIGIN.fileName,
    )
    const second = await mergeTexts(
      formatMemoryDocument(base),
      theirs,
      isJunk ? junk : ours,
      ORIGIN.fileName,
    )
    expect('problem' in first === 'problem' in second, 'one direction is refused')
    if ('problem' in first || 'problem' in second) return
    const read = await parseSide(first.text, ORIGIN.fileName)
    expect(isJunk || 'document' in read, 'the result cannot be read')
    if (isJunk) return
    expect(first.text === second.text, 'does not commute')
    const known = new Set(base.content.split('\n'))
    const added = sides
      .flatMap(({ content }) => content.split('\n'))
      .filter(line => !known.has(line))
    for (const line of added) expect(first.text.includes(line), `lost: ${line}`)
  },
)

const loads = attack(
  'load line',
  fc.array(
    fc.oneof(
      text,
      fc.json(),
      fc
        .record(
          {
            id: text,
            title: text,
            content: text,
            scope: fc.jsonValue(),
            tags: fc.jsonValue(),
            source: fc.jsonValue(),
            createdAt: text,
          },
          { requiredKeys: [] },
        )
        .map(one => JSON.stringify(one)),
    ),
    { maxLength: 5 },
  ),
  async lines => {
    async function* given() {
      yield* lines
    }
    const { counts } = await loadLines(new Collections(store), given(), () => new Date())
    const { added, updated, unchanged, failed } = counts
    const filled = lines.filter(line => line.replace(/^\ufeff/, '').trim() !== '').length
    expect(added + updated + unchanged + failed <= Math.max(lines.length, filled), 'counted twice')
  },
)

const documents = attack(
  'scope.json, pointer and config',
  fc.tuple(fc.oneof(text, fc.json()), fc.jsonValue()),
  async ([broken, value]) => {
    const { mkdirSync } = await import('node:fs')
    const folder = join(store.root, 'projects', 'fuzz-x')
    mkdirSync(folder, { recursive: true })
    mkdirSync(statePath(store, 'paths'), { recursive: true })
    const pointer = {
      path: '/fuzz',
      folder: 'fuzz-x',
      repository: value,
      placement: value,
      trustedRemote: value,
    }
    const texts = [
      broken,
      JSON.stringify({
        type: 'project',
        id: value,
        remote: value,
        remotes: value,
        rootCommit: value,
      }),
    ]
    for (const [at, given] of texts.entries()) {
      writeFileSync(join(folder, 'scope.json'), given)
      writeFileSync(
        statePath(store, 'paths', 'fuzz.json'),
        at === 0 ? broken : JSON.stringify(pointer),
      )
      listScopes(store)
      await findScope(store, { type: 'project', id: '/fuzz' })
    }
    await orRefused(() =>
      createConfig({ entries: value, onProblem: () => undefined, onWarning: () => undefined }),
    )
    await orRefused(() => createConfig({ entries: [{ id: 'svc', name: 'svc', config: value }] }))
  },
)

const passages = attack(
  'Markdown passages',
  fc.tuple(anyText, text, fc.integer({ min: -1, max: 2_000 })),
  ([markdown, query, most]) => {
    const sections = splitSections(markdown)
    expect(
      sections.every(
        ({ heading, content }) => typeof heading === 'string' && typeof content === 'string',
      ),
      'no section',
    )
    expect(selectPassages(markdown, query, most).length <= Math.max(most, 0), 'too long')
  },
)

const answers = attack(
  'provider answer',
  fc.oneof(
    anyText,
    fc.json(),
    fc.json().map(one => `<think>{</think>\n\`\`\`json\n${one}\n\`\`\``),
  ),
  given =>
    orRefused(() => parseAnswerText(given)).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ProviderFault') throw error
    }),
)

const skills = attack('SKILL.md', anyText, async given => {
  const { mkdirSync } = await import('node:fs')
  const dir = join(work, 'skills', 'one')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'SKILL.md'), given)
  const scope = { type: 'global', id: null } as const
  await discoverSkills({ roots: [{ dir: join(work, 'skills'), scope, source: 'store' } as never] })
})

/** Every parser, with what must hold of it. */
export const ATTACKS: readonly Attack[] = [
  ...[frontMatters, memories, strict, memoryBytes, transcripts, hostRecords, payloads, queries],
  ...[scopeKeys, indexFiles, documentsFiles, merges, loads, documents, passages, answers, skills],
]
