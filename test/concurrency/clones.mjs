// Ten clones of one store that share it over a bare repository, in turns and at once.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { git, GLOBAL, runProgram, svc, withService } from '../crash/stage.mjs'

const MOST_ROUNDS = 12

/** Adds and edits in each clone, then syncs until all are the same: the rounds, and what is wrong. */
export async function syncClones(stage, { clones, isAtOnce }) {
  const bare = join(stage.live, `bare-${isAtOnce}`)
  mkdirSync(bare)
  git(bare, 'init', '-q', '--bare', '-b', 'main')
  const stores = Array.from({ length: clones }, (_, at) =>
    join(stage.live, `clone-${isAtOnce}-${at}`),
  )
  await withService(
    stage,
    s => s.remember({ scope: GLOBAL, title: 'Common', content: 'Line one.' }),
    stores[0],
  )
  await run(stage, stores[0], 'init')
  git(stores[0], 'symbolic-ref', 'HEAD', 'refs/heads/main')
  git(stores[0], 'remote', 'add', 'origin', bare)
  await run(stage, stores[0], 'sync')
  for (const store of stores.slice(1)) await run(stage, store, 'clone', bare)
  for (const [at, store] of stores.entries()) await change(stage, store, at)
  let rounds = 0
  let failed = 0
  do {
    rounds++
    failed += await syncRound(stage, stores, isAtOnce)
  } while (!isOne(stores) && rounds < MOST_ROUNDS)
  return { rounds, failed, problems: await compareClones(stage, stores, rounds) }
}

async function change(stage, store, at) {
  await withService(
    stage,
    async service => {
      const { items } = await service.memories.list()
      const common = items.find(({ title }) => title === 'Common')
      for (let n = 0; n < 3; n++)
        await service.remember({ scope: GLOBAL, title: `Of ${at}, ${n}`, content: `said by ${at}` })
      await service.memories.edit(common.id, {
        content: `${common.content}\n\nAdded by clone ${at}.`,
      })
    },
    store,
  )
}

async function syncRound(stage, stores, isAtOnce) {
  if (isAtOnce) {
    const all = await Promise.all(stores.map(store => sync(stage, store)))
    return all.filter(code => code !== 0).length
  }
  let failed = 0
  for (const store of stores) failed += (await sync(stage, store)) === 0 ? 0 : 1
  return failed
}

async function sync(stage, store) {
  const { code } = await runProgram(stage, svc('git', 'sync'), { env: { SVC_DATA_DIR: store } })
  return code
}

async function run(stage, store, ...args) {
  const env = { SVC_DATA_DIR: store }
  const { code, stderr } = await runProgram(stage, svc('git', ...args), { env })
  if (code !== 0) throw new Error(`svc git ${args.join(' ')}: ${stderr}`)
}

const isOne = stores => new Set(stores.map(store => git(store, 'rev-parse', 'HEAD'))).size === 1

async function compareClones(stage, stores, rounds) {
  const problems = isOne(stores) ? [] : [`not one after ${rounds} rounds`]
  for (const [at, store] of stores.entries()) {
    const { items } = await withService(
      stage,
      service => service.memories.list({ limit: 1000 }),
      store,
    )
    const texts = items.map(({ title, content }) => `${title}: ${content}`)
    for (let other = 0; other < stores.length; other++) {
      for (let n = 0; n < 3; n++)
        if (!texts.includes(`Of ${other}, ${n}: said by ${other}`))
          problems.push(`${at} lacks ${other}, ${n}`)
      const said = `Added by clone ${other}.`
      if (texts.filter(text => text.includes(said)).length !== 1)
        problems.push(`${at}: ${said} not once`)
    }
    if (items.length !== 3 * stores.length + 1) problems.push(`${at} has ${items.length} items`)
  }
  return problems
}
