import { sep } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { readRegularFile, toRealPath } from '../../store/files/read.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { findScope, listScopes } from '../../store/projects/projects.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { Scope, Skill, ScopeFilter } from '../../store/types.js'
import { isListedByHost } from '../hosts/loaded.js'
import type { HostProfile } from '../hosts/profile.js'
import { clip, toLine } from '../text.js'
import type { SkillFilter } from '../types.js'
import { toSkillName, discoverSkills, skillRoots, type SkillRoot } from './discover.js'
import { inOrderOfLife, readSkillLives } from './life.js'

/**
 * The skills that the filter names, as they are on disk now, promoted ones first; of two with one
 * name, global and project, only the global one. Dormant skills are left out unless the filter
 * wants them. A project's skills are found whether or not svc stored anything for it.
 */
export async function listSkills(
  store: Store,
  home: string,
  filter: SkillFilter,
  now = new Date(),
): Promise<{ skills: Skill[]; total: number }> {
  const { text, includeDormant = false, limit = 100, offset = 0 } = filter
  const all = await findSkills(store, home, await findPlaces(store, filter), now)
  const found = inOrderOfLife(all.filter(({ dormant }) => includeDormant || !dormant))
  const matching = text === undefined || text.trim() === '' ? found : searchSkills(found, text)
  return { skills: matching.slice(offset, offset + limit), total: matching.length }
}

/** One skill with its text. Throws SKILL_NOT_FOUND. */
export async function readSkill(
  store: Store,
  home: string,
  name: string,
  filter: ScopeFilter,
  now = new Date(),
): Promise<Skill & { content: string }> {
  const skills = await findSkills(store, home, await findPlaces(store, filter), now)
  const skill = skills.find(one => one.name === name)
  const content = skill && readSkillText(skill.path)
  if (skill === undefined || content === undefined) {
    throw new SvcError('SKILL_NOT_FOUND', `there is no skill ${name} in these scopes`)
  }
  return { ...skill, content }
}

/** A scope whose skills are looked for, with its folder in the store where it has one. */
export interface SkillPlace {
  scope: Scope
  folder: ScopeFolder | undefined
}

/**
 * Every skill of these places, dormant ones too, as they are on disk now; of two with one name,
 * global and project, only the global one.
 */
async function findSkills(
  store: Store,
  home: string,
  places: readonly SkillPlace[],
  now: Date,
): Promise<Skill[]> {
  const roots = places.flatMap(place => rootsOf(home, place))
  return visibleSkills(await readSkills(store, roots, now))
}

/**
 * Those of them that a host's model must be told of: none of a name that the host lists itself, and
 * none in a dot-folder, where programs keep what they ship.
 */
export async function findUnlistedSkills(
  store: Store,
  home: string,
  places: readonly SkillPlace[],
  { host, now }: { host: HostProfile | undefined; now: Date },
): Promise<Skill[]> {
  const roots = places.flatMap(place => rootsOf(home, place))
  const isListed = ({ place }: SkillRoot) =>
    place !== undefined && isListedByHost(host, place.of, place.folder)
  const [listed, others] = [roots.filter(isListed), roots.filter(root => !isListed(root))]
  // The host's own first: of two skills with one name the first one stays.
  const skills = await readSkills(store, [...listed, ...others], now)
  const known = new Set(skills.filter(skill => isBelow(skill, listed)).map(toKey))
  const hidden = new Set(skills.filter(skill => isHidden(skill, roots)))
  return visibleSkills(skills).filter(skill => !known.has(toKey(skill)) && !hidden.has(skill))
}

/** Finds the skills that a host's model must be told of if these scopes are its session's. */
export async function findUnlistedIn(
  store: Store,
  home: string,
  scopes: readonly Scope[],
  told: { host: HostProfile | undefined; now: Date },
): Promise<Skill[]> {
  return findUnlistedSkills(store, home, await findPlaces(store, { scopes: [...scopes] }), told)
}

function toKey({ name }: Skill): string {
  return name.toLowerCase()
}

function isBelow({ path }: Skill, roots: readonly SkillRoot[]): boolean {
  return roots.some(({ dir }) => path.startsWith(dir + sep))
}

function isHidden({ path }: Skill, roots: readonly SkillRoot[]): boolean {
  const root = roots.find(({ dir }) => path.startsWith(dir + sep))
  return root !== undefined && path.slice(root.dir.length).includes(`${sep}.`)
}

async function readSkills(store: Store, roots: readonly SkillRoot[], now: Date): Promise<Skill[]> {
  const lifeOf = readSkillLives(store, now)
  return (await discoverSkills({ roots })).map((skill): Skill => {
    const { name, trigger, path, scope } = skill
    return { name, trigger, path, ...lifeOf(skill), scope }
  })
}

/** The scopes that a filter names, each with its folder; all of the store where it names none. */
async function findPlaces(
  store: Store,
  { scope, scopes, scopeType }: ScopeFilter,
): Promise<SkillPlace[]> {
  const named = scopes ?? (scope && [scope])
  if (named !== undefined) {
    return Promise.all(named.map(async scope => ({ scope, folder: await findScope(store, scope) })))
  }
  const all = listScopes(store).map(folder => ({ scope: folder.scope, folder }))
  return scopeType === undefined ? all : all.filter(({ scope: { type } }) => type === scopeType)
}

function rootsOf(home: string, { scope, folder }: SkillPlace): SkillRoot[] {
  const storeDirs = folder === undefined ? [] : [{ dir: folder.path, scope: folder.scope }]
  if (scope.type === 'global') return skillRoots({ home, storeDirs })
  return skillRoots({ project: { dir: scope.id, scope }, storeDirs })
}

/** Leaves out each project skill that global scope has a skill of the same name of. */
export function visibleSkills<T extends { name: string; scope: Scope }>(skills: readonly T[]): T[] {
  const isGlobal = (skill: T) => formatScopeKey(skill.scope) === 'global'
  const globals = new Set(skills.filter(isGlobal).map(skill => skill.name.toLowerCase()))
  return skills.filter(skill => isGlobal(skill) || !globals.has(skill.name.toLowerCase()))
}

const MAX_BODY_BYTES = 256 * 1024

/** The whole text of a SKILL.md, front matter included; undefined where it cannot be read. */
export function readSkillText(path: string): string | undefined {
  const real = toRealPath(path)
  if (real === undefined) return undefined
  const read = readRegularFile(real, real, { maxBytes: MAX_BODY_BYTES, head: true })
  return 'skip' in read ? undefined : read.bytes.toString()
}

/**
 * The skills whose name, trigger or file holds every word of `text`, whatever the case: those with
 * all words in the name first, then those with some, else in the order given. All of them where
 * `text` has no word.
 */
export function searchSkills<T extends SearchedSkill>(skills: readonly T[], text: string): T[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const hits = skills
    .map(skill => ({ skill, inName: countIn(fold(skill.name), words) }))
    .filter(({ skill, inName }) => inName === words.length || holdsAll(skill, words))
  return hits.sort((one, other) => other.inName - one.inName).map(({ skill }) => skill)
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function countIn(text: string, words: readonly string[]): number {
  return words.filter(word => text.includes(word)).length
}

function holdsAll(skill: SearchedSkill, words: readonly string[]): boolean {
  const text = fold([skill.name, skill.trigger, readSkillText(skill.path) ?? ''].join('\n'))
  return countIn(text, words) === words.length
}

/** A skill as it is searched. */
type SearchedSkill = Pick<Skill, 'name' | 'trigger' | 'path'>

/** A skill as the catalog needs to know it. */
type CatalogSkill = SearchedSkill & Partial<Pick<Skill, 'dormant' | 'promoted'>>

// Tried in turn: all skills with less of their description, rather than some skills with all of it.
const TRIGGER_LENGTHS = [300, 200, 120, 80, 40]

/**
 * One line a skill, `- name: trigger (path)`, promoted ones starred and first, dormant ones left
 * out, in at most `maxChars` characters. Triggers are shortened before skills are left out, and
 * never longer than 300 characters. Empty where there is nothing to show.
 */
export function renderCatalog(skills: readonly CatalogSkill[], maxChars: number): string {
  const awake = inOrderOfLife(skills.filter(skill => !skill.dormant))
  const texts = TRIGGER_LENGTHS.map(length => awake.map(skill => renderLine(skill, length)))
  const lines = texts.find(each => lengthOf(each) <= maxChars) ?? texts.at(-1)!
  return takeLines(lines, maxChars).join('\n')
}

function renderLine(skill: CatalogSkill, triggerLength: number): string {
  const star = skill.promoted ? '★ ' : ''
  const trigger = withoutTags(clip(toLine(skill.trigger), triggerLength))
  return `- ${star}${toLine(toSkillName(skill.name))}: ${trigger} (${withoutTags(toLine(skill.path))})`
}

/** Takes away all tags: this text describes itself to every session. */
function withoutTags(text: string): string {
  return text.replace(/<(?=[/!?\p{L}])/gu, '‹')
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, -1)
}

function takeLines(lines: readonly string[], maxChars: number): string[] {
  let left = maxChars + 1
  return lines.filter(line => {
    const fits = line.length + 1 <= left
    if (fits) left -= line.length + 1
    return fits
  })
}
