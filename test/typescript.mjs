// Preloaded into test processes, before what tap preloads: module hooks that make their start cheap,
// and a place for what they write.
import { register } from 'node:module'
import { temporaryPlace } from './memory-disk.mjs'

register('./typescript-hooks.mjs', import.meta.url)
process.setSourceMapsEnabled(true)
process.env.TMPDIR = temporaryPlace()

// Only this process is meant, not those that it starts.
delete process.env.NODE_OPTIONS
// Tests talk to this machine alone: with more certificates every Node that they start takes twice as
// long.
delete process.env.NODE_EXTRA_CA_CERTS
