import type * as Starter from './starter.js'

/**
 * Loads `dist/svc.cjs`, which starts the programs: from an ES module of Node this is the shortest
 * way there, because each module of Node that is imported costs as much as a small program.
 */
export async function loadStarter(): Promise<typeof Starter> {
  const { createRequire } =
    process.getBuiltinModule?.('node:module') ?? (await import('node:module'))
  return createRequire(import.meta.url)('../../svc.cjs') as typeof Starter
}
