#!/usr/bin/env node
import { loadStarter } from './load-starter.js'

// `npx agent-memory-service` is the first thing that a person tries: it serves.
await (await loadStarter()).startProgram('serve')
