/* eslint-disable @typescript-eslint/ban-ts-comment -- which of them is an error differs by host */
// Written by hand, and copied where it is built: these modules are the host's, and at most one of them
// is there. They come first: TypeScript loses what they say of themselves where this is read before.
// @ts-ignore
import type {} from '@deepseek-ai/cordis'
// @ts-ignore
import type {} from 'cordis'
import type { Service } from '../index.js'

/**
 * The part of a Cordis 4 context that the entries use. Written down here because nothing of Cordis
 * or of a host is imported: one build runs on every copy of them.
 */
export interface PluginContext {
  /** A service that is there now, whoever provides it; undefined where there is none. */
  get(name: string): unknown
  provide(name: string, value: unknown): unknown
  /** Runs at once; what it answers runs when the plugin goes, and is awaited. */
  effect(execute: () => () => void | Promise<void>, label?: string): unknown
  /** Calls back each time that the services are there, with a context that goes when they go. */
  inject(names: string[], callback: (ctx: PluginContext) => void): unknown
  readonly logger?: { warn(message: string): void }
  on(name: string, listener: (...args: never[]) => unknown): unknown
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** The memory service of the entry `agent-memory-service/plugin/core`. */
    svc: Service
  }
}

declare module 'cordis' {
  interface Context {
    /** The memory service of the entry `agent-memory-service/plugin/core`. */
    svc: Service
  }
}
