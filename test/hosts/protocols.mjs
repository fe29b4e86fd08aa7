// The four languages in which hosts speak to a model, each as: which path it is, what a request
// says, which tools it offers, and how a reply or a tool call is streamed.

/** `{role, text}` in the order in which the model reads them. A tool's result has the role `tool`. */
const part = (role, text) => ({ role, text })
/** A tool as the request offers it: `called` is the model's whole name for it, whatever the form. */
const tool = (called, call) => ({ called, call: call ?? { name: called } })
const textOf = content =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(block => block.text ?? textOf(block.content ?? '')).join('\n')

const anthropic = {
  takes: path => path.endsWith('/v1/messages'),
  partsOf: ({ system, messages }) => [
    part('system', textOf(system)),
    ...messages.flatMap(({ role, content }) =>
      (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map(block =>
        part(block.type === 'tool_result' ? 'tool' : role, block.text ?? textOf(block.content)),
      ),
    ),
  ],
  toolsOf: ({ tools }) => (tools ?? []).map(({ name }) => tool(name)),
  answer: ({ body, id, text, call }) => {
    const said = body.output_config?.format ? JSON.stringify({ title: 'A title' }) : text
    const block = call
      ? { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: call.args }
      : { type: 'text', text: said }
    const stop_reason = call ? 'tool_use' : 'end_turn'
    const usage = { input_tokens: 12, output_tokens: 5 }
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: body.model }
    if (!body.stream) return { json: { ...message, content: [block], stop_reason, usage } }
    const index = 0
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text: said }
    const content_block = call ? { ...block, input: {} } : { ...block, text: '' }
    return {
      named: true,
      events: [
        { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
        { type: 'content_block_start', index, content_block },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
        { type: 'message_stop' },
      ],
    }
  },
}

const responses = {
  takes: path => path.endsWith('/responses'),
  partsOf: ({ instructions, input }) => [
    part('system', instructions ?? ''),
    ...input.map(item =>
      /_output$/.test(item.type)
        ? part('tool', textOf(item.output))
        : part(item.role ?? 'assistant', textOf(item.content)),
    ),
  ],
  toolsOf: ({ tools }) =>
    (tools ?? []).flatMap(({ type, name, tools: inner }) =>
      type === 'namespace'
        ? inner.map(({ name: own }) => tool(`${name}__${own}`, { name: own, namespace: name }))
        : [tool(name ?? type)],
    ),
  answer: ({ body, id, text, call }) => {
    const item = call
      ? {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: `call_${id}`,
          name: call.name,
          ...(call.namespace && { namespace: call.namespace }),
          arguments: JSON.stringify(call.args),
          status: 'completed',
        }
      : {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        }
    const response = { id: `resp_${id}`, object: 'response', created_at: 1, model: body.model }
    const usage = {
      input_tokens: 12,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 17,
    }
    const completed = { ...response, status: 'completed', output: [item], usage }
    if (!body.stream) return { json: completed }
    return {
      named: true,
      events: [
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: completed },
      ],
    }
  },
}

const chat = {
  takes: path => path.endsWith('/chat/completions'),
  partsOf: ({ messages }) =>
    messages.flatMap(({ role, content }) =>
      Array.isArray(content)
        ? content.map(block => part(role, textOf([block])))
        : [part(role, content ?? '')],
    ),
  toolsOf: ({ tools }) =>
    (tools ?? []).map(offered => tool((offered.function ?? offered.custom ?? offered).name ?? '')),
  answer: ({ body, id, text, call }) => {
    const called = call && {
      index: 0,
      id: `call_${id}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    }
    const said = call ? { content: null, tool_calls: [called] } : { content: text }
    const finish_reason = call ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }
    const completion = { id: `chat_${id}`, created: 1, model: body.model }
    if (!body.stream) {
      const message = { role: 'assistant', ...said }
      const choices = [{ index: 0, message, finish_reason }]
      return { json: { ...completion, object: 'chat.completion', choices, usage } }
    }
    const chunk = (delta, finish = null) => ({
      ...completion,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    return {
      events: [
        chunk({ role: 'assistant', content: '' }),
        chunk(said),
        chunk({}, finish_reason),
        { ...chunk({}), choices: [], usage },
        '[DONE]',
      ],
    }
  },
}

/** What Gemini CLI asks for as JSON: who speaks next, which model answers. */
const GEMINI_JSON = {
  reasoning: 'x',
  next_speaker: 'user',
  complexity_score: 1,
  model_choice: 'flash',
  complexity_reasoning: 'x',
}

const gemini = {
  takes: path => /:(stream)?generateContent$/i.test(path),
  partsOf: ({ systemInstruction, contents }) => [
    part('system', textOf(systemInstruction?.parts)),
    ...contents.flatMap(({ role, parts }) =>
      parts.map(({ text, functionResponse }) =>
        functionResponse
          ? part('tool', JSON.stringify(functionResponse.response))
          : part(role === 'model' ? 'assistant' : role, text ?? ''),
      ),
    ),
  ],
  toolsOf: ({ tools }) =>
    (tools ?? []).flatMap(({ functionDeclarations }) =>
      (functionDeclarations ?? []).map(({ name }) => tool(name)),
    ),
  answer: ({ path, body, text, call }) => {
    const isJson = body.generationConfig?.responseMimeType === 'application/json'
    const said = call
      ? { functionCall: { name: call.name, args: call.args } }
      : { text: isJson ? JSON.stringify(GEMINI_JSON) : text }
    const whole = {
      candidates: [{ content: { role: 'model', parts: [said] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
      modelVersion: 'fake',
    }
    return /:stream/i.test(path) ? { events: [whole] } : { json: whole }
  },
}

/** Found by the path of a request. */
export const protocols = [anthropic, responses, chat, gemini]
