import { Button } from '../../ui/controls.js'

/** Explains, where nothing is stored at all, memories and the three ways to get some. */
export function Intro({ onNew }: { onNew: () => void }) {
  return (
    <div class="memories-intro">
      <h2>What your agents know</h2>
      <p class="muted">
        A memory is a short text that svc puts before a coding agent when it matters: a rule of the
        project, how something is done, what a person prefers. There are three ways for them to
        come.
      </p>
      <dl>
        <dt>Import what is written already</dt>
        <dd>
          <code>svc import</code> reads the agent files of a project, AGENTS.md and CLAUDE.md among
          them.
        </dd>
        <dt>Learn from conversations</dt>
        <dd>
          <code>svc install</code> connects your agents; what is worth keeping is learned as you
          work.
        </dd>
        <dt>Remember by hand</dt>
        <dd>
          <code>svc remember</code> does that in a terminal. Or do it here:
        </dd>
      </dl>
      <Button look="primary" keys="n" onClick={onNew}>
        New memory
      </Button>
    </div>
  )
}
