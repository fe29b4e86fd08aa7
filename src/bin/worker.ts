import type * as Tasks from './cli/tasks.js'
import { loadPart } from './starter.js'

const { runTasks } = loadPart('rest/$tasks') as typeof Tasks
void runTasks(process.argv[2])
