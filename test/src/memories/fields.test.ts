import t from 'tap'
import { QUERY_PARAMS, parseFilter as parseQuery, rulesOf } from '../../../handlers/http/params.js'
import { ENDPOINTS } from '../../../handlers/http/routes.js'
import { readArguments } from '../../../handlers/mcp/arguments.js'
import { argumentsOf, describeTools } from '../../../handlers/mcp/tools.js'
import { parseArguments } from '../../../src/bin/cli/arguments.js'
import { flagName, flagsOf, type Call, type Command } from '../../../src/bin/cli/command.js'
import { readFilter } from '../../../src/bin/cli/flags.js'
import { renderCommandHelp } from '../../../src/bin/cli/help.js'
import { EVERY_COMMAND } from '../../../src/bin/cli/table.js'
import { CHANGED_MEMORY, LIST_FILTER, NEW_MEMORY } from '../../../src/memories/fields.js'
import {
  choiceField,
  numberField,
  switchField,
  wordField,
  type Asked,
} from '../../../src/memories/forms.js'
import { parseFilter } from '../../../src/memories/given.js'

const refused = (message: string) => ({ code: 'INVALID_REQUEST', message })

/** Filters that there are not, one of each form. */
const INVENTED = {
  colours: {
    ...choiceField('comma list, any of `red`, `blue`', ['red', 'blue'] as const),
    name: 'colour',
    flag: { kind: 'text', value: 'a,b', meaning: 'of any of these colours' },
    argument: 'Of these colours',
  },
  stars: {
    ...numberField('integer >= 1; above 5 it is taken as 5', 1, 5),
    flag: { kind: 'number', value: 'N', least: 1, meaning: 'with N stars' },
    argument: 'How many stars',
  },
  loved: {
    ...switchField('loved ones alone'),
    flag: { kind: 'switch', meaning: 'only those that are loved' },
    argument: 'Loved ones alone',
  },
  seen: {
    ...wordField('`never`: what nobody has seen', 'never'),
    flag: { kind: 'switch', name: 'unseen', sets: 'never', meaning: 'what nobody has seen' },
  },
} as const
const WANTED = { colours: ['red' as const], stars: 3, loved: true, seen: 'never' as const }

t.test('an invented filter is given by a program', async t => {
  t.same(parseFilter(WANTED, INVENTED), WANTED)
  t.same(parseFilter({}, INVENTED), {})
  const bad: [object, string][] = [
    [{ colours: 'red' }, 'colours must be an array of texts'],
    [{ colours: ['green'] }, 'colours must be any of red, blue'],
    [{ stars: 0 }, 'stars must be a whole number from 1'],
    [{ loved: 'yes' }, 'loved must be true or false'],
    [{ seen: true }, 'seen must be never'],
  ]
  for (const [given, message] of bad)
    t.throws(() => parseFilter(given, INVENTED), refused(message), message)
})

t.test('an invented filter is given by a query, and stands in the reference', async t => {
  const read = (query: string) => parseQuery(new URLSearchParams(query), INVENTED)
  t.same(read('colour=red&stars=3&loved=1&seen=never'), WANTED)
  t.same(read('colour=&loved=&seen='), { loved: false })
  t.same(read('colour=red&colour=blue&stars=9'), { colours: ['red', 'blue'], stars: 5 })
  const bad: [string, string][] = [
    ['colour=green', 'colour must be a comma list of red, blue'],
    ['colour=,', 'colour must be a comma list with at least one entry'],
    ['stars=x', 'stars must be an integer of at least 1'],
    ['loved=yes', 'loved must be true or false'],
    ['seen=once', 'seen must be never'],
    ['stars=1&stars=2', 'stars is given more than once'],
  ]
  for (const [query, message] of bad) t.throws(() => read(query), refused(message), message)
  t.same(rulesOf(INVENTED), {
    colour: 'comma list, any of `red`, `blue`',
    stars: 'integer >= 1; above 5 it is taken as 5',
    loved: '`true` or `1` (loved ones alone), `false` or `0`',
    seen: '`never`: what nobody has seen',
  })
})

t.test('an invented filter is given on a command line, and stands in its help', async t => {
  const load = async () => t.fail('nothing runs') as never
  const flags = flagsOf(INVENTED)
  const command: Command = { name: 'look', summary: 'look', operands: [], flags, load }
  const read = (...argv: string[]) => {
    const call = { ...parseArguments(command, argv), command } as Call
    return readFilter(call, INVENTED)
  }
  t.same(read('--colour', 'red', '--stars', '3', '--loved', '--unseen'), WANTED)
  t.same(read('--stars', '9'), { stars: 5 })
  t.throws(() => read('--colour', ','), /^--colour names nothing; usage: svc look/)
  t.throws(() => read('--stars', '0'), /^--stars must be a whole number of at least 1/)
  const help = renderCommandHelp(command).join('\n')
  t.match(help, '[--colour a,b] [--stars N] [--loved] [--unseen]')
  for (const { flag } of Object.values(INVENTED)) t.match(help, flag.meaning)
})

t.test('an invented filter is given by a model where it has an argument', async t => {
  t.same(argumentsOf(INVENTED), {
    colour: { type: 'array', items: { type: 'string' }, description: 'Of these colours' },
    stars: { type: 'integer', description: 'How many stars' },
    loved: { type: 'boolean', description: 'Loved ones alone' },
  })
  const given = { colour: ['red'], stars: 3, loved: true, seen: 'never' }
  t.same(readArguments(given, INVENTED), { colours: ['red'], stars: 3, loved: true })
  t.same(readArguments({ colour: '' }, INVENTED), {}, 'nothing is said')
})

t.test('every field is there for who can give it', async t => {
  const [list] = ENDPOINTS.filter(({ method, path }) => `${method} ${path}` === 'GET /memories')
  const commands = Object.fromEntries(EVERY_COMMAND.map(one => [one.name, one.flags]))
  const tools = Object.fromEntries(
    describeTools().map(({ name, inputSchema }) => [name, inputSchema.properties]),
  )
  const told = (rows: Readonly<Record<string, Asked>>, command: string, tool?: string) => {
    for (const [field, row] of Object.entries(rows)) {
      const { name = field, flag, argument } = row
      if (flag) t.match(commands[command], { [flagName(row, field)]: { meaning: flag.meaning } })
      if (argument && tool) t.match(tools[tool], { [name]: { description: argument } })
    }
  }
  for (const [field, { rule, ...row }] of Object.entries(LIST_FILTER)) {
    const { name = field }: Asked = row
    t.ok(list?.params?.includes(name), name)
    t.equal(QUERY_PARAMS[name], rule)
  }
  told(LIST_FILTER, 'list', 'list')
  const { content: _, ...remembered } = NEW_MEMORY
  told(remembered, 'remember', 'remember')
  told(CHANGED_MEMORY, 'edit')
  const bodies = ENDPOINTS.map(({ body = '' }) => body)
  const saved =
    '`{scope, title, content, kind?, tags?, aliases?, by?, host?}`; an agent says `by: agent`'
  t.ok(bodies.includes(saved))
  t.ok(bodies.includes('any of `{title, content, kind, tags, aliases, pinned}`'))
})
