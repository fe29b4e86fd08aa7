#!/bin/sh
# Starts svc for the host that has loaded this plugin: `svc.sh hook EVENT [HOST]`, `svc.sh mcp [HOST]`.
# It takes the launcher in svc's data directory, else the program on the PATH.

case $1 in
  hook) program=svc-hook host=$3 ;;
  *) program=svc host=$2 ;;
esac
if [ -z "$host" ]; then
  host=claude-code
  [ -n "$PLUGIN_ROOT" ] && [ "$PLUGIN_ROOT" = "$CLAUDE_PLUGIN_ROOT" ] && host=codex
  [ -n "$COPILOT_PLUGIN_ROOT" ] && host=copilot-cli
fi

usual=${XDG_DATA_HOME:-$HOME/.local/share}/svc
[ -d "$HOME/Library/Application Support/svc" ] && usual="$HOME/Library/Application Support/svc"
folder=${SVC_DATA_DIR:-$usual}
found=$folder/bin/$program
[ -x "$found" ] || found=$(command -v "$program")
missing='svc is missing, so nothing is remembered: npm install -g agent-memory-service'

# `svc install` puts the same hooks into the host's settings: then those answer, and these do not.
is_installed() {
  case $host in
    claude-code) set -- "${CLAUDE_CONFIG_DIR:-$HOME/.claude}" "$CLAUDE_PROJECT_DIR/.claude" ;;
    copilot-cli)
      set -- "${COPILOT_HOME:-$HOME/.copilot}/hooks" "$COPILOT_PROJECT_DIR/.claude" \
        "$COPILOT_PROJECT_DIR/.github/hooks"
      ;;
    gemini-cli) set -- "${GEMINI_CLI_HOME:-$HOME}/.gemini" "$GEMINI_PROJECT_DIR/.gemini" ;;
    # Codex runs no hook that was not approved: these may be the only ones that are.
    *) return 1 ;;
  esac
  grep -q '"command".*svc-hook' "$1/settings.json" "$1/svc.json" "$2/settings.json" \
    "$2/settings.local.json" "$3/svc.json" 2>/dev/null
}

if [ "$1" = hook ]; then
  is_installed && exit 0
  [ -n "$found" ] && exec "$found" --host "$host" --tools plugin
  [ "$2" = SessionStart ] && printf '{"systemMessage":"%s"}\n' "$missing"
  exit 0
fi

# Copilot starts a plugin's server in the plugin's folder; where Copilot itself is, is the project.
if [ "$host" = copilot-cli ]; then
  project=$(readlink "/proc/$PPID/cwd" 2>/dev/null) ||
    project=$(lsof -a -p "$PPID" -d cwd -Fn 2>/dev/null | sed -n 's/^n//p')
  [ -d "$project" ] && cd "$project"
fi
[ -n "$found" ] && exec "$found" mcp --host "$host"
echo "$missing" >&2
exit 127
