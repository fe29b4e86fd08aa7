const RUNNER =
  /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:sudo |time )?(?:npm|npx|pnpm|yarn|bunx?|deno|node|tsx|make|just|task|cargo|go|python3?|pip|uvx?|poetry|pytest|tox|bundle|bin\/|rake|rails|mix|docker(?:-compose)?|podman|kubectl|helm|terraform|gradle|\.\/|mvn|dotnet|bazel|nx|turbo|fly|vercel|heroku|wrangler|gcloud|aws|az|gh|git|php|composer|swift|xcodebuild|xcrun|flutter|cmake|ctest|ninja|alembic|vitest|jest|playwright|sam|nix|hugo|mkdocs|adb|fastlane|scripts?\/|bash|sh|curl|psql|redis-cli|ssh|rsync|act|stripe|hatch|sbt|lein|cap|dbt|buf)(?:\b|(?<=\/))/
/** Commands that anyone knows: nothing of a project is in them. */
const GENERAL =
  /^(?:\$ )?(?:sudo )?(?:git (?!push --|config alias)|ls|df|du|ps|kill|lsof|ss |top|cat|tail|head|grep|find|rm|cp|mv|mkdir|chmod|cd\b|wc|apt|apt-get|brew|npm (?:i|install|ci|update|ls|start|test|outdated)\b(?!.*(?:--|@))|npx (?:depcheck|tsc|eslint|prettier)|pip3? (?:install|freeze)|docker (?:ps|images|build|run|logs|prune|system|exec)|kubectl (?:get|describe|logs|apply|drain)|systemctl|crontab|lsusb|ping|dig|ssh-keygen|exit|vim|nano|code|next (?:build|start)|vercel deploy|terraform (?:plan|apply)|cargo (?:build|check|test|fmt|clippy)$|go (?:build|test|mod)[^-]*$|pytest(?: -[kxv].*)?$)/
const FILE =
  /\b[\w-]{1,80}\.(?:ts|tsx|js|mjs|json|py|rs|go|java|kt|md|ya?ml|toml|txt|csv|sql|sh|css|html|xml|ini|conf|env|lock|rb|php|cs|cpp|h|c|vue|swift|ipynb|tex|pdf|svg)\b/gi
const QUOTE =
  /“[^”\n]{12,}”|"[^"\n]{12,}"|„[^“”\n]{8,}[“”"]|«[^»\n]{8,}»|「[^」\n]{6,}」|『[^』\n]{6,}』/g
const STEPS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/https?:\/\/\S+/g, ' ⟨url⟩ '],
  [/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]+/g, ' ⟨mail⟩ '],
  [/(?:^|(?<=[\s(“"']))(?:[\w.@-]{0,60}\/)+[\w.@*-]*/g, ' ⟨path⟩ '],
  [FILE, ' ⟨file⟩ '],
  [/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, ' ⟨env⟩ '],
  [/\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+_[a-z_]+\b|\b\w{1,60}\(\)/g, ' ⟨ident⟩ '],
  [/(?<=^|\s)--?[a-z][\w-]*/g, ' ⟨flag⟩ '],
  [QUOTE, ' ⟨quote⟩ '],
]

/** What stands in back ticks: a command, one that anyone knows, a setting, a path, or a name. */
function classOf(code: string): string {
  if (GENERAL.test(code)) return '⟨cmdgen⟩'
  if (RUNNER.test(code)) return /\s|\//.test(code) ? '⟨cmd⟩' : '⟨code⟩'
  if (/^[A-Z][A-Z0-9_]{2,}=/.test(code) || /^[\w.-]+\s?[=:]\s?\S+$/.test(code)) return '⟨setting⟩'
  if (code.includes('/') && !/\s/.test(code)) return '⟨path⟩'
  if (/^--?\w/.test(code)) return '⟨flag⟩'
  if (/^[A-Z][A-Z0-9_]{2,}$/.test(code)) return '⟨env⟩'
  return /\s-{1,2}\w/.test(code) ? '⟨cmd⟩' : '⟨code⟩'
}

/** A text in which code, commands, paths, addresses and long quotations are named by class. */
export function toNormal(text: string): string {
  const named = text.replace(
    /`([^`\n]+)`/g,
    (_, code: string) => ` ${classOf(code.slice(0, 300))} `,
  )
  return STEPS.reduce((shown, [pattern, name]) => shown.replace(pattern, name), named)
}
