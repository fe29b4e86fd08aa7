import { chmodSync, existsSync, rmSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dropTemporaries, ensureDirectory, writeDurable } from '../../../store/files/atomic.js'
import { HOOK_KEY_FILE, writeHookKey } from '../hook-key.js'
import { formatUrl } from './opencode-plugin.js'
import { canStart } from './programs.js'
import { readIfThere } from './settings-file.js'
import { asOwner } from './target.js'
import type { Tools } from './own.js'

/** Targets of launchers: absolute paths, of this machine. */
export interface Launched {
  node: string
  /** The scripts of `svc` and `svc-hook`, and OpenCode's plugin. */
  scripts: { svc: string; hook: string; opencode: string }
  /** The folder of the store. */
  dataDir: string
  /** The store's manifest, where it is not `svc.json` in that folder. */
  databasePath?: string | undefined
  /** By which means a model in OpenCode can save and look up. */
  tools?: Tools | undefined
}

/** Each launcher by its name, with the script that it starts. */
const STARTED = { svc: 'svc', 'svc-hook': 'hook', 'opencode.mjs': 'opencode' } as const

/** The name of a launcher in its folder. */
type LauncherName = keyof typeof STARTED

/** The names of all launchers. */
export const LAUNCHERS = Object.keys(STARTED) as readonly LauncherName[]

/** The folder of a data directory's launchers. */
export function launcherFolder(dataDir: string): string {
  return join(dataDir, 'bin')
}

/** The file that a launcher dates when it found nothing to start. */
export function launcherNote(dataDir: string): string {
  return join(launcherFolder(dataDir), 'failed')
}

/** The launchers by their names in the folder, with their texts. */
function renderLaunchers(launched: Launched): Record<string, string> {
  const { scripts } = launched
  return {
    // Programs of this machine: git must not take them along.
    '.gitignore': '*\n',
    svc: renderLauncher('svc', scripts.svc, launched, TELL),
    'svc-hook': renderLauncher('svc-hook', scripts.hook, launched, NOTE),
    'opencode.mjs': renderOpencodeLauncher(launched),
  }
}

/**
 * Writes the launchers that are missing, not executable or not as they should be, and answers their
 * names; beside them the word of the installation, where it has none. Durable.
 */
export function writeLaunchers(launched: Launched): string[] {
  const folder = launcherFolder(launched.dataDir)
  const wrong = Object.entries(renderLaunchers(launched)).filter(([name, text]) => {
    const path = join(folder, name)
    return readIfThere(path) !== text || (isProgram(name) && !isExecutable(path))
  })
  asOwner(folder, () => {
    if (wrong.length > 0) ensureDirectory(folder)
    for (const [name, text] of wrong) {
      const path = join(folder, name)
      writeDurable(path, text)
      if (isProgram(name)) chmodSync(path, 0o700)
    }
    writeHookKey(launched.dataDir)
    rmSync(launcherNote(launched.dataDir), { force: true })
  })
  return wrong.map(([name]) => name)
}

/** Removes the launchers, and what a killed writer left of them; what else lies there stays. */
export function removeLaunchers(dataDir: string): void {
  const folder = launcherFolder(dataDir)
  dropTemporaries(folder)
  for (const name of [...LAUNCHERS, HOOK_KEY_FILE, 'failed', '.gitignore'])
    rmSync(join(folder, name), { force: true })
}

/** Reads from OpenCode's launcher the way in which a model can save; undefined for none. */
export function readLaunchedTools(dataDir: string): Tools | undefined {
  const text = readIfThere(join(launcherFolder(dataDir), 'opencode.mjs')) ?? ''
  return /"tools":"(mcp|cli)"/.exec(text)?.[1] as Tools | undefined
}

/**
 * Describes a launcher's fault, in a person's words behind its path; undefined for none. A launcher
 * that leads to another Node or another svc than this one is sound as long as these exist.
 */
export function findFault(name: LauncherName, launched: Launched): string | undefined {
  const path = join(launcherFolder(launched.dataDir), name)
  const text = readIfThere(path)
  if (text === undefined) return 'is missing'
  const { node, script } = isProgram(name) ? parseLauncher(text) : parseOpencodeLauncher(text)
  const gone = [node, script].filter(one => one !== '' && !existsSync(one))
  if (gone.length > 0) return `starts ${gone.join(' with ')}, which is gone`
  const brought = [node, script].find(one => one.startsWith(`${launched.dataDir}${sep}`))
  if (brought !== undefined) return `starts ${brought}, which lies in the store: svc does not`
  const scripts = { ...launched.scripts, [STARTED[name]]: script }
  if (renderLaunchers({ ...launched, node, scripts })[name] !== text) return 'is of another version'
  return isProgram(name) && !isExecutable(path) ? 'is not executable' : undefined
}

/**
 * The fault of a data directory in which no program can be started, with the path of a launcher and
 * what mends it. Undefined for none, and where there are no launchers.
 */
export async function findPlaceFault(
  dataDir: string,
): Promise<{ path: string; message: string; mend: string } | undefined> {
  const path = join(launcherFolder(dataDir), 'svc')
  if (process.platform === 'win32' || !existsSync(path) || (await canStart(path))) return undefined
  const message = 'cannot be started, as on a disk that is mounted noexec'
  const mend = 'mount it with exec, or install with a store elsewhere (SVC_DATA_DIR)'
  return { path, message, mend }
}

function isExecutable(path: string): boolean {
  return (statSync(path).mode & 0o100) !== 0
}

/** The Node and the script that the launcher at a path names, '' for none; undefined without one. */
export function readLaunched(path: string): { node: string; script: string } | undefined {
  try {
    const text = readIfThere(path)
    return text === undefined ? undefined : parseLauncher(text)
  } catch {
    return undefined
  }
}

/** The Node and the script that a launcher's text names; '' where it names none. */
function parseLauncher(text: string): { node: string; script: string } {
  const lines = [...text.matchAll(/^(?:node|script)='((?:[^']|'\\'')*)'$/gm)]
  const [node = '', script = ''] = lines.map(([, path = '']) => path.replaceAll(`'\\''`, `'`))
  return { node, script }
}

/** The Node and the script that the text of OpenCode's launcher names; '' where it names none. */
function parseOpencodeLauncher(text: string): { node: string; script: string } {
  const [, url = ''] = /^import .* from "(file:[^"]*)"$/m.exec(text) ?? []
  const [, node = '""'] = /"node":("(?:[^"\\]|\\.)*")/.exec(text) ?? []
  try {
    return { node: String(JSON.parse(node)), script: url && fileURLToPath(url) }
  } catch {
    return { node: '', script: '' }
  }
}

function isProgram(name: string): boolean {
  return name === 'svc' || name === 'svc-hook'
}

/** The text of `bin/opencode.mjs` in a data directory, which OpenCode's plugin file runs. */
export function renderOpencodeLauncher(launched: Launched): string {
  const { scripts, node, dataDir, databasePath, tools } = launched
  return `// Written by svc; \`svc doctor --fix\` writes it anew where svc or Node has moved.
import { createSvcPlugin } from ${formatUrl(scripts.opencode)}

export const SvcPlugin = createSvcPlugin(${JSON.stringify({ node, dataDir, databasePath, tools })})
`
}

/**
 * A launcher: a shell script that becomes the program. It knows the data directory it lies in, so
 * that what it starts uses that one and no other. Where Node or the script have moved it looks for
 * them; where there is nothing it does `otherwise`.
 */
function renderLauncher(
  name: string,
  script: string,
  { node, dataDir, databasePath }: Launched,
  otherwise: string,
): string {
  const place =
    databasePath === undefined
      ? `unset SVC_DATABASE_PATH\nSVC_DATA_DIR=${quote(dataDir)}; export SVC_DATA_DIR`
      : `SVC_DATABASE_PATH=${quote(databasePath)}; export SVC_DATABASE_PATH`
  return `#!/bin/sh
# Starts ${name}. Written by \`svc install\`; \`svc doctor\` checks it, \`svc doctor --fix\` mends it.
${place}
root=${quote(dataDir)}
node=${quote(node)}
script=${quote(script)}
${name === 'svc-hook' ? BESIDE : ''}${ABSOLUTE}[ -x "$node" ] && [ -f "$script" ] && exec "$node" "$script" "$@"
${formatSearch(name)}
${otherwise}`
}

/**
 * Exits if the session's own MCP server lives: that answers the prompt; see handlers/mcp. Its word holds
 * its process id and its start, which a stranger who has that id now did not have: the 22nd field of
 * what /proc says, or the words of ps (announceServer writes it). Behind the name of the program, which
 * may hold anything, stand numbers; to look for its end from behind takes dash a fifth of this time.
 */
const BESIDE = `lives() {
  case $1 in ''|0*|*[!0-9]*) return 1 ;; esac
  stat=; { read -r stat <"/proc/$1/stat"; } 2>/dev/null
  if [ -n "$stat" ]; then
    stat=\${stat#*') '}
    case $stat in *') '*) stat=\${stat##*') '} ;; esac
    set -- "$2" $stat
    [ "$2" != Z ] && { [ -z "$1" ] || [ "$1" = "\${21}" ]; }
  else
    kill -0 "$1" 2>/dev/null || return 1
    [ -z "$2" ] && return
    start=$2; set -- $(LC_ALL=C TZ=UTC0 /bin/ps -o lstart= -p "$1" 2>/dev/null)
    [ $# = 0 ] || [ "$start" = "$*" ]
  fi
}
case " $* " in *' --beside-server '*)
  live=$root/state/mcp/$CLAUDE_PID
  if [ -n "$CLAUDE_PID" ] && [ -f "$live" ]; then
    pid=; start=; { read -r pid; read -r start; } <"$live"
    lives "$pid" "$start" && exit 0
  fi
esac
`

/** Leaves in the PATH what is absolute: the rest leads into the folder of whatever project it is. */
const ABSOLUTE = `case ":$PATH:" in *:[!/]*)
  kept=; IFS=:; set -f
  for folder in $PATH; do
    case $folder in /*) kept=$kept:$folder ;; esac
  done
  unset IFS; set +f
  PATH=\${kept#:}; PATH=\${PATH:-/usr/bin:/bin}
esac
`

/** Node 20 on the PATH or where people have it; then the script, else the program of that name. */
function formatSearch(name: string): string {
  return `usable() { [ -x "$1" ] && "$1" -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null; }
look() {
  for one in "$@"; do
    case $one in /*) usable "$one" && node=$one && return ;; esac
  done
}
if ! usable "$node"; then
  node=
  IFS=:; set -f
  for folder in $PATH; do [ -n "$node" ] || look "$folder/node"; done
  unset IFS; set +f
  [ -n "$node" ] || look /usr/local/bin/node /opt/homebrew/bin/node /usr/bin/node \\
    "$HOME"/.volta/bin/node "$HOME"/.local/share/mise/shims/node "$HOME"/.asdf/shims/node \\
    "$HOME"/.local/share/fnm/aliases/default/bin/node "$HOME"/.nvm/versions/node/*/bin/node
fi
if [ -n "$node" ]; then
  [ -f "$script" ] && exec "$node" "$script" "$@"
  [ -n "$SVC_LAUNCHED" ] && PATH=
  PATH=\${node%/*}\${PATH:+:$PATH}; SVC_LAUNCHED=1; export PATH SVC_LAUNCHED
  IFS=:; set -f
  for folder in $PATH; do
    [ "$folder" -ef "$root/bin" ] && continue
    [ -x "$folder/${name}" ] && exec "$folder/${name}" "$@"
  done
fi`
}

const NOTE = `date >"$root/bin/failed" 2>/dev/null
exit 0
`

const TELL = `if [ -n "$node" ]; then what="svc itself is gone from $script"
else what="Node.js 20 or newer is not found"; fi
echo "svc: $what: install it again (npm install -g agent-memory-service, or a clone)," \\
  "then run svc doctor --fix from there" >&2
exit 1
`

function quote(word: string): string {
  return `'${word.replaceAll(`'`, `'\\''`)}'`
}
