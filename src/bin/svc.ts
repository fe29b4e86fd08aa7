#!/usr/bin/env node
import { loadStarter } from './load-starter.js'

await (await loadStarter()).startProgram()
