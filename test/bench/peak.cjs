// Reports a process's peak resident memory (KiB) on file descriptor 3.
process.on('exit', () => require('node:fs').writeSync(3, String(process.resourceUsage().maxRSS)))
