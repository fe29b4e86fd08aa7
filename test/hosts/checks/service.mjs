import assert from 'node:assert/strict'
import { ASKED, speak, startBlocks, untilLearned } from './turns.mjs'

export async function withService(world) {
  const service = await world.serve()
  try {
    await recallsAndLearns(world, 'heron')
  } finally {
    await service.end()
  }
}

export async function withDeadService(world) {
  const service = await world.serve()
  await service.end()
  await recallsAndLearns(world, 'bittern')
}

async function recallsAndLearns(world, word) {
  const turn = await speak(world, `Remember: the ${word} job is started by hand on Mondays.`)
  assert.equal(startBlocks(turn).length, 1, 'the start context is there')
  await untilLearned(world, `${word} job`)
}

/** It is stopped in the middle of writing, so that it may well hold what others wait for. */
export async function withFrozenService(world) {
  const service = await world.serve()
  try {
    void service.write(1_000)
    await world.until(() => world.memories().some(text => text.includes('Row 3 of')))
    process.kill(service.pid, 'SIGSTOP')
    const turn = await speak(world, ASKED[0].question)
    assert.equal(startBlocks(turn).length, 1, 'the start context is there')
    assert.ok(turn.took < world.first.took + 10_000, `the turn took ${turn.took} ms`)
  } finally {
    await service.end()
  }
}
