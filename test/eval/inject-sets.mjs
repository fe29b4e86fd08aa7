import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const FOLDER = new URL('./sets/', import.meta.url).pathname
const SECTIONS = '.sections.json'

/** The files of the sets that come with the source. */
export function ownSets() {
  const folder = join(FOLDER, 'inject')
  const names = readdirSync(folder).filter(
    name => name.endsWith('.json') && !name.endsWith(SECTIONS),
  )
  return [...names.sort().map(name => join(folder, name)), join(FOLDER, 'codemem.dev.json')]
}

/**
 * Reads a set: {name, projects: [{name, agents?, memories, prompts}], global}. NAME.sections.json
 * beside it names prompts that a section of the agent file answers. A set to rank has its aliases in
 * NAME.aliases.json, and in negatives.json prompts that want nothing. Throws on other JSON, and where
 * a prompt speaks of what is not there.
 */
export function readSet(file) {
  const name = basename(file, '.json')
  const beside = (other, otherwise) => {
    const path = join(dirname(file), other)
    return existsSync(path) ? readJson(path) : otherwise
  }
  const given = readJson(file)
  if (Array.isArray(given.corpus)) {
    const negatives = Object.values(beside('negatives.json', {})).flat()
    return toSet(name, given, { aliases: beside(`${name}.aliases.json`, {}), negatives })
  }
  if (Array.isArray(given.projects) && Array.isArray(given.prompts))
    return groupPrompts(name, given, beside(name + SECTIONS, []))
  throw new Error(`${file} is no set of prompts`)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A set to rank as one project whose queries want what is relevant; the negatives want nothing. */
export function toSet(name, { corpus, queries }, { aliases, negatives }) {
  const titles = new Map(corpus.map(({ id, title }) => [id, title]))
  const memories = corpus.map(({ id, kind, title, content, tags }) => {
    return { kind, title, content, tags, aliases: aliases[id] ?? [] }
  })
  const prompts = queries.map(({ text, relevant }) => {
    return { text, want: relevant.map(id => titles.get(id)), also: [] }
  })
  const idle = negatives.map(text => ({ text, want: [], also: [] }))
  return { name, projects: [{ name, memories, prompts: [...prompts, ...idle] }], global: [] }
}

/** Gives each project its prompts; one that a section answers wants `section:HEADING`. */
export function groupPrompts(name, { projects, global = [], prompts }, sections) {
  const bySection = new Map(sections.map(({ prompt, section }) => [prompt, sectionName(section)]))
  const all = prompts.map(({ project, text, want, also }, at) => {
    return { project, text, want: bySection.has(at) ? [bySection.get(at)] : want, also }
  })
  const grouped = projects.map(project => {
    const own = all.filter(prompt => prompt.project === project.name)
    checkNames(project, global, own)
    return { ...project, prompts: own.map(({ text, want, also }) => ({ text, want, also })) }
  })
  const missing = all.find(({ project }) => !projects.some(one => one.name === project))
  if (missing) throw new Error(`there is no project ${missing.project}: ${missing.text}`)
  return { name, projects: grouped, global }
}

function checkNames(project, global, prompts) {
  const known = new Set([
    ...[...project.memories, ...global].map(({ title }) => title),
    ...splitSections(project.agents ?? '').map(({ heading }) => sectionName(heading)),
  ])
  for (const { text, want, also } of prompts)
    for (const name of [...want, ...also])
      if (!known.has(name)) throw new Error(`${project.name} has no “${name}”: ${text}`)
}

/** The name of a section of an agent file in a set. */
export function sectionName(heading) {
  return `section:${heading}`
}

/** The sections of an agent file, [] for an empty one; what stands above the first heading is in none. */
export function splitSections(markdown) {
  const sections = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,6}\s+(.+?)\s*$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ heading, lines: [line] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }))
}

/** Gives the projects of the sets, by turns, the prompts of a file {kind: [prompt]}, which want nothing. */
export function withIdle(sets, file) {
  const idle = Object.values(readJson(file)).flat()
  const projects = sets.flatMap(one => one.projects)
  return sets.map(set => ({
    ...set,
    projects: set.projects.map(project => {
      const place = projects.indexOf(project)
      const own = idle.filter((_, at) => at % projects.length === place)
      const prompts = own.map(text => ({ text, want: [], also: [] }))
      return { ...project, prompts: [...project.prompts, ...prompts] }
    }),
  }))
}
