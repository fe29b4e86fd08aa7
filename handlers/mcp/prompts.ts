import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'

interface Prompt {
  name: string
  description: string
  argument: { name: string; description: string }
  render(given: string): string
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'remember',
    description: 'Save something for later sessions',
    argument: { name: 'what', description: 'What to save; without it, what this session taught' },
    render: what =>
      `Save this with svc's remember tool, after a recall whether it is known: ${what || 'what lasts of this conversation, one memory a fact'}`,
  },
  {
    name: 'recall',
    description: 'Look up what earlier sessions learned',
    argument: { name: 'topic', description: 'What to look for; without it, what we are at' },
    render: topic =>
      `Look up with svc's recall tool what is known about ${topic || 'what we are working on'}, and tell me in a few lines, with ids.`,
  },
]

/** The prompts that a host offers as commands. */
export function describePrompts() {
  return PROMPTS.map(({ name, description, argument }) => {
    return { name, description, arguments: [{ ...argument, required: false }] }
  })
}

/** Renders a prompt as the user's message. Throws McpError if there is none of that name. */
export function renderPrompt(name: string, given: Readonly<Record<string, string>> = {}) {
  const prompt = PROMPTS.find(each => each.name === name)
  if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `no prompt ${name}`)
  const text = prompt.render((given[prompt.argument.name] ?? '').trim())
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}
