import { useEffect } from 'preact/hooks'
import type { Skill } from '../../../../store/types.js'
import { capitalize, count } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { useChanges } from '../../live.js'
import { useAnswer } from '../../resource.js'
import { CopyIcon, copyText } from '../../ui/copy.js'
import { Markdown } from '../../ui/markdown.js'
import { Empty, Shown } from '../../ui/states.js'
import { Fact, ScopeName, Tag } from '../../ui/text.js'

type WholeSkill = Skill & { content: string }

/** One skill with its text; `scopeKey` is '' where its name alone must find it. */
export function SkillPane({ name, scopeKey }: { name: string; scopeKey: string }) {
  const path = `/skills/${encodeURIComponent(name)}`
  const skill = useAnswer<WholeSkill>(path, { query: { scopeKey }, isFresh: true })
  useChanges(skill.reload)
  useEffect(() => {
    document.querySelector('.split-detail')?.scrollTo(0, 0)
  }, [name, scopeKey])
  if (skill.error?.code === 'SKILL_NOT_FOUND') {
    return <Empty title="This skill is gone">Its file was moved or removed.</Empty>
  }
  return <Shown of={skill}>{value => <Whole skill={value} />}</Shown>
}

function Whole({ skill }: { skill: WholeSkill }) {
  const { fields, body } = splitSkill(skill.content)
  const copyPath = () => copyText(skill.path, 'The path is copied')
  useShortcuts('Skill', [{ keys: 'y', does: 'Copy the path', run: copyPath }])
  return (
    <article class="skill-pane pane">
      <header>
        <h2>{skill.name}</h2>
        <SkillLife skill={skill} />
      </header>
      <p class="skill-lead">{skill.trigger}</p>
      <dl class="facts">
        <Fact name="Scope">
          <ScopeName of={skill.scope} />
        </Fact>
        <Fact name="Use">{formatUses(skill)}</Fact>
        {fields.map(([field, value]) => (
          <Fact key={field} name={capitalize(field)}>
            {value}
          </Fact>
        ))}
        <Fact name="File" class="copied">
          <span class="mono">{skill.path}</span>
          <CopyIcon text={skill.path} label="Copy the path" />
        </Fact>
      </dl>
      <Markdown text={body} />
    </article>
  )
}

/** A SKILL.md as it is shown. */
interface SkillText {
  /** Fields of its front matter as they are written, without `name` and `description`. */
  fields: readonly (readonly [string, string])[]
  body: string
}

/** Takes a text apart; one without front matter is all body. Values stay as they are written. */
function splitSkill(text: string): SkillText {
  const found = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)([^]*)$/.exec(text)
  if (found === null) return { fields: [], body: text }
  const [, head = '', body = ''] = found
  return { fields: readFields(head).filter(([name]) => !SHOWN.includes(name)), body }
}

/** Told elsewhere already. */
const SHOWN = ['name', 'description']

function readFields(head: string): [string, string][] {
  const fields: [string, string][] = []
  for (const line of head.split(/\r?\n/)) {
    const named = /^([\w-]+):[ \t]*(.*)$/.exec(line)
    const last = fields.at(-1)
    if (named) fields.push([named[1]!, unquote(named[2]!)])
    else if (last && line.trim()) last[1] = `${last[1]} ${line.trim()}`.trim()
  }
  return fields.filter(([, value]) => value !== '')
}

function unquote(value: string): string {
  const inner = /^(["'])(.*)\1$/.exec(value.trim())?.[2]
  return inner ?? value.trim()
}

/** A skill in the list: its name, when it applies, where it belongs and how it is used. */
export function SkillRow({ skill }: { skill: Skill }) {
  return (
    <div class="skill-row" data-dormant={skill.dormant}>
      <span class="skill-head">
        <span class="skill-name clip">{skill.name}</span>
        <SkillLife skill={skill} />
      </span>
      <span class="skill-trigger clip">{skill.trigger}</span>
      <span class="skill-meta small">
        <ScopeName of={skill.scope} />
        <span>{formatUses(skill)}</span>
      </span>
    </div>
  )
}

/** Marks a skill that is used much, or not any more. */
function SkillLife({ skill }: { skill: Skill }) {
  if (skill.dormant) return <Tag>Dormant</Tag>
  if (skill.promoted) return <Tag tone="accent">Promoted</Tag>
  return null
}

/** In how many sessions it was used, in words. */
function formatUses({ usageCount }: Skill): string {
  return usageCount === 0 ? 'Not used yet' : `Used in ${count(usageCount, 'session')}`
}
