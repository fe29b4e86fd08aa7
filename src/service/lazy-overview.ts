import type { OverviewContext } from '../overview/context.js'
import type { Overview } from '../overview/types.js'
import type { Program } from './overview.js'

/** Opens the overview of a service, which is loaded at the first question: few processes ask one. */
export function openOverview(context: OverviewContext, program: Program): Overview {
  let opened: Promise<Overview> | undefined
  const open = () => (opened ??= load(context, program))
  return {
    facets: async filter => (await open()).facets(filter),
    learned: async filter => (await open()).learned(filter),
    sessions: async filter => (await open()).sessions(filter),
    session: async id => (await open()).session(id),
    metrics: async filter => (await open()).metrics(filter),
    settings: async () => (await open()).settings(),
    hosts: async () => (await open()).hosts(),
    queues: async () => (await open()).queues(),
  }
}

async function load(context: OverviewContext, program: Program): Promise<Overview> {
  const { createOverview } = await import('./overview.js')
  return createOverview(context, program)
}
