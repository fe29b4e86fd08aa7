import t from 'tap'
import { withDates } from '../../../../src/provider/builtin/dates.js'

/** A Friday. */
const AT = '2026-11-20T10:00:00.000Z'

t.test('words that mean a date on the day of a statement only become that date', t => {
  const cases = {
    'We moved to Valkey yesterday.': 'We moved to Valkey on 2026-11-19.',
    'From next Monday the API lives on port 4200.': 'From 2026-11-23 the API lives on port 4200.',
    'The old API goes next Friday.': 'The old API goes on 2026-11-27.',
    'Kim left last Friday.': 'Kim left on 2026-11-13.',
    'Deploy from rel-8 until the end of August.': 'Deploy from rel-8 until 2027-08-31.',
    'No deploys until end of November.': 'No deploys until 2026-11-30.',
    'No deploys until the end of the month.': 'No deploys until 2026-11-30.',
    'The demo is the day after tomorrow.': 'The demo is on 2026-11-22.',
    'The new server comes in three weeks.': 'The new server comes on 2026-12-11.',
    'Redis was dropped 2 weeks ago.': 'Redis was dropped on 2026-11-06.',
    'Prod moves to Oslo next month.': 'Prod moves to Oslo in 2026-12.',
    'Bis Ende August ist das Deployment mit dem Kunden gesperrt.':
      'Bis 2027-08-31 ist das Deployment mit dem Kunden gesperrt.',
    'Wir sind gestern auf pnpm umgestiegen.': 'Wir sind am 2026-11-19 auf pnpm umgestiegen.',
    'Ab nächsten Montag ist der Port 4200.': 'Ab 2026-11-23 ist der Port 4200.',
    'Le serveur est gelé jusqu’à fin août.': 'Le serveur est gelé jusqu’à 2027-08-31.',
    'On a migré la base hier.': 'On a migré la base le 2026-11-19.',
    'El lunes que viene se apaga el servidor.': 'El 2026-11-23 se apaga el servidor.',
    'A partir de amanhã o servidor é o novo.': 'A partir de 2026-11-21 o servidor é o novo.',
    '下周一起端口是 4200。': '2026-11-23起端口是 4200。',
    '8月末までデプロイは禁止です。': '2027-08-31までデプロイは禁止です。',
  }
  for (const [text, dated] of Object.entries(cases)) t.equal(withDates(text, AT), dated, text)
  t.end()
})

t.test('what comes again and again, a span, a name and quoted words stay', t => {
  for (const text of [
    'Deploy on Mondays.',
    'At the end of August we close the books.',
    'Tokens expire in 30 days.',
    'Use tomorrow.io for the weather.',
    'The job is called `yesterday`.',
    'Der Cache wird jeden Morgen geleert.',
    'The file is src/today/list.ts.',
  ])
    t.equal(withDates(text, AT), text)
  t.equal(withDates('We moved yesterday.', 'at noon'), 'We moved yesterday.')
  t.equal(withDates('We moved yesterday.'), 'We moved yesterday.')
  t.end()
})
