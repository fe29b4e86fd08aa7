#!/usr/bin/env node
import { runProgram } from './commands/run.js'

process.exitCode = await runProgram(process.argv.slice(2))
