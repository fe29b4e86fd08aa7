#!/usr/bin/env node
import { runProgram } from './cli/run.js'

process.exitCode = await runProgram(process.argv.slice(2))
