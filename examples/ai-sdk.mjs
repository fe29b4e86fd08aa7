// Vercel AI SDK (ai 7): a model that is told what svc remembers, and whose turns svc learns from.
//   const { model, settled } = withMemory(openai('…'), createService(), { directory, session })
import { wrapLanguageModel } from 'ai'

/**
 * Wraps a language model. Every call is given what matters for the last thing that the user said;
 * every answer that ends by itself is a turn to learn from, one that goes on with tools is not yet.
 * A failure of svc never fails the model: `onError` gets it. `settled()` resolves once all that was
 * handed over is stored; call it before the service is closed.
 */
export function withMemory(model, service, { directory, session, onError = () => undefined }) {
  const scope = { type: 'project', id: directory }
  const scopes = [scope, { type: 'global', id: null }]
  const running = new Set()

  function learn(prompt, reply, { unified }) {
    const said = textOf(lastOfUser(prompt)?.content)
    if (unified !== 'stop' || said === '' || reply === '') return
    const turns = [{ prompt: said, reply }]
    const work = service.reflectBatch({ scope, session, turns }).catch(onError)
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  const middleware = {
    specificationVersion: 'v4',
    async transformParams({ params }) {
      const text = textOf(lastOfUser(params.prompt)?.content)
      if (text === '') return params
      const recalled = service.memories.context({ scopes, text })
      const context = await recalled.then(found => found.text, onError)
      return context ? { ...params, prompt: putContext(params.prompt, context) } : params
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate()
      learn(params.prompt, textOf(result.content), result.finishReason)
      return result
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream()
      let reply = ''
      const transform = (part, controller) => {
        if (part.type === 'text-delta') reply += part.delta
        if (part.type === 'finish') learn(params.prompt, reply, part.finishReason)
        controller.enqueue(part)
      }
      return { ...rest, stream: stream.pipeThrough(new TransformStream({ transform })) }
    },
  }
  const settled = async () => void (await Promise.all(running))
  return { model: wrapLanguageModel({ model, middleware }), settled }
}

/** The context goes before the user's words; svc takes it out again before it learns from them. */
function putContext(prompt, text) {
  const said = lastOfUser(prompt)
  const content = [{ type: 'text', text }, ...said.content]
  return prompt.map(message => (message === said ? { ...said, content } : message))
}

function lastOfUser(prompt) {
  return prompt.findLast(({ role }) => role === 'user')
}

/** The text of a message's parts: what is not text says nothing to svc. */
function textOf(parts = []) {
  const texts = parts.filter(({ type }) => type === 'text')
  return texts.map(({ text }) => text).join('\n')
}
