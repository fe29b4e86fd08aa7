/** What a wire puts into a request. */
export interface WireCall {
  model: string
  system: string
  prompt: string
  /** JSON schema of the answer; undefined where the server refused to be held to one. */
  schema: Record<string, unknown> | undefined
  maxOutputTokens: number
}

/** What a wire found in a reply. Tokens are undefined where the reply does not say. */
export interface WireReply {
  text: string
  /** True where the model stopped at the limit of its output. */
  isCut: boolean
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}

/** How one kind of service is spoken to. Pure. */
export interface Wire {
  /** The whole address, from a base without a slash at its end. */
  toUrl(base: string, model: string): string
  toHeaders(key: string): Record<string, string>
  toBody(call: WireCall): Record<string, unknown>
  /** Undefined where the reply is not of the form that it must have. */
  parseReply(value: unknown): WireReply | undefined
}
