// Who may import whom: one table for the linter (.eslint/) and for architecture.test.ts.

/**
 * Every room and loose file of the three folders with the rooms that it imports, by folder, names of
 * rooms and loose files with a blank between, type imports included. The order is the order of the
 * house: within a folder an arrow leads to a later row. A new arrow needs a word here and a reason; one
 * that is gone goes from here too.
 */
export const ROOMS = {
  handlers: {
    'index.ts': { handlers: 'http' },
    http: {
      handlers: 'panel mcp',
      src: 'api.ts overview memories types.ts',
      store: 'projects types.ts errors.ts',
    },
    panel: { store: 'errors.ts' },
    mcp: {
      src: 'api.ts past recall memories search hosts redact config.ts text.ts',
      store: 'projects types.ts errors.ts',
    },
    hooks: {
      src: 'reflect recall skills memories import activity hosts redact config.ts text.ts',
      store: 'projects store.ts files types.ts errors.ts',
    },
  },
  src: {
    plugin: {
      handlers: 'http hooks',
      src: 'bin service api.ts reflect memories provider activity hosts config.ts settings within.ts',
      store: 'projects store.ts files',
    },
    bin: {
      handlers: 'http mcp hooks',
      src: 'service backfill work api.ts overview transfer scrub scopes git past recall merge memories provider import activity types.ts hosts redact config.ts settings report.ts text.ts',
      store: 'projects git store.ts document files names.ts types.ts errors.ts',
    },
    panel: { src: 'api.ts overview past types.ts hosts', store: 'types.ts' },
    'index.ts': {
      src: 'service api.ts memories provider types.ts config.ts report.ts',
      store: 'projects types.ts errors.ts',
    },
    service: {
      src: 'health work api.ts overview transfer review scopes git reflect past recall merge skills memories import activity hosts redact config.ts within.ts',
      store: 'projects git store.ts files types.ts',
    },
    health: {
      src: 'work overview scrub scopes git reflect past merge skills memories provider activity redact config.ts settings report.ts within.ts',
      store: 'locks.ts projects git aside.ts store.ts document files names.ts errors.ts',
    },
    backfill: {
      src: 'work reflect past memories provider activity hosts redact config.ts languages text.ts',
      store: 'projects git store.ts files names.ts types.ts errors.ts',
    },
    work: {
      src: 'scopes reflect past consolidate skills memories provider activity types.ts config.ts settings text.ts',
      store: 'locks.ts projects git memories store.ts files types.ts errors.ts',
    },
    'api.ts': {
      src: 'overview transfer reflect past memories provider types.ts config.ts report.ts',
      store: 'types.ts',
    },
    overview: {
      src: 'git merge memories provider activity hosts redact config.ts report.ts text.ts',
      store: 'projects memories store.ts document files types.ts errors.ts',
    },
    transfer: {
      src: 'memories import redact text.ts',
      store: 'projects memories store.ts document files names.ts types.ts errors.ts',
    },
    scrub: {
      src: 'past redact',
      store: 'locks.ts projects git memories store.ts files names.ts errors.ts',
    },
    review: {
      src: 'scopes memories activity types.ts redact',
      store: 'projects types.ts errors.ts',
    },
    scopes: {
      src: 'past consolidate memories activity types.ts',
      store: 'locks.ts projects git memories store.ts document files names.ts types.ts errors.ts',
    },
    git: {
      src: 'merge memories activity types.ts redact settings report.ts text.ts',
      store: 'locks.ts projects git memories store.ts document files names.ts types.ts errors.ts',
    },
    reflect: {
      src: 'past consolidate memories provider search activity types.ts hosts redact config.ts languages text.ts',
      store: 'locks.ts projects git store.ts index files names.ts types.ts errors.ts',
    },
    past: {
      src: 'provider search hosts redact text.ts',
      store: 'projects aside.ts store.ts index files names.ts types.ts errors.ts',
    },
    recall: {
      src: 'memories import search types.ts hosts settings text.ts',
      store: 'projects git memories store.ts document index files names.ts types.ts errors.ts',
    },
    merge: {
      src: 'consolidate memories import activity text.ts',
      store: 'locks.ts projects git memories store.ts document files names.ts types.ts',
    },
    consolidate: {
      src: 'memories provider activity redact languages text.ts',
      store: 'locks.ts store.ts document index files types.ts errors.ts',
    },
    skills: {
      src: 'provider types.ts hosts redact text.ts',
      store: 'locks.ts projects memories store.ts document files names.ts types.ts errors.ts',
    },
    memories: {
      src: 'import search activity types.ts hosts redact config.ts text.ts',
      store:
        'locks.ts projects git memories store.ts document index files names.ts types.ts errors.ts',
    },
    provider: {
      src: 'hosts redact config.ts report.ts languages text.ts',
      store: 'store.ts index files types.ts errors.ts',
    },
    import: {
      src: 'activity types.ts hosts redact text.ts',
      store: 'git projects store.ts document files names.ts types.ts errors.ts',
    },
    search: { src: 'types.ts', store: 'index' },
    activity: { src: 'hosts redact text.ts', store: 'store.ts files names.ts types.ts errors.ts' },
    'types.ts': { src: 'hosts', store: 'types.ts' },
    hosts: { src: 'redact report.ts text.ts', store: 'files errors.ts' },
    redact: { src: 'text.ts', store: 'names.ts errors.ts' },
    'config.ts': { src: 'settings', store: 'files errors.ts' },
    settings: { store: 'git store.ts files names.ts errors.ts' },
    'report.ts': {},
    languages: {},
    'text.ts': {},
    'within.ts': {},
  },
  store: {
    'index.ts': { store: 'projects memories store.ts document names.ts types.ts errors.ts' },
    'locks.ts': { store: 'projects store.ts files errors.ts' },
    projects: { store: 'git store.ts files names.ts types.ts errors.ts' },
    git: { store: 'memories files names.ts errors.ts' },
    memories: { store: 'store.ts document files errors.ts' },
    'aside.ts': { store: 'store.ts files errors.ts' },
    'store.ts': { store: 'files names.ts errors.ts' },
    document: { store: 'names.ts types.ts' },
    index: { store: 'errors.ts' },
    files: { store: 'names.ts errors.ts' },
    'names.ts': {},
    'types.ts': {},
    'errors.ts': {},
  },
}

const FOLDERS = Object.keys(ROOMS)

/** Whether a path is that of a file in one of the three folders. */
export function isOurs(path) {
  return FOLDERS.some(folder => path.startsWith(`${folder}/`))
}

/** The room of a file: `src/git` for `src/git/sync.ts`, the file itself where it lies loose. */
export function roomOf(path) {
  return path.split('/', 2).join('/')
}

/** The rooms of the table, in its order. */
export function roomsIn(table) {
  return FOLDERS.flatMap(folder => Object.keys(table[folder]).map(name => `${folder}/${name}`))
}

/** The arrows of the table, each as `from → to`, sorted. */
export function arrowsIn(table) {
  const rows = FOLDERS.flatMap(folder =>
    Object.entries(table[folder]).map(([name, row]) => [`${folder}/${name}`, row]),
  )
  return rows
    .flatMap(([room, row]) =>
      FOLDERS.flatMap(to => wordsOf(row[to]).map(name => `${room} → ${to}/${name}`)),
    )
    .sort()
}

/** Why a file must not import another one, with the row that forbids it and where to read; undefined where it may. */
export function whyForbidden(path, target, table = ROOMS) {
  if (!isOurs(target) || roomOf(path) === roomOf(target)) return undefined
  const [folder, room] = path.split('/')
  const [to, name] = target.split('/')
  const row = table[folder][room]
  const allowed = wordsOf(row?.[to])
  if (allowed.includes(name)) return undefined
  const named = `row of "${room}" in test/rooms.mjs (${folder})`
  const most = allowed.length === 0 ? 'nothing' : `only ${allowed.join(', ')}`
  const why = row === undefined ? `there is no ${named}` : `the ${named} allows ${most} in ${to}`
  return `${path} must not import ${target}: ${why}; see ${folder}/README.md#what-may-enter`
}

function wordsOf(cell) {
  return cell === undefined ? [] : cell.split(' ')
}
