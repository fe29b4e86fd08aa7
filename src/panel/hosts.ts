import { HOST_NAMES, PROFILES } from '../hosts/profiles.js'

/** Finds the title of an agent host; its name if it has no other. */
export function titleOfHost(host: string): string {
  const name = HOST_NAMES.find(one => one === host)
  return name === undefined ? host : PROFILES[name].title
}
