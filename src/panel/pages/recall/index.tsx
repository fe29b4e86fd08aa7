import { Sparkles } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { isImportRow } from '../../../../store/types.js'
import type { SettingState } from '../../../overview/types.js'
import type { RecallContext, RecalledMemory } from '../../../types.js'
import { ask } from '../../api.js'
import { forgetKeys, useShortcuts } from '../../keys.js'
import { useChanges } from '../../live.js'
import { useAnswer, useResource } from '../../resource.js'
import { goTo, setQuery } from '../../route.js'
import { keyOf, scopes } from '../../scopes.js'
import { copyText } from '../../ui/copy.js'
import { clamp } from '../../ui/list.js'
import { Page } from '../../ui/page.js'
import { Empty, Shown } from '../../ui/states.js'
import { forget, sayReadOnly, togglePin } from '../../writes.js'
import { beginDraft } from '../memories/drafts.js'
import { asked, placeKey, scopesOf } from './asked.js'
import { Form } from './form.js'
import { GivenText, Summary } from './given.js'
import { ItemGroup, linkOf, type ItemActions } from './items.js'
import './recall.css'

/** Shows what a session would be given, with a prompt or at its start, and why. */
export default function RecallPage() {
  const prompt = useRef<HTMLTextAreaElement>(null)
  const { event, text } = asked.value
  const answer = useRecalled()
  const isAsked = event === 'start' || text.trim() !== ''
  const items = answer.value && isAsked ? [...answer.value.items, ...answer.value.below] : []
  const list = useItems(items, answer.reload)
  useChanges(answer.reload)
  useShortcuts('Recall', [
    { keys: '/', does: 'Write a prompt', run: () => focusPrompt(prompt) },
    { keys: 's', does: 'With a prompt, or at a start', run: switchEvent },
    {
      keys: 'c',
      does: 'Copy what the session gets',
      run: () => copyText(answer.value?.text ?? ''),
    },
    ...list.shortcuts,
  ])
  return (
    <Page title="Recall" lead="What an agent’s session would be given from memory, and why.">
      <Form promptRef={prompt} />
      {isAsked ? (
        <Shown of={answer}>{value => <Answer answer={value} {...list} />}</Shown>
      ) : (
        <Empty icon={Sparkles} title="Try a prompt">
          Every prompt of a session is given the memories that it needs, and most need none. Write
          one to see what it would get.
        </Empty>
      )}
    </Page>
  )
}

/** At a session's start there is no prompt to write: then one is asked for. */
function focusPrompt(field: { current: HTMLTextAreaElement | null }): void {
  setQuery({ event: undefined })
  requestAnimationFrame(() => field.current?.select())
}

function switchEvent(): void {
  setQuery({ event: asked.peek().event === 'start' ? undefined : 'start' })
}

function useRecalled() {
  const { event, text, host } = asked.value
  const key = placeKey.value
  const isAsked = key !== undefined && (event === 'start' || text.trim() !== '')
  const body = {
    scopes: scopesOf(key ?? 'global'),
    ...(event === 'prompt' && { text }),
    ...(host && { host }),
  }
  const read = (signal: AbortSignal) =>
    ask<RecallContext>('/recall', { method: 'POST', body, signal })
  return useResource(isAsked ? read : undefined, [event, event === 'prompt' && text, host, key])
}

/** Keeps the chosen and the explained item, and the actions on them. */
function useItems(items: readonly RecalledMemory[], reload: () => void) {
  const [chosen, choose] = useState('')
  const [explained, setExplained] = useState('')
  const [pointed, point] = useState('')
  const at = items.findIndex(({ id }) => id === chosen)
  const last = useRef(0)
  if (at >= 0) last.current = at
  const focusAt = (index: number) => {
    const item = items[clamp(index, items.length)]
    if (item !== undefined) focusItem(item.id)
  }
  useEffect(() => {
    // The row that had focus is gone, or in another list now.
    if (chosen !== '' && document.activeElement === document.body) focusAt(last.current)
  }, [items.map(({ id }) => id).join()])
  const actions: ItemActions = {
    choose,
    point,
    explain: id => setExplained(id === explained ? '' : id),
    edit: ({ id }) => void beginDraft(id).then(() => goTo(linkOf(id))),
    pin: item => void togglePin(item, reload),
    forget: (item, isWrong) => {
      const index = items.indexOf(item)
      focusAt(index + 1 < items.length ? index + 1 : index - 1)
      void forget(item, isWrong, reload)
    },
  }
  const change = (run: (item: RecalledMemory) => void) => () => {
    const item = items.find(({ id }) => id === chosen)
    if (item && isImportRow(item)) sayReadOnly(item)
    else if (item) run(item)
  }
  const shortcuts = [
    { keys: 'j, ArrowDown', does: 'Next memory', run: () => focusAt(at + 1) },
    { keys: 'k, ArrowUp', does: 'Previous memory', run: () => focusAt(at - 1) },
    { keys: 'Enter', does: 'Open it', run: () => chosen && goTo(linkOf(chosen)) },
    { keys: 'e', does: 'Edit', run: change(actions.edit) },
    { keys: 'w', does: 'Why it was chosen', run: () => actions.explain(chosen) },
    { keys: 'p', does: 'Pin or unpin', run: change(actions.pin) },
    ...forgetKeys(({ isWrong }) => change(item => actions.forget(item, isWrong))()),
  ]
  const shown = items.find(({ id }) => id === (pointed || chosen))
  const marked = (shown && isImportRow(shown) && shown.source.path) || (shown?.id ?? '')
  return { actions, explained, marked, shortcuts }
}

function focusItem(id: string): void {
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] .recall-title`)?.focus()
}

function Answer({
  answer,
  actions,
  explained,
  marked,
}: {
  answer: RecallContext
  actions: ItemActions
  explained: string
  /** The name, in the text, of the memory that is pointed at. */
  marked: string
}) {
  const most = useLimit()
  const shared = { actions, explained }
  const isStart = asked.value.event === 'start'
  return (
    <>
      <Summary answer={answer} most={isStart ? most : undefined} />
      <div class="recall-answer" data-empty={answer.items.length + answer.below.length === 0}>
        {answer.text === '' ? (
          <Nothing answer={answer} />
        ) : (
          <GivenText text={answer.text} marked={marked} />
        )}
        <div>
          <ItemGroup title="Given" hint="With their text." items={answer.items} {...shared} />
          <ItemGroup
            title="Left out"
            hint={isStart ? 'There was no room for these.' : 'Just below the line.'}
            items={answer.below}
            {...shared}
          />
        </div>
      </div>
    </>
  )
}

/** Explains why nothing would be given. */
function Nothing({ answer: { below } }: { answer: RecallContext }) {
  const key = placeKey.value
  const stored = scopes.value
    .filter(scope => scope.type === 'global' || keyOf(scope) === key)
    .reduce((sum, { count }) => sum + count, 0)
  if (stored === 0) {
    return (
      <Empty icon={Sparkles} title="Nothing is stored here yet">
        Memories come from conversations by themselves, and by <code>svc remember</code>.
      </Empty>
    )
  }
  return (
    <Empty icon={Sparkles} title="Nothing would be given">
      {explainNothing(asked.value.event === 'start', below.length > 0)}
    </Empty>
  )
}

function explainNothing(isStart: boolean, isNear: boolean): string {
  if (isStart) return 'A session that starts here gets no memory.'
  return isNear
    ? 'Nothing is sure enough. What comes nearest is left out just below the line, with the reason.'
    : 'No memory has a word that tells what this prompt is about.'
}

/** Reads the most characters of a start; undefined where the service does not say. */
function useLimit(): number | undefined {
  const { value } = useAnswer<{ settings: SettingState[] }>('/settings')
  const setting = value?.settings.find(({ name }) => name === 'maxContextChars')
  return typeof setting?.value === 'number' ? setting.value : undefined
}
