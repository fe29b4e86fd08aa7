import { createConfigSchema } from './settings.js'

/** The name of the entry. */
export const name = 'svc-web'

/** Without the core entry there is nothing to show. */
export const inject = ['svc']

/** The schema of the entry's `config`; the panel has no settings of its own. */
export const Config = createConfigSchema()

/**
 * Does nothing here: a host with a web panel finds what to show in the manifest beside this entry
 * (`plugin/web/package.json`), and shows it while the entry is there. It asks the core's routes.
 */
export async function apply(): Promise<void> {}
