// Preloaded into test processes: TypeScript goes through esbuild and a cache, which takes a third of
// the time that tap's own loader takes.
import { register } from 'node:module'

register('./typescript-hooks.mjs', import.meta.url)

// Tests talk to this machine alone: with more certificates every Node that they start takes twice as
// long.
delete process.env.NODE_EXTRA_CA_CERTS
