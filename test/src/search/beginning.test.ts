import t from 'tap'
import { openBeginning } from '../../../src/search/beginning.js'
import { createMatcher } from '../../../src/search/matcher.js'
import { searchPage } from '../../../src/search/page.js'
import { LayeredIndex } from '../../../store/index/layered.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import type { WholeIndex } from '../../../store/index/types.js'
import { processorMs } from '../../processor-time.js'

const TEXTS: Record<string, string> = {
  deploy: 'Deploy with the zeppelin script',
  deployment: 'Deployments go out on Monday',
  depot: 'The depot of parts',
  config: 'The configuration lies in a file',
  port: 'Port 4100',
  portable: 'A portable build',
  memory: 'Memories are files',
  cafe: 'Coffee from the café',
  chinese: '部门 名单',
}

function indexOf(ids: string[]) {
  const index = createScopeIndex()
  for (const id of ids) {
    const at = '2026-01-01T00:00:00.000Z'
    const dates = { createdAt: '', updatedAt: at, uses: 0, pinned: false, imported: false }
    const text = { kind: 'fact', title: TEXTS[id]!, content: 'x', tags: [], aliases: [] }
    index.put({ id, ...text, ...dates, locator: id, stamp: '' })
  }
  return index
}

const ALL = indexOf(Object.keys(TEXTS))

function find(text: string, indexes: WholeIndex[] = [ALL]) {
  const begun = openBeginning(indexes, text)
  const options = { limit: 10, ...(begun && { added: begun.term }) }
  const { hits, terms } = searchPage(begun?.indexes ?? indexes, text, options)
  return { ids: hits.map(({ entry }) => entry.id), terms }
}

t.test('longer words that begin so match too', async t => {
  t.same(find('dep').ids.sort(), ['deploy', 'deployment', 'depot'])
  t.same(find('deplo').ids.sort(), ['deploy', 'deployment'])
  t.same(find('monday dep').ids[0], 'deployment', 'only the last word is a beginning')
  t.notOk(find('dep monday').ids.includes('depot'))
  t.same(find('zep').ids, ['deploy'])
  t.same(find('zzz').ids, [])
  t.same(find('').ids, [])
})

t.test('the word itself comes first', async t => {
  t.same(find('port').ids, ['port', 'portable'])
})

t.test('what is typed may reach into an ending that the index does not have', async t => {
  t.same(find('configura').ids, ['config'])
  t.same(find('memor').ids, ['memory'])
  t.same(find('memorie').ids, ['memory'])
  t.same(find('portables').ids, ['portable'])
})

t.test('a word that no memory has any more begins nothing', async t => {
  const left = new LayeredIndex(indexOf(Object.keys(TEXTS)))
  for (const id of ['portable', 'deploy']) left.remove(id)
  t.same(find('porta', [left]).ids, ['port'])
  t.equal(openBeginning([left], 'zep'), undefined)
})

t.test('other writing', async t => {
  t.same(find('caf').ids, ['cafe'])
  t.same(find('部').ids, ['chinese'])
  t.same(find('41').ids, ['port'])
  t.same(find('DEPL').ids.sort(), ['deploy', 'deployment'])
})

t.test('how items lie in indexes changes nothing', async t => {
  const ids = Object.keys(TEXTS)
  const halves = [indexOf(ids.slice(0, 4)), indexOf(ids.slice(4))]
  for (const text of ['dep', 'port', 'configura', 'memor', 'the dep', 'build po']) {
    t.same(find(text, halves).ids, find(text).ids, text)
  }
})

t.test('without a beginning nothing is different', async t => {
  const plain = searchPage([ALL], 'deploy', { limit: 10 })
  t.same(plain.hits.map(({ entry }) => entry.id).sort(), ['deploy', 'deployment'])
  t.same(searchPage([ALL], 'dep', { limit: 10 }).hits, [])
})

t.test('the words that match are told as they stand there', async t => {
  const { terms } = find('the script dep')
  const match = createMatcher(terms)
  t.same(match(['Deploy the Script.', 'Deployments of scripts; a depot.']), [
    'Deploy',
    'Script',
    'Deployments',
    'scripts',
    'depot',
  ])
  t.same(match(['Nothing here']), [])
  t.same(match(['deploy-script.sh and re-deploy']), ['deploy', 'script'], 'parts of compounds')
})

t.test('a compound that matches as a whole is told as a whole', async t => {
  const match = createMatcher(new Set(['nodemodul', 'café', 'cafe', '部署']))
  t.same(match(['node_modules, nodeModules, node modules']), ['node_modules', 'nodeModules'])
  t.same(match(['the Café', '要部署了']), ['Café', '部署'])
})

t.test('fifty words are enough', async t => {
  const words = Array.from({ length: 80 }, (_, at) => `word${at}`).join(' ')
  t.equal(createMatcher(new Set(['word*']))([words, words]).length, 50)
})

t.test('what an answer looks through for words is bounded', async t => {
  const match = createMatcher(new Set(['port']))
  const long = `port ${'a.b-c '.repeat(11_000)}`
  let told: number[] = []
  const took = await processorMs(() => {
    told = Array.from({ length: 1_000 }, () => match([long]).length)
  })
  t.ok(took < 3_000, `${took} ms of processor time`)
  t.equal(told[0], 1)
  t.equal(told.at(-1), 0)
})
