import { countSecrets } from '../scrub/find.js'
import { remark, type Check } from './check.js'

/** A doctor answers at once: `svc scrub` looks into the rest (milliseconds). */
const LOOK_MS = 300

/** Files that hold what looks like a secret, most often because a person wrote them by hand. */
export const storedSecret: Check = {
  name: 'stored-secret',
  run: async ({ store }) => {
    const { secrets, files, isWhole } = await countSecrets(store, LOOK_MS)
    if (secrets === 0) return []
    const what = secrets === 1 ? 'what looks like a secret' : `${secrets} that look like secrets`
    const where = files === 1 ? 'a file holds' : `${files} files hold`
    const rest = isWhole ? '' : '; there was no time for every file'
    return [remark(store.root, `${where} ${what}${rest}`, 'svc scrub shows and removes them')]
  },
}
