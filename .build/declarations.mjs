// Writes the declarations of the modules, by TypeScript, which remembers what it knew last time.
import { spawnSync } from 'node:child_process'

const tsc = 'node_modules/typescript-native/bin/tsc'
const options = ['--emitDeclarationOnly', '--incremental', '--tsBuildInfoFile', 'dist/.tsbuildinfo']
const { status } = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
if (status !== 0) throw new Error('the declarations cannot be written')
