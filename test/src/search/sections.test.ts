import t from 'tap'
import { findSections, splitSections } from '../../../src/search/sections.js'
import { processorMs } from '../../processor-time.js'

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ')
const LONG = words(60, 'sentence')
const headings = (markdown: string) => splitSections(markdown).map(({ heading }) => heading)

t.test('a file is cut at its headings, each section with its path', async t => {
  const markdown = [
    `## Testing\n\nRun make test. ${LONG}`,
    `### End to end\n\nNeeds a browser. ${LONG}`,
    `#### Locally ####\n\nIn a container. ${LONG}`,
    `## *Releases* of [the API](docs/api.md) \`v2\`\n\nOn Thursdays. ${LONG}`,
  ].join('\n\n')
  const sections = splitSections(markdown)
  t.same(headings(markdown), [
    'Testing',
    'Testing › End to end',
    'Testing › End to end › Locally',
    'Releases of the API v2',
  ])
  t.equal(sections[1]?.content, `Needs a browser. ${LONG}`)
})

t.test('the one title above all the rest is in no path', async t => {
  const rest = `## Layout\n\n${LONG}\n\n## Naming\n\n${LONG}\n`
  t.same(headings(`# Guide\n\nRead this. ${LONG}\n\n${rest}`), ['', 'Layout', 'Naming'])
  t.same(headings(`Before. ${LONG}\n\n# Guide\n\n${LONG}\n\n${rest}`), ['', 'Layout', 'Naming'])
  t.same(headings(`# Guide\n\n${rest}`), ['Layout', 'Naming'], 'no text of its own: no section')
  t.same(headings(`# One\n\n${rest}\n# Two\n\n${LONG}`), ['One › Layout', 'One › Naming', 'Two'])
})

t.test('underlined headings count, rules and tables do not', async t => {
  const markdown = [
    `Layout\n======\n\n${LONG}`,
    `Naming\n------\n\n${LONG}\n\n---\n\nmore`,
    `Other\n=====\n\n| a | b |\n|---|---|\n\n- item\n---\n\n${LONG}`,
  ].join('\n\n')
  t.same(headings(markdown), ['Layout', 'Layout › Naming', 'Other'])
})

t.test('a heading in code is none', async t => {
  const fences = ['```sh\n# build\n```', '~~~\n```\n# build\n~~~', '  ````\n```\n# build\n  ````']
  for (const fence of fences) {
    const markdown = `## One\n\n${LONG}\n\n${fence}\n\n${LONG}\n\n## Two\n\n${LONG}`
    t.same(headings(markdown), ['One', 'Two'], fence)
  }
  t.same(headings(`## One\n\n${LONG}\n\n\`\`\`\n## Two\n${LONG}`), [''], 'nor below an open fence')
  t.same(headings(`## One\n\n${LONG}\n\n    ## Two\n\n${LONG}\n\n#Three\n`), [''])
})

t.test('short neighbours of one parent become one section', async t => {
  const markdown = `## Build\n\nmake\n\n## Test\n\nmake test\n\n## Deploy\n\n${LONG}\n\n## End\n\nx`
  const sections = splitSections(`${markdown}\n\n### Deep\n\ny`)
  t.same(
    sections.map(({ heading }) => heading),
    ['Build, Test', 'Deploy', 'End', 'End › Deep'],
  )
  t.equal(sections[0]?.content, '### Build\n\nmake\n\n### Test\n\nmake test')
})

t.test('a long section is cut at paragraphs, code in one piece', async t => {
  const code = `\`\`\`\n${words(60, 'code')}\n\n${words(60, 'code')}\n\`\`\``
  const sections = splitSections(
    `## Long\n\n${[LONG, LONG, code, LONG].join('\n\n')}\n\n## End\n\n${LONG}`,
  )
  t.ok(sections.length > 3)
  t.same([...new Set(sections.map(({ heading }) => heading))], ['Long', 'End'])
  t.ok(sections.every(({ content }) => content.length <= 800))
  t.ok(sections.some(({ content }) => content.includes(code)))
  t.equal(
    sections
      .slice(0, -1)
      .map(({ content }) => content)
      .join('\n\n'),
    [LONG, LONG, code, LONG].join('\n\n'),
  )
})

t.test('a file without headings is cut by its length, a short one is whole', async t => {
  const sections = splitSections(Array.from({ length: 8 }, () => LONG).join('\n\n'))
  t.ok(sections.length >= 4)
  t.ok(sections.every(({ heading, content }) => heading === '' && content.length <= 800))
  t.ok(
    splitSections(words(3_000)).every(({ content }) => content.length <= 800),
    'one paragraph',
  )
  t.same(splitSections('# Guide\n\n## One\n\ntext'), [
    { heading: '', content: '# Guide\n\n## One\n\ntext' },
  ])
  t.same(splitSections(''), [{ heading: '', content: '' }])
  t.same(
    splitSections(`# ${words(200)}`),
    [{ heading: '', content: `# ${words(200)}` }],
    'headings alone',
  )
})

t.test('a file made to be costly costs little', async t => {
  const costly = [
    '#'.repeat(65_536),
    `# ${' #'.repeat(30_000)}x`,
    `# ${']('.repeat(30_000)}`,
    '# a\nx\n## b\ny\n'.repeat(4_000),
    '`'.repeat(65_536),
    '```\n'.repeat(16_000),
    `${' '.repeat(60_000)}x`,
    'a\n\n'.repeat(20_000),
  ]
  const took = await processorMs(() => {
    for (const markdown of costly)
      t.ok(splitSections(markdown).length <= 200, markdown.slice(0, 12))
  })
  t.ok(took < 2_000, `${took} ms of processor time: what is quadratic takes longer`)
})

t.test('chosen sections are found again in a text that has changed', async t => {
  const section = (name: string) => `## ${name}\n\n${name} text. ${LONG}`
  const before = ['One', 'Two', 'Three'].map(section).join('\n\n')
  const chosen = [
    { passage: 2, heading: 'Three' },
    { passage: 0, heading: 'One' },
  ]
  const found = (markdown: string) => findSections(markdown, chosen)?.map(({ heading }) => heading)
  t.same(found(before), ['Three', 'One'])
  t.same(found(['Zero', 'One', 'Two', 'Three'].map(section).join('\n\n')), ['Three', 'One'])
  t.same(found(['Two', 'Three'].map(section).join('\n\n')), ['Three'])
  t.same(found(['Two', 'Four'].map(section).join('\n\n')), [])
  t.equal(found('short now'), undefined)
})
