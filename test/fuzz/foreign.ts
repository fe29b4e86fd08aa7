import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseHookCall } from '../../handlers/hooks/protocol.js'
import { parseTarget, pathOf, isLiteralPath } from '../../handlers/http/exchange.js'
import { parseHost } from '../../handlers/http/guard.js'
import { chooseEncoding, namesTag } from '../../handlers/panel/negotiate.js'
import { parsePayload, readCall } from '../../src/bin/hook/call.js'
import { indentText, widthOf, wrapText } from '../../src/bin/terminal/layout.js'
import { oneLine } from '../../src/bin/terminal/words.js'
import { saysTheSame } from '../../src/consolidate/combine.js'
import { openFence, toBlocks, toFeatures } from '../../src/consolidate/markdown.js'
import { planConsolidation } from '../../src/consolidate/plan.js'
import { planLines } from '../../src/git/init.js'
import { findPrograms } from '../../src/git/judge.js'
import { appendValue, parseLoosely, putValue } from '../../src/hosts/install/json-text.js'
import { dataDirOf, isOwnCommand, readPaths } from '../../src/hosts/install/own.js'
import { addTable, parseToml, removeTable } from '../../src/hosts/install/parts/toml.js'
import { isForEverySession } from '../../src/hosts/loaded.js'
import { toStepCall } from '../../src/hosts/transcript/steps.js'
import { findTurn } from '../../src/hosts/transcript/turns.js'
import { readToolUses, skillsOfCall } from '../../src/hosts/transcript/uses.js'
import { KINDS } from '../../src/import/kinds/index.js'
import { readWorkspaceFile } from '../../src/import/read.js'
import { ruleFor, skipReason } from '../../src/import/rules.js'
import { languageOf } from '../../src/languages/detect.js'
import { splitWords } from '../../src/memories/forms.js'
import { cleanAliases, cleanContent, cleanTitle, pickAliases } from '../../src/memories/given.js'
import { derivePhrases, distinctAliases } from '../../src/memories/phrases.js'
import { areTooLong, compareLines, mergeLines } from '../../src/merge/lines.js'
import { mergeTexts, splitConflict } from '../../src/merge/text.js'
import { findFixes } from '../../src/past/fix.js'
import { parseAnswerText } from '../../src/provider/answer.js'
import { createBuiltinProvider } from '../../src/provider/builtin/index.js'
import { weighSentences } from '../../src/provider/builtin/lasting.js'
import { parseRetryAfter } from '../../src/provider/post.js'
import { readUsageLimit } from '../../src/provider/usage-limit.js'
import { renderContext } from '../../src/recall/context.js'
import { findSecrets, redact, saidByPerson } from '../../src/redact/index.js'
import { withAsked } from '../../src/reflect/asked.js'
import { checkCandidates } from '../../src/reflect/candidates.js'
import { clipLasting } from '../../src/reflect/clip.js'
import { compare } from '../../src/reflect/compare.js'
import { readFeedback } from '../../src/reflect/feedback.js'
import { putInPlace, relate, saysInstead } from '../../src/reflect/relation.js'
import { findTouched } from '../../src/reflect/touched.js'
import { cleanAsked, cleanSaid, toSearched } from '../../src/redact/clean.js'
import { toWords } from '../../src/reflect/words.js'
import { secretsIn, secretsInName } from '../../src/scrub/find.js'
import { openBeginning } from '../../src/search/beginning.js'
import { createMatcher } from '../../src/search/matcher.js'
import { selectPassages, selectRules } from '../../src/search/passages.js'
import { parseQuery } from '../../src/search/query.js'
import { cutEnd, splitSections } from '../../src/search/sections.js'
import { discoverSkills, toSkillName, toTrigger } from '../../src/skills/discover.js'
import { searchSkills } from '../../src/skills/index.js'
import { clip, titleKey, toHead, toInside, toLine, toTerminal, toTitle } from '../../src/text.js'
import { formatMemoryDocument } from '../../store/document/format.js'
import { parseFrontMatter, splitFrontMatter } from '../../store/document/front-matter.js'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { decodeMemoryFile, findProblem, hasConflict } from '../../store/document/problems.js'
import { parseMemoryStrict } from '../../store/document/strict.js'
import { parseLines } from '../../store/files/log.js'
import { parseGitConfig } from '../../store/git/config.js'
import { hideCredentials, toGitError } from '../../store/git/git.js'
import { parseConfig, parseGitStatus, parseRawDiff } from '../../store/git/read.js'
import { normaliseRemote } from '../../store/git/repository.js'
import { analyseDocument, stem, tokenize } from '../../store/index/analyse.js'
import { createScopeIndex } from '../../store/index/memory-index.js'
import { idOfFileName, isId, memoryFileName, slugOf } from '../../store/names.js'
import { parseScopeKey } from '../../store/projects/scope.js'
import { createRandom, makeDocument, makeIndex } from '../store/index/sample.js'
import { createItem } from '../src/consolidate/items.js'

/** A reader of texts that others wrote. */
export interface Reader {
  name: string
  /** Most characters that it is ever given; missing where nothing but a file's size bounds them. */
  most?: number
  /** True where each word is held against each: what it takes at its most is looked at alone. */
  isPaired?: true
  read: (text: string) => unknown
}

const work = realpathSync(mkdtempSync(join(tmpdir(), 'svc-linear-')))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))

const NOW = new Date('2026-11-27T12:00:00Z')
const SCOPE = { type: 'project', id: work } as const
const ORIGIN = { fileName: 'rule--abcd1234.md', modifiedAt: NOW.toISOString() }

/** A refusal is an answer too. */
function tolerant(read: (text: string) => unknown) {
  return async (text: string): Promise<void> => {
    try {
      await read(text)
    } catch {
      // What it refuses is looked at elsewhere.
    }
  }
}

function documentOf(title: string, content: string) {
  return createItem(title, content).document
}

function knownOf(content: string) {
  return [{ document: documentOf('The rule', content) }]
}

function place(name: string, text: string): string {
  const path = join(work, name)
  writeFileSync(path, text)
  return path
}

const CONSOLIDATION: readonly Reader[] = [
  { name: 'consolidation: blocks', read: toBlocks },
  { name: 'consolidation: an open fence', read: openFence },
  { name: 'consolidation: features', read: text => toFeatures(createItem('The rule', text)) },
  { name: 'consolidation: a title', read: text => toFeatures(createItem(text, 'The rule.')) },
  {
    name: 'consolidation: a plan',
    read: text =>
      planConsolidation(
        [createItem('The rule', text), createItem('A rule', `Never so.\n${text}`)],
        { capacity: 100, now: NOW },
      ),
  },
  {
    name: 'consolidation: another wording',
    most: 24_000,
    read: text => saysTheSame(text, `${text} a`),
  },
]

const index = makeIndex(3, 40)
const SEARCH: readonly Reader[] = [
  { name: 'search: tokens', read: tokenize },
  { name: 'search: a stem', read: stem },
  { name: 'search: a query', read: parseQuery },
  { name: 'search: a beginning', read: text => openBeginning([index], text) },
  { name: 'search: words of a hit', read: text => createMatcher(new Set(['deploy', 'a']))([text]) },
  { name: 'search: sections', read: splitSections },
  { name: 'search: an end', most: 10_000, read: text => cutEnd(text, text.length - 10) },
  { name: 'search: passages', read: text => selectPassages(text, 'alpha deploy', 2_000) },
  {
    name: 'search: passages for a text',
    read: text => selectPassages('Use it.\n'.repeat(400), text, 900),
  },
  { name: 'search: rules', read: text => selectRules(text, 2_000) },
  {
    name: 'search: an indexed memory',
    read: text => {
      const document = { ...makeDocument(createRandom(1), 1), title: text, content: text }
      analyseDocument(document)
      createScopeIndex().put(document)
    },
  },
]

const LIMITS = { maxChars: 10_000, rest: { count: 0, titles: [] } }
const RECALL: readonly Reader[] = [
  {
    name: 'recall: a context at a start',
    read: text =>
      renderContext([{ kind: 'fact', title: text, content: text, from: 'a' }], () => '', LIMITS),
  },
  {
    name: 'recall: a context beside a prompt',
    read: text =>
      renderContext(
        [{ kind: 'fact', title: 'a', content: text, from: 'a' }],
        room => text.slice(0, room),
        {
          ...LIMITS,
          text,
        },
      ),
  },
]

const MEMORIES: readonly Reader[] = [
  { name: 'given: a title', read: cleanTitle },
  { name: 'given: a content', read: text => cleanContent(text, 262_144) },
  { name: 'given: aliases', read: text => [cleanAliases([text]), pickAliases([text, text])] },
  { name: 'given: words', read: splitWords },
  { name: 'memories: phrases', read: text => derivePhrases({ title: text, content: text }) },
  { name: 'memories: aliases', read: text => distinctAliases([text, `${text} a`], text) },
]

const CLEAN: readonly Reader[] = [
  { name: 'redaction', read: redact },
  { name: 'redaction: what holds a secret', read: findSecrets },
  { name: 'redaction: what a person said', read: saidByPerson },
  { name: 'scrub: secrets', read: text => secretsIn(text) },
  { name: 'scrub: a given secret', read: text => secretsIn(text, 'a1"b2') },
  { name: 'scrub: a name', most: 4_096, read: text => secretsInName(text) },
  { name: 'text: a line', read: toLine },
  { name: 'text: a head', read: toHead },
  { name: 'text: what is inside', read: toInside },
  { name: 'text: a title', read: text => [toTitle(text), titleKey(text)] },
  { name: 'text: a cut', read: text => clip(text, text.length - 9, 'ends') },
  { name: 'terminal: a text', read: text => wrapText(toTerminal(text), 80) },
  { name: 'terminal: an indented text', read: text => indentText(text, { columns: 80 } as never) },
  { name: 'terminal: a line', read: text => widthOf(oneLine(text)) },
]

const model = createBuiltinProvider()
function distil(prompt: string, reply: string) {
  const none = { memories: [], skills: [] }
  const request = {
    scope: SCOPE,
    turns: [
      { prompt, reply, at: NOW.toISOString() },
      { prompt: `No, remember: ${prompt}`, reply, at: NOW.toISOString() },
    ] as never,
    own: none,
    global: none,
    nearest: [],
    maxMemories: 10,
    maxSkills: 3,
  }
  return model.reflect(request, new AbortController().signal)
}

/** The queue keeps no more of a prompt or a reply. */
const QUEUED = 20_000

const LEARNING: readonly Reader[] = [
  { name: 'learning: a prompt of the queue', read: cleanSaid },
  { name: 'learning: what was asked', read: cleanAsked },
  { name: 'learning: what is searched', read: toSearched },
  {
    name: 'learning: what a batch holds',
    read: text => clipLasting(text, 4_000, given => weighSentences(given, 'user')),
  },
  { name: 'learning: what a reply tells', read: text => weighSentences(text, 'agent') },
  { name: 'learning: a turn', most: QUEUED, read: text => distil(text, text) },
  { name: 'learning: the words', read: toWords },
  { name: 'learning: the language', read: languageOf },
  {
    name: 'learning: feedback',
    read: text =>
      readFeedback(
        [{ id: 'abcd1234', title: 'The rule', content: text }],
        { prompt: text.slice(0, QUEUED), reply: text.slice(0, QUEUED) },
        () => true,
      ),
  },
  {
    name: 'learning: another name',
    read: text => withAsked({ title: text, aliases: [], source: { runtime: 'svc' } }, text),
  },
  { name: 'learning: two statements', read: text => compare(text, `${text} not`) },
  {
    name: 'learning: two statements of words against words',
    most: 3_900,
    isPaired: true,
    read: text => compare(text, `${text} not`),
  },
  { name: 'learning: a relation', read: text => relate({ content: text }, knownOf(`${text} 5`)) },
  { name: 'learning: what is touched', read: text => findTouched(text, text, knownOf(text)) },
  {
    name: 'learning: one in place',
    read: text => [saysInstead(text), putInPlace(text, knownOf(text)[0]!)],
  },
  { name: 'answer: JSON', read: parseAnswerText },
  {
    name: 'answer: candidates',
    read: text =>
      checkCandidates(
        {
          memories: [{ kind: text, title: text, content: text, tags: [text], aliases: [text] }],
          skills: [{ name: text, description: text, body: text }],
          retractions: [{ statement: text }],
        },
        { maxMemories: 5, maxSkills: 5 },
      ),
  },
  { name: 'answer: a limit', read: text => readUsageLimit(text, NOW) },
  { name: 'answer: when again', most: 16_384, read: text => parseRetryAfter(text, NOW.getTime()) },
]

/** Places in the folder of a tool at which it keeps notes. */
const NOTES = {
  ...{ markdown: 'note.md', 'basic-memory': 'note.md', text: '', gemini: 'GEMINI.md' },
  ...{ 'claude-code': 'memory/note.md', codex: 'memories/MEMORY.md' },
}

/** Reads a note as an import of its kind does. */
async function readNote(kind: keyof typeof NOTES, text: string): Promise<void> {
  const folder = join(work, kind)
  const path = join(folder, NOTES[kind] || 'list.txt')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const around = { home: work, env: {}, now: NOW, projects: [], all: false, isGiven: true }
  for await (const _ of KINDS[kind]!.read(NOTES[kind] === '' ? path : folder, around));
}

const FILES: readonly Reader[] = [
  ...(Object.keys(NOTES) as (keyof typeof NOTES)[]).map(kind => ({
    name: `notes of ${kind}`,
    read: (text: string) => readNote(kind, text),
  })),
  { name: 'memory file', read: text => parseMemoryDocument(text, ORIGIN) },
  { name: 'memory file: strict', read: parseMemoryStrict },
  { name: 'memory file: bytes', read: text => decodeMemoryFile(Buffer.from(text)) },
  { name: 'memory file: problems', read: text => [findProblem(text), hasConflict(text)] },
  { name: 'memory file: its text', read: text => formatMemoryDocument(documentOf(text, text)) },
  { name: 'front matter', read: text => parseFrontMatter(text) },
  { name: 'front matter: where it ends', read: splitFrontMatter },
  {
    name: 'front matter: rules of an editor',
    read: text => isForEverySession('.cursor/rules/a.mdc', text),
  },
  {
    name: 'merge: lines',
    read: text => {
      const sides = { base: text, ours: `a\n${text}`, theirs: `${text}\nb` }
      if (!areTooLong(sides)) mergeLines(sides)
    },
  },
  { name: 'merge: compared', read: text => compareLines(text, `${text}\na`) },
  { name: 'merge: a conflict', read: splitConflict },
  { name: 'merge: files', read: text => mergeTexts(text, `${text}a`, `${text}b`, ORIGIN.fileName) },
  {
    name: 'agent file',
    read: text => {
      place('AGENTS.md', text)
      readWorkspaceFile(work, 'AGENTS.md', ruleFor('AGENTS.md')!)
    },
  },
  { name: 'agent file: its path', most: 4_096, read: text => [ruleFor(text), skipReason(text)] },
  {
    name: 'skill file',
    read: text => {
      mkdirSync(join(work, 'skills', 'one'), { recursive: true })
      place('skills/one/SKILL.md', text)
      return discoverSkills({
        roots: [{ dir: join(work, 'skills'), scope: SCOPE, source: 'store' } as never],
      })
    },
  },
  { name: 'skill: name and trigger', read: text => [toSkillName(text), toTrigger(text)] },
  {
    name: 'skill: searched',
    read: text => searchSkills([{ name: text, description: text } as never], text),
  },
]

const dialects = ['json', 'jsonc'] as const
const HOSTS: readonly Reader[] = [
  {
    name: 'host settings: JSON',
    read: text => dialects.map(dialect => parseLoosely(text, dialect)),
  },
  {
    name: 'host settings: a value put',
    read: text => putValue(text, ['a', 'b'], 1, 'jsonc'),
  },
  {
    name: 'host settings: a value added',
    read: text => appendValue(text, ['a'], 1, 'jsonc'),
  },
  { name: 'host settings: TOML', read: parseToml },
  {
    name: 'host settings: a table added',
    read: text => addTable(text, ['a', 'b'], { c: 1 }),
  },
  { name: 'host settings: a table removed', read: text => removeTable(text, ['a', 'b']) },
  {
    name: 'host settings: a command',
    read: text => [isOwnCommand(text), readPaths(text), dataDirOf(text)],
  },
  {
    name: 'transcript',
    read: text => {
      const path = place('transcript.jsonl', text)
      findTurn(path, 1_000_000, () => false)
      readToolUses(path, 0)
    },
  },
  {
    name: 'transcript: a record of it',
    read: text => {
      const said = (type: string) =>
        JSON.stringify({ type, message: { role: type, content: text } })
      const path = place('records.jsonl', `${said('user')}\n${said('assistant')}\n`)
      findTurn(path, 1_000_000, () => false)
    },
  },
  {
    name: 'transcript: a command',
    read: text => [
      toStepCall('a', 'Bash', { command: text }),
      skillsOfCall({ name: 'Bash', input: { command: text } }),
    ],
  },
  {
    name: 'transcript: a patch',
    read: text => [
      toStepCall('a', 'apply_patch', `*** Begin Patch\n${text}`),
      toStepCall('a', 'apply_patch', `*** Begin Patch\n*** Add File: ${text}`),
    ],
  },
  {
    name: 'hook payload',
    read: text => readCall(parsePayload(text), ['--host', 'codex']),
  },
  {
    name: 'hook payload: its prompt',
    read: text =>
      parseHookCall(
        { hook_event_name: 'UserPromptSubmit', prompt: text, cwd: text, transcript_path: text },
        {},
      ),
  },
]

const GIT: readonly Reader[] = [
  { name: 'git: .git/config', read: parseGitConfig },
  { name: 'git: a diff', read: parseRawDiff },
  { name: 'git: status', read: parseGitStatus },
  { name: 'git: its settings', read: parseConfig },
  { name: 'git: an address', read: text => [normaliseRemote(text), hideCredentials(text)] },
  { name: 'git: an error', read: text => toGitError(['fetch'], text) },
  { name: 'git: attributes', read: findPrograms },
  { name: 'git: lines of a file', read: text => planLines(text, ['a']) },
  {
    name: 'names',
    read: text => [slugOf(text), memoryFileName(text, 'abcd1234'), idOfFileName(text), isId(text)],
  },
  { name: 'scope key', read: parseScopeKey },
  { name: 'log', read: text => parseLines(text) },
  { name: 'an error, asked and met', read: readFixes },
]

function readFixes(text: string) {
  const step = { command: text, isFailed: true, output: text }
  const again = { command: text, isFailed: false }
  const turn = { session: 's', turn: 1, at: NOW.toISOString(), asked: text, answered: text }
  return findFixes(text, [{ key: 'k', turns: [{ ...turn, did: [step, again] }] }])
}

/** Node takes no more of a request's head. */
const HEAD = 16_384
const HTTP: readonly Reader[] = [
  {
    name: 'HTTP: a target',
    most: HEAD,
    read: text => [pathOf(text), isLiteralPath(text), parseTarget(text)],
  },
  { name: 'HTTP: a host', most: HEAD, read: parseHost },
  { name: 'HTTP: encodings', most: HEAD, read: text => chooseEncoding(text, ['br', 'gzip']) },
  { name: 'HTTP: tags', most: HEAD, read: text => namesTag(text, '"abc"') },
]

/** Every reader of foreign texts. */
export const READERS: readonly Reader[] = [
  ...[...CONSOLIDATION, ...SEARCH, ...RECALL, ...MEMORIES, ...CLEAN],
  ...[...LEARNING, ...FILES, ...HOSTS, ...GIT, ...HTTP],
].map(reader => ({ ...reader, read: tolerant(reader.read) }))
