import './memories.css'
import './reading.css'
import { route } from '../../route.js'
import { ArchiveView } from './archive.js'
import { MemoriesView } from './view.js'

/** The memories: a list to search, and a pane to read them in; or those that are gone. */
export default function MemoriesPage() {
  return route.value.query.get('view') === 'archive' ? <ArchiveView /> : <MemoriesView />
}
