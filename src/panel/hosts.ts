import { HOST_NAMES, PROFILES } from '../hosts/profiles.js'

/** What people call an agent host; its name where nobody calls it otherwise. */
export function titleOfHost(host: string): string {
  const name = HOST_NAMES.find(one => one === host)
  return name === undefined ? host : PROFILES[name].title
}
