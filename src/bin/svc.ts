import { basename } from 'node:path'
import type * as Cli from './cli/run.js'
import { loadPart } from './starter.js'

/** `npx agent-memory-service` is the first thing that a person tries: it serves. */
const otherwise = basename(process.argv[1] ?? '') === 'agent-memory-service' ? 'serve' : undefined

const { runProgram } = loadPart('cli/$run') as typeof Cli
void runProgram(process.argv.slice(2), otherwise).then(code => (process.exitCode = code))
