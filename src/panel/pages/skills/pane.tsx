import { useEffect } from 'preact/hooks'
import type { Skill } from '../../../../store/types.js'
import { ask } from '../../api.js'
import { copyText } from '../../copy.js'
import { useShortcuts } from '../../keys.js'
import { useChanges } from '../../live.js'
import { useResource } from '../../resource.js'
import { CopyIcon } from '../../ui/copy.js'
import { Markdown } from '../../ui/markdown.js'
import { Empty, Shown } from '../../ui/states.js'
import { ScopeName } from '../../ui/text.js'
import { splitSkill } from './front-matter.js'
import { formatUses, SkillLife } from './row.js'

type WholeSkill = Skill & { content: string }

/** One skill with its text; `scopeKey` is '' where its name alone must find it. */
export function SkillPane({ name, scopeKey }: { name: string; scopeKey: string }) {
  const skill = useResource(
    abort =>
      ask<WholeSkill>(`/skills/${encodeURIComponent(name)}`, {
        query: { scopeKey },
        signal: abort,
      }),
    [name, scopeKey],
    { isFresh: true },
  )
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
    <article class="skill-pane">
      <header>
        <h2>{skill.name}</h2>
        <SkillLife skill={skill} />
      </header>
      <p class="skill-lead">{skill.trigger}</p>
      <dl class="facts">
        <dt>Scope</dt>
        <dd>
          <ScopeName of={skill.scope} />
        </dd>
        <dt>Use</dt>
        <dd>{formatUses(skill)}</dd>
        {fields.map(([field, value]) => (
          <Field key={field} name={field} value={value} />
        ))}
        <dt>File</dt>
        <dd class="skill-path">
          <span class="mono">{skill.path}</span>
          <CopyIcon text={skill.path} label="Copy the path" />
        </dd>
      </dl>
      <Markdown text={body} />
    </article>
  )
}

function Field({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name.charAt(0).toUpperCase() + name.slice(1)}</dt>
      <dd>{value}</dd>
    </>
  )
}
