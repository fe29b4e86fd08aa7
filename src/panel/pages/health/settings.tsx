import { useRef } from 'preact/hooks'
import type { SettingState } from '../../../overview/types.js'
import { capitalize, count, hasWords, toWords } from '../../format.js'
import { useShortcuts } from '../../keys.js'
import { useAnswer } from '../../resource.js'
import { route, setQuery } from '../../route.js'
import { Chip } from '../../ui/controls.js'
import { QueryField } from '../../ui/page.js'
import { Shown } from '../../ui/states.js'
import { Highlight, Tag } from '../../ui/text.js'

/** Every setting: its value in force, where that comes from and what it means. */
export function Settings() {
  const { query } = route.value
  const text = query.get('setting') ?? ''
  const isChanged = query.get('changed') === '1'
  const settings = useAnswer<{ settings: SettingState[] }>('/settings')
  const search = useRef<HTMLInputElement>(null)
  useShortcuts('Settings', [
    { keys: '/', does: 'Filter the settings', run: () => search.current?.focus() },
  ])
  const words = toWords(text)
  const shown = (settings.value?.settings ?? []).filter(
    setting => (!isChanged || setting.source !== 'default') && matches(setting, words),
  )
  return (
    <section class="section" aria-labelledby="health-settings">
      <div class="section-head health-filter">
        <h2 id="health-settings">Settings</h2>
        <div class="health-filters actions">
          <Chip isOn={isChanged} onChange={isOn => setQuery({ changed: isOn ? '1' : '' })}>
            Only what is set
          </Chip>
          <QueryField name="setting" label="Filter settings" inputRef={search} />
        </div>
      </div>
      <p class="unseen" role="status">
        {settings.value && (text || isChanged) && count(shown.length, 'setting')}
      </p>
      <Shown of={settings}>
        {() =>
          shown.length === 0 ? (
            <p class="muted health-none">
              {text ? 'No setting is called that or means that.' : 'Everything is as it comes.'}
            </p>
          ) : (
            <ul role="list" class="rows health-rows">
              {shown.map(setting => (
                <SettingRow key={setting.name} setting={setting} words={words} />
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}

function SettingRow({ setting, words }: { setting: SettingState; words: readonly string[] }) {
  const { name, value, meaning, source, env, key } = setting
  const ways = [env, key && `"${key}" in config.json`].filter(Boolean)
  return (
    <li class="row health-setting">
      <div class="health-what">
        <p class="health-name">
          <Highlight text={name} words={words} />
        </p>
        <p class="muted">
          <Highlight text={toSentence(meaning)} words={words} />
        </p>
      </div>
      <div class="health-value">
        <p>
          {value === '' ? <span class="muted">Not set</span> : <code>{String(value)}</code>}
          {source !== 'default' && <Tag tone="accent">{SOURCES[source]}</Tag>}
        </p>
        {ways.length > 0 && <p class="muted mono">{ways.join(', ')}</p>}
      </div>
    </li>
  )
}

const SOURCES: Readonly<Record<SettingState['source'], string>> = {
  given: 'given at the start',
  environment: 'environment',
  'config.json': 'config.json',
  default: 'default',
}

function matches({ name, meaning, env = '' }: SettingState, words: readonly string[]): boolean {
  return hasWords(`${name}\n${meaning}\n${env}`, words)
}

function toSentence(meaning: string): string {
  return capitalize(meaning.replaceAll('`', ''))
}
