/** The URL that a service prints first; rejects where it ends before. */
export function firstUrl(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', chunk => {
      text += chunk
      const url = /http:\/\/\S+\//.exec(text)?.[0]
      if (url) resolve(url)
    })
    server.stderr.on('data', chunk => (text += chunk))
    server.on('exit', code => reject(new Error(`svc serve ended with ${code}: ${text}`)))
  })
}
