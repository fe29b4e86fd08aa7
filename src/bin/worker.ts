import { loadStarter } from './load-starter.js'

await (await loadStarter()).startWork()
