import { readFileSync } from 'node:fs'
import t from 'tap'
import { expandTerms, parseQuery } from '../../../src/search/query.js'
import { BUCKETS, findPhrases, findSynonyms } from '../../../src/search/thesaurus.js'
import { stem, tokenize } from '../../../store/index/analyse.js'
import { hashTerm } from '../../../store/index/format.js'
import { renderTables } from '../../thesaurus-tables.mjs'
import { EQUAL_WORDS, PHRASE_WORDS, RELATED_WORDS } from './thesaurus-words.js'

const source = readFileSync(new URL('../../../src/search/thesaurus.ts', import.meta.url), 'utf8')

/** What a text of one or more words brings by the thesaurus, of one kind. */
function expand(text: string, kind: 'equal' | 'related') {
  const { terms, sequence } = parseQuery(text)
  return expandTerms(terms, sequence).flatMap(term => (term.kind === kind ? [term.term] : []))
}

const termOf = (word: string) => stem(tokenize(word)[0]?.word ?? '')

t.test('the thesaurus is its words as stems, and small', async t => {
  const analysis = { stem, tokenize, hashTerm, BUCKETS }
  const tables = renderTables(analysis, { EQUAL_WORDS, RELATED_WORDS, PHRASE_WORDS })
  for (const [name, table] of Object.entries(tables))
    t.ok(source.includes(`const ${name} = \`${table}\``), `${name}: run test/thesaurus-tables.mjs`)
  t.ok(Object.values(tables).join('').length < 60_000)
})

t.test('names of one thing are equal, both ways', async t => {
  const pairs = [
    ['k8s', 'kubernetes'],
    ['db', 'database'],
    ['auth', 'authentication'],
    ['pr', 'mr'],
    ['deps', 'dependencies'],
    ['env', 'environment'],
    ['repo', 'repository'],
    ['ts', 'typescript'],
    ['pg', 'postgres'],
    ['config', 'configuration'],
    ['colour', 'color'],
    ['broke', 'broken'],
    ['Datenbank', 'database'],
    ['Abhängigkeiten', 'dependency'],
    ['Übersetzung', 'translation'],
    ['löschen', 'delete'],
    ['Rechnung', 'invoice'],
    ['sauvegarde', 'backup'],
    ['erreur', 'error'],
    ['facture', 'invoice'],
    ['contraseña', 'password'],
    ['rama', 'branch'],
    ['pruebas', 'test'],
    ['wachtwoord', 'password'],
    ['fatura', 'invoice'],
    ['日志', 'log'],
  ] as const
  for (const [one, other] of pairs) {
    t.ok(expand(one, 'equal').includes(termOf(other)), `${one} → ${other}`)
    const back = findSynonyms(termOf(other)).filter(({ isEqual }) => isEqual)
    t.ok(
      back.some(({ term }) => term === termOf(one)) || back.length === 8,
      `${other} → ${one}, where there are not too many`,
    )
  }
})

t.test('a form whose stem is another word counts as it is written', async t => {
  t.ok(expand('production', 'equal').includes('prod'))
  t.ok(expand('prod', 'equal').includes('product'))
  t.notOk(expand('products', 'equal').includes('prod'))
  t.ok(expand('la commande', 'equal').includes('order'))
  t.notOk(expand('the command', 'equal').includes('order'))
})

t.test('what is near a word is related, and no equal of it is', async t => {
  t.ok(expand('flaky', 'related').includes('intermitt'))
  t.ok(expand('intermittent', 'related').includes('flaki'))
  t.ok(expand('firmware', 'related').includes('flash'))
  const login = findSynonyms(stem('login'))
  t.equal(new Set(login.map(({ term }) => term)).size, login.length)
})

t.test('words in a row that have one name find it', async t => {
  t.ok(expand('open a pull request', 'equal').includes('pr'))
  t.ok(expand('users cannot log in', 'equal').includes('login'))
  t.ok(expand('la base de données est lente', 'equal').includes('db'))
  t.same(findPhrases(['request', 'pull']), [])
  const { terms, sequence } = parseQuery('open a pull request')
  t.equal(expandTerms(terms, sequence).find(({ term }) => term === 'pr')?.word, 'request')
})

t.test('no part of a word is looked up, and no term brings very many', async t => {
  for (const term of ['', 'elet', '>', '\n', ' ']) t.same(findSynonyms(term), [], term)
  const terms = [...new Set(`${EQUAL_WORDS} ${RELATED_WORDS}`.split(/\s+/).map(termOf))]
  const wrong = terms.filter(term => {
    const found = findSynonyms(term)
    return found.length > 18 || found.some(other => other.term === term)
  })
  t.same(wrong, [])
})
