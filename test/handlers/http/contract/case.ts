import type { Test } from 'tap'
import type { Endpoint } from '../../../../handlers/http/routes.js'
import type { RecalledMemory, ScopeCount } from '../../../../src/types.js'
import type { ErrorCode } from '../../../../store/errors.js'
import type { ActivityEvent, Memory, Skill } from '../../../../store/types.js'
import type { Seed } from './seed.js'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }

/** One request and what must come back. Its path lies below the prefix. */
export interface Case {
  name: string
  method: Endpoint['method'] | 'HEAD' | 'PUT' | 'OPTIONS'
  path: string | ((seed: Seed) => string)
  body?: Json | ((seed: Seed) => unknown)
  /** By their names in lower case. */
  headers?: Record<string, string> | ((seed: Seed) => Record<string, string>)
  status: number
  code?: ErrorCode
  /** True where the answer's revision must be its ETag. */
  etag?: true
  check?(t: Test, body: Body, seed: Seed): void
}

/** The fields that any of the answers has; which of them are there is what a case asserts. */
export type Body = Memory & {
  error: string
  items: (RecalledMemory & { score: number })[]
  total: number
  text: string
  scopes: ScopeCount[]
  events: ActivityEvent[]
  skills: Skill[]
}

type Rest = Partial<Case>

/** A request that succeeds. */
export function good(name: string, method: Case['method'], path: Case['path'], rest: Rest): Case {
  return { name, method, path, status: 200, ...rest }
}

/** A request that fails with this status and code. */
export function bad(
  method: Case['method'],
  path: Case['path'],
  status: number,
  code: ErrorCode,
  rest: Rest = {},
): Case {
  const target = typeof path === 'string' ? path : path.toString().replace(/^.*=> */, '')
  const name = `${method} ${target} ${code} ${rest.name ?? ''}`
  return { method, path, status, code, ...rest, name }
}

/** The titles of a list. */
export function titles(body: { items: { title: string }[] }): string[] {
  return body.items.map(item => item.title)
}
