const MARKS = { passed: 'ok', failed: 'FAIL', 'left out': '–' }
/** Characters of a text that went to the model, or of a program's words. */
const SHOWN = 200
const BLOCKS = /(<|&lt;)svc-memory[^]*?\/svc-memory/g

/** Hosts as columns, checks as rows; what was not asked for is blank. */
export function renderTable(hosts, checks, results) {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const head = [''.padEnd(width), ...hosts.map(({ name }) => name)].join('  ')
  const rows = checks.map(check => {
    const cells = hosts.map(host => {
      const result = results.find(one => one.host === host && one.check === check)
      return (MARKS[result?.state] ?? '').padEnd(host.name.length)
    })
    return [check.name.padEnd(width), ...cells].join('  ')
  })
  return [head, ...rows].map(line => line.trimEnd()).join('\n')
}

/** What matters of the turn at which a check failed. */
export function renderTurn(turn) {
  if (turn === undefined) return ''
  const { code, took, stdout, stderr, requests } = turn
  const lines = [`exit ${code} after ${took} ms, ${requests.length} requests`]
  for (const { path, parts, tools } of requests) {
    lines.push(`${path} with ${tools.length} tools`)
    for (const { role, text } of parts) {
      lines.push(`  ${role}: ${clip(text.replaceAll('\n', ' '))}`)
      lines.push(...(text.match(BLOCKS) ?? []).map(clipLines))
    }
  }
  lines.push(`stdout: ${stdout.slice(-1_000)}`, `stderr: ${stderr.slice(-1_000)}`)
  return lines.join('\n').replace(/^/gm, '      ')
}

function clipLines(text) {
  return text
    .split('\n')
    .map(line => line.slice(0, 100))
    .join('\n')
}

function clip(text) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)} … (${text.length} characters)` : text
}
