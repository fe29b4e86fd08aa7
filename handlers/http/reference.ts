import { ENDPOINTS, type Endpoint } from './routes.js'

/** The endpoints as a Markdown table, for the README. */
export function renderEndpointTable(endpoints: readonly Endpoint[] = ENDPOINTS): string {
  const rows = endpoints.map(
    ({ method, path, summary, params, body }) =>
      `| ${method} | \`/svc${path}\` | ${summary} | ${describeInput(params, body)} |`,
  )
  return ['| method | path | does | takes |', '|---|---|---|---|', ...rows].join('\n')
}

function describeInput(params: readonly string[], body: string | undefined): string {
  const named = params.map(param => `\`${param}\``).join(', ')
  return [named, body === undefined ? '' : `body ${body}`].filter(Boolean).join('; ')
}
