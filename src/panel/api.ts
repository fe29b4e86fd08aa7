import { signal } from '@preact/signals'

/** A refusal of the service, or the reason for no answer. */
export class Refusal extends Error {
  /** A code of the API's table, or `OFFLINE` where nothing answered. */
  readonly code: string
  readonly status: number

  constructor(message: string, code: string, status: number) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
  }
}

/** A request to the API. */
export interface AskOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  /** The revision that must still stand, for a write. */
  revision?: string | undefined
  signal?: AbortSignal
}

/** True while the service wants a token that the page does not have. */
export const needsToken = signal(false)

const TOKEN = 'svc-token'

/** The token that a person gave, kept while the tab is open. */
function bearerToken(): string {
  return sessionStorage.getItem(TOKEN) ?? ''
}

/** Keeps a token that the service takes, and lets requests be sent again. Throws Refusal. */
export async function useToken(token: string): Promise<void> {
  sessionStorage.setItem(TOKEN, token)
  try {
    await ask('/status')
  } catch (error) {
    sessionStorage.removeItem(TOKEN)
    throw error
  }
  needsToken.value = false
}

/** Asks the API below `/svc`. Throws Refusal. */
export async function ask<T>(path: string, asked: AskOptions = {}): Promise<T> {
  const isWrite = (asked.method ?? 'GET') !== 'GET'
  const response = await send(path, asked, isWrite ? await pageKey() : undefined)
  if (isWrite && response.status === 403) {
    // The service was started anew, and has another key.
    key = undefined
    return read<T>(await send(path, asked, await pageKey()))
  }
  return read<T>(response)
}

/** Opens a response of the API whose body is read as it comes. Throws Refusal. */
export async function open(path: string, abort: AbortSignal): Promise<Response> {
  const response = await send(path, { signal: abort })
  if (!response.ok) await read(response)
  return response
}

async function send(path: string, asked: AskOptions, pageKey?: string): Promise<Response> {
  const { method = 'GET', query = {}, body, revision, signal: abort } = asked
  const url = new URL(`/svc${path}`, location.href)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  const token = bearerToken()
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(pageKey && { 'x-svc-page-key': pageKey }),
    ...(revision && { 'if-match': `"${revision}"` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return reach(url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(abort && { signal: abort }),
  })
}

/** Fetches something of the service. Throws Refusal where nothing answers. */
async function reach(url: URL, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Refusal('The service does not answer. Is svc serve running?', 'OFFLINE', 0)
  }
}

async function read<T>(response: Response): Promise<T> {
  const value = (await response.json().catch(() => undefined)) as
    (T & { error?: string; code?: string }) | undefined
  if (response.ok && value !== undefined) return value
  if (response.status === 401) needsToken.value = true
  const message = value?.error ?? `The service answered ${response.status}`
  throw new Refusal(message, value?.code ?? 'UNKNOWN', response.status)
}

let key: Promise<string | undefined> | undefined

/**
 * The key that a write carries: the service tells it to its own page alone. Where a browser does not
 * say which page asks, there is none, and no write needs one.
 */
async function pageKey(): Promise<string | undefined> {
  key ??= readKey()
  try {
    return await key
  } catch (error) {
    key = undefined
    throw error
  }
}

async function readKey(): Promise<string | undefined> {
  const response = await reach(new URL('panel/key', document.baseURI))
  if (response.status === 403) return undefined
  return (await read<{ key: string }>(response)).key
}
