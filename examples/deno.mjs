// The same within a program of Deno's: deno run -A deno.mjs
import app from './serve.mjs'

const { hostname, port } = app
Deno.serve({ hostname, port }, request => app.fetch(request))
