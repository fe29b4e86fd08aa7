#!/usr/bin/env node
import { runProgram } from './cli/run.js'

// `npx agent-memory-service` is the first thing that a person tries: it serves.
process.exitCode = await runProgram(process.argv.slice(2), 'serve')
