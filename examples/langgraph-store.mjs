// LangGraph: a `BaseStore` whose items are memories of one scope, a Markdown file each.
//   const store = new SvcStore(createService(), { type: 'project', id: '/work/agent' })
// What another store would do and this one does not:
// - An item is a memory, titled by its namespace and key: two that differ in case alone are one.
// - Keys, tokens and passwords inside a value are stored as `[redacted:<rule>]`.
// - A query ranks by words, not by meaning; `index` is not looked at: every value can be found.
// - Items are pinned, so that consolidation leaves them alone. A session start in that scope would
//   give them to a coding agent first of all: let the scope be one of its own.
// - A batch is not one transaction, and every search reads all items of the scope.
import { BaseStore } from '@langchain/langgraph-checkpoint'

const TAG = 'langgraph'
const PAGE = 1000

export class SvcStore extends BaseStore {
  constructor(service, scope) {
    super()
    this.service = service
    this.scope = scope
  }

  /** Runs the operations in their order; what comes later sees what was written before. */
  async batch(operations) {
    const results = []
    for (const operation of operations) results.push(await this.#run(operation))
    return results
  }

  #run(operation) {
    if ('namespacePrefix' in operation) return this.#search(operation)
    if ('value' in operation) return this.#put(operation)
    if ('key' in operation) return this.#get(operation)
    return this.#listNamespaces(operation)
  }

  async #get({ namespace, key }) {
    const { id: _, ...item } = (await this.#find(namespace, key)) ?? {}
    return item.key === undefined ? null : item
  }

  async #put({ namespace, key, value }) {
    if (value === null) {
      const item = await this.#find(namespace, key)
      if (item !== undefined) await this.service.memories.forget(item.id)
      return
    }
    const title = [...namespace, key].join(' / ')
    const content = JSON.stringify({ namespace, key, value }, null, 2)
    const given = { scope: this.scope, kind: 'fact', title, content, tags: [TAG] }
    const { id, pinned } = await this.service.remember(given)
    if (!pinned) await this.service.memories.edit(id, { pinned: true })
  }

  async #search({ namespacePrefix, query, filter = {}, limit = 10, offset = 0 }) {
    const items = await this.#items(query ? { text: query } : {})
    const found = items.filter(
      ({ namespace, value }) => startsWith(namespace, namespacePrefix) && fits(value, filter),
    )
    return found.slice(offset, offset + limit).map(({ id: _, ...item }) => item)
  }

  async #listNamespaces({ matchConditions = [], maxDepth, limit = 100, offset = 0 }) {
    const found = (await this.#items())
      .map(({ namespace }) => namespace)
      .filter(namespace => matchConditions.every(condition => matches(namespace, condition)))
      .map(namespace => JSON.stringify(namespace.slice(0, maxDepth)))
    return [...new Set(found)]
      .sort()
      .slice(offset, offset + limit)
      .map(text => JSON.parse(text))
  }

  async #find(namespace, key) {
    const wanted = JSON.stringify([namespace, key])
    return (await this.#items()).find(item => JSON.stringify([item.namespace, item.key]) === wanted)
  }

  /** Every item, the best match or the newest first; page by page. */
  async #items(filter = {}) {
    const items = []
    for (let offset = 0; ; offset += PAGE) {
      const page = { ...filter, scope: this.scope, tags: [TAG], limit: PAGE, offset }
      const { items: memories, total } = await this.service.memories.list(page)
      items.push(...memories.flatMap(toItem))
      if (offset + PAGE >= total) return items
    }
  }
}

/** The item that a memory holds; none where somebody has edited its file into something else. */
function toItem({ id, content, createdAt, updatedAt, score }) {
  try {
    const { namespace, key, value } = JSON.parse(content)
    const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
    return [{ id, namespace, key, value, ...times, ...(score !== undefined && { score }) }]
  } catch {
    return []
  }
}

function startsWith(namespace, prefix) {
  return prefix.every((label, at) => label === '*' || label === namespace[at])
}

function matches(namespace, { matchType, path }) {
  if (path.length > namespace.length) return false
  return startsWith(matchType === 'prefix' ? namespace : namespace.slice(-path.length), path)
}

const COMPARE = {
  $eq: (a, b) => isSame(a, b),
  $ne: (a, b) => !isSame(a, b),
  $gt: (a, b) => a > b,
  $gte: (a, b) => a >= b,
  $lt: (a, b) => a < b,
  $lte: (a, b) => a <= b,
}

function fits(value, filter) {
  return Object.entries(filter).every(([name, wanted]) => {
    const operators = Object.keys(wanted ?? {}).filter(key => key.startsWith('$'))
    if (operators.length === 0) return isSame(value[name], wanted)
    return operators.every(operator => {
      if (!(operator in COMPARE)) throw new Error(`filter: ${operator} is not known`)
      return COMPARE[operator](value[name], wanted[operator])
    })
  })
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b)
}
