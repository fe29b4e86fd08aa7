import { createHash } from 'node:crypto'
import t from 'tap'
import porter2 from 'wink-porter2-stemmer'
import { analyseDocument, stem, stemAmong, tokenize, USUAL } from '../../../store/index/analyse.js'
import { stemEnglish } from '../../../store/index/porter2.js'
import { isStopWord } from '../../../src/search/query.js'
import { ANALYSIS_VERSION } from '../../../store/index/format.js'
import { EQUAL_WORDS, RELATED_WORDS } from '../../src/search/thesaurus-words.js'

const ENDINGS = (
  's es ed ing ly ation ational izer ful ness ment able ible ance ence er ies ied sses us eed eedly ' +
  'edly ingly ative alism aliti ousli biliti logi ll e y'
).split(' ')

const BEGINNINGS = new Set(`${EQUAL_WORDS} ${RELATED_WORDS}`.match(/[a-z]{2,}/g) ?? [])
/** Each ending comes after every fourth beginning: that is a thousand words with it. */
const VOCABULARY = new Set(
  Array.from(BEGINNINGS, (word, at) => {
    return [word, ...ENDINGS.filter((_, n) => n % 4 === at % 4).map(end => word + end)]
  }).flat(),
)

t.test('the stemmer agrees with another implementation of Porter2', async t => {
  const differing = [...VOCABULARY].filter(word => stemEnglish(word) !== porter2(word))
  t.ok(VOCABULARY.size > 20_000)
  t.same(differing, [])
})

t.test('only words of ASCII letters are stemmed', async t => {
  t.equal(stem('running'), 'run')
  for (const word of ['数据', 'naïves', 'utf8s', 'as', 'a'.repeat(31)]) t.equal(stem(word), word)
})

const words = (text: string) => tokenize(text).map(token => token.word)

t.test('the stem of a word is told where it is among some terms', async t => {
  const words = [...VOCABULARY, 'dying', 'skies', 'ring', 'aged', 'öfter', '部署', 'x2']
  t.same(
    words.filter(word => stemAmong(new Set([stem(word)]))(word) !== stem(word)),
    [],
  )
  const stemOf = stemAmong(new Set(['deploy', 'node']))
  t.same(['deployed', 'delay', 'nodes', ''].map(stemOf), ['deploy', undefined, 'node', undefined])
})

t.test('usual letters and signs give what the classes of all letters give', async t => {
  const usual = new RegExp(`[${USUAL}]`)
  const wrong: string[] = []
  for (let unit = 0x80; unit < 0xd800; unit++) {
    const sign = String.fromCharCode(unit)
    // A letter of a rare script makes the whole text an unusual one.
    const text = `a${sign}b Foo.${sign}bar ${sign}${sign}`
    if (!usual.test(sign)) continue
    const [own, other] = [tokenize(text), tokenize(`${text} \u10d0`).slice(0, -1)]
    if (JSON.stringify(own) !== JSON.stringify(other)) wrong.push(unit.toString(16))
  }
  t.same(wrong, [])
})

t.test('compounds give their parts and their joined form', async t => {
  t.same(words('parseHTTPBody'), ['parse', 'http', 'body', 'parsehttpbody'])
  t.same(words('orders_created_id_idx'), ['orders', 'created', 'id', 'idx', 'orderscreatedididx'])
  t.same(words('x-trace-id v0.9'), ['x', 'trace', 'id', 'xtraceid', 'v0', '9', 'v09'])
  t.same(words('src/cart.ts'), ['src', 'cart', 'ts', 'cartts'])
  t.same(words("Caroline's dog doesn't"), ['caroline', 'dog', 'doesn'])
  t.same(words('Caroline’s Müll'), ['caroline', 'mull'])
  t.same(words('ＡＢＣ ﬁle'), ['abc', 'file'])
  t.same(words('Straße STRAẞE Cœur'), ['strasse', 'strasse', 'coeur'])
  t.same(words("l'accès, d’une clé qu'on"), ['acces', 'une', 'cle', 'on'])
  t.same(words('S3 utf8 p99'), ['s3', 'utf8', 'p99'])
})

t.test('CJK text gives pairs of characters', async t => {
  t.same(words('数据库migration很慢'), ['数据', '据库', 'migration', '很慢'])
  t.same(words('データ 锁'), ['デー', 'ータ', '锁'])
  t.same(words('데이터베이스'), ['데이', '이터', '터베', '베이', '이스'])
})

t.test('hostile text is text', async t => {
  for (const text of ['\uD800', '\u0000\u0001', "'''---___", '\u200b\u202e', '\u{1F600}'])
    t.ok(Array.isArray(tokenize(text)))
  t.ok(tokenize('a'.repeat(100_000)).length === 1)
  t.ok(tokenize('a-'.repeat(50_000)).length >= 50_000)
  t.ok(isStopWord('the') && !isStopWord('deploy'))
})

t.test('raise ANALYSIS_VERSION when the same text gives other terms', async t => {
  const beginnings = 'relat deploy hopp argu gener config databas necess fizz sky'.split(' ')
  const inflected = beginnings.flatMap(word => ENDINGS.map(end => word + end)).join(' ')
  const { terms, lengths, words } = analyseDocument({
    id: 'a',
    kind: 'fact',
    title: 'Running the parseHTTPBody tests',
    content: inflected + ' café naïve l’été straße 数据库很慢 x-trace-id v0.9 src/cart.ts',
    tags: ['Deploy', 'two words'],
    aliases: ['read a request', 'http-body'],
    pinned: false,
    imported: false,
    uses: 0,
    createdAt: '2025-03-04T10:00:00.000Z',
    updatedAt: '',
    locator: '',
    stamp: '',
  })
  const text = JSON.stringify([[...terms].sort(), lengths, Array.from(words, word => word >>> 0)])
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16)
  t.same(
    { version: ANALYSIS_VERSION, fingerprint },
    { version: 3, fingerprint: 'a9af2c50558892ff' },
  )
})
