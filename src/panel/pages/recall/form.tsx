import type { Ref } from 'preact'
import { INSTALLED_HOSTS } from '../../../hosts/profiles.js'
import { titleOfHost } from '../../hosts.js'
import { setQuery, useTyped } from '../../route.js'
import { chooseScope, chosenKey, keyOf, titleOfScope } from '../../scopes.js'
import { Segments } from '../../ui/controls.js'
import { Field } from '../../ui/form.js'
import { asked, placeKey, projects, type Asked } from './asked.js'

/** While one types, an answer is asked for once the fingers rest. */
const REST_MS = 180

/** The question of a session: its prompt or its start, its project and its agent. */
export function Form({ promptRef }: { promptRef: Ref<HTMLTextAreaElement> }) {
  const { event, host } = asked.value
  return (
    <div class="recall-form">
      <div class="recall-choices">
        <Segments<Asked['event']>
          label="When"
          value={event}
          options={[
            { value: 'prompt', label: 'With a prompt' },
            { value: 'start', label: 'At a session’s start' },
          ]}
          onChange={next => setQuery({ event: next === 'start' ? next : undefined })}
        />
        <PlaceChoice />
        <Field label="Agent">
          <select
            class="input"
            value={host}
            title="Files that an agent loads by itself are left out"
            onChange={({ currentTarget }) => setQuery({ host: currentTarget.value })}
          >
            <option value="">Any agent</option>
            {INSTALLED_HOSTS.map(name => (
              <option key={name} value={name}>
                {titleOfHost(name)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      {event === 'prompt' && <Prompt promptRef={promptRef} />}
    </div>
  )
}

function Prompt({ promptRef }: { promptRef: Ref<HTMLTextAreaElement> }) {
  const [typed, type] = useTyped('text', REST_MS)
  return (
    <div class="recall-ask">
      <textarea
        ref={promptRef}
        class="input recall-prompt"
        aria-label="Prompt"
        placeholder="What would you ask the agent?"
        rows={2}
        value={typed}
        spellcheck={false}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {typed === '' && <kbd aria-hidden="true">/</kbd>}
    </div>
  )
}

/** The project that the session is in; where a scope is shown everywhere, choosing changes that. */
function PlaceChoice() {
  const choose = (key: string) => (chosenKey.peek() ? chooseScope(key) : setQuery({ in: key }))
  return (
    <Field label="Project">
      <select
        class="input"
        value={placeKey.value ?? 'global'}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {projects.value.map(project => (
          <option key={keyOf(project)} value={keyOf(project)}>
            {titleOfScope(project)}
          </option>
        ))}
        <option value="global">No project</option>
      </select>
    </Field>
  )
}
