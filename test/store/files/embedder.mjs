// A program that has svc's store in it and its own way of ending; runs on Node, Deno and Bun.
// Arguments: the URL of dist/store/files/lock.js, a lock, and how the program ends (JSON).
import { writeFileSync } from 'node:fs'

const [url, path, json] = process.argv.slice(2)
const { how, when, signals, holds } = JSON.parse(json)
const { withLock } = await import(url)

/** Takes time, as closing connections does, and has a code of its own. */
function cleanUp() {
  setTimeout(() => {
    console.log('cleaned up')
    process.exit(7)
  }, 300)
}

function listen() {
  for (const signal of signals) process[how](signal, cleanUp)
}

if (when === 'before the first lock') listen()
await withLock(path, () => undefined)
if (when === 'after the first lock') listen()
if (holds) {
  await withLock(path, () => {
    writeFileSync(`${path}.held`, '')
    process.exit(7)
  })
}
setInterval(() => undefined, 1_000)
console.log('ready')
