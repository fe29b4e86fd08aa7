/** A shell command taken apart, as far as two of them must be compared. */
export interface Command {
  /** The text that is kept: without redirections, pagers and the folder of the project. */
  text: string
  /** `NAME=value` in front of it. */
  env: readonly string[]
  /** Its runner: `poetry run`, `docker compose run --rm app`. */
  wrapper: string
  /** The program, by its name. */
  program: string
  /** Arguments that are no flags. */
  words: readonly string[]
  flags: readonly string[]
}

const MAX_CHARS = 200
const NOISE_BEFORE =
  /^(?:set -\w+(?: pipefail)?\s*(?:;|&&)\s*|time |timeout \d+\w? |sleep \d+\s*(?:;|&&)\s*)+/
const NOISE_AFTER =
  /\s*(?:(?:\d?>{1,2}|&>)\s*(?:&\d|\/dev\/null|\/tmp\/\S+)|\|&?\s*(?:tail|head|grep|rg|cat|tee|less|wc|sed|awk)\b[^|&;]*|;\s*echo\b.*|\|\|\s*(?:true|echo\b.*)|&&\s*echo\b.*)\s*$/
const FOLDER = /^cd\s+("[^"]+"|'[^']+'|\S+)\s*(?:&&|;)\s*/
/** Code of its own, a here document, or several commands: nothing that one would type again. */
const INLINE =
  /\n|<<|\s-(?:c|e|p|r)\s+["']|(?<!\|)\|(?!\|)|;|\$\(|\[redacted|["'][^"']{40,}["']|\/tmp\/|\bfor \w+ in\b/

/** A command without the noise around it; undefined where it was for one time or another place. */
export function parseCommand(given: string, root = ''): Command | undefined {
  const text = toPlain(given, root)
  if (text === undefined || text === '' || text.length > MAX_CHARS || INLINE.test(text)) return
  const last = text.split(/\s*(?:&&|\|\|)\s*/).at(-1) ?? ''
  const env = /^(?:env )?((?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)*)/.exec(last)?.[1] ?? ''
  const bare = last.replace(/^env /, '').slice(env.length)
  const wrapper = WRAPPER.exec(bare)?.[0] ?? ''
  const [program = '', ...args] = bare
    .slice(wrapper.length)
    .split(/\s+/)
    .filter(word => word !== '')
  if (!/^[\w./~@-]+$/.test(program)) return undefined
  return {
    text,
    env: env.split(/\s+/).filter(word => word !== ''),
    wrapper: wrapper.trim(),
    program: nameOf(program),
    words: args.filter(word => !word.startsWith('-')),
    flags: args.filter(word => word.startsWith('-')),
  }
}

const WRAPPER =
  /^(?:(?:sudo(?: -\w+(?: \w+)?)?|npx(?: --?\w+)*|bunx|(?:pnpm|yarn) (?:exec|dlx)|bundle exec|(?:poetry|uv|pipenv|hatch|rye|pdm) run|python3? -m|docker[ -]compose (?:run|exec)(?: -{1,2}[\w-]+)* [\w-]+|docker exec(?: -\w+)* [\w-]+|xvfb-run(?: -\w)*|mise exec --|direnv exec \.|nix develop -c|(?:npm|pnpm|yarn|bun)(?: run)?(?= [\w:-]+)(?! (?:i|install|add|ci|remove|publish|create|dlx|exec)\b)) )+/

/** Without noise; undefined where it runs in a folder outside of the project. */
function toPlain(given: string, root: string): string | undefined {
  let text = given.trim().replace(/^\$ /, '')
  const folder = FOLDER.exec(text)
  if (folder !== null) {
    const path = (folder[1] ?? '').replace(/^["']|["']$/g, '')
    if (!isInside(path, root)) return undefined
    if (path.replace(/\/$/, '') === root) text = text.slice(folder[0].length)
  }
  if (root !== '') text = text.split(`${root}/`).join('')
  for (let before = ''; before !== text;)
    [before, text] = [text, text.replace(NOISE_BEFORE, '').replace(NOISE_AFTER, '')]
  return text.replace(/[^\S\n]+/g, ' ').trim()
}

function isInside(path: string, root: string): boolean {
  if (path.startsWith('/')) return root !== '' && `${path}/`.startsWith(`${root}/`)
  return !/^(?:\.\.|~|-$|\$)/.test(path)
}

const nameOf = (program: string) =>
  /^(?:\.{0,2}\/|~\/)/.test(program) ? program.replace(/^\.\//, '') : program

/** Programs that anyone knows: what is done with them is no matter of a project. */
const COMMON =
  /^(?:sudo )?(?:git\b(?! (?:push --follow|push .*:refs\/for|config alias|submodule update|lfs))|gh |ls\b|df\b|du\b|ps\b|kill|pkill|lsof|ss |top\b|cat |tail |head |grep |rg |ag |fd |find |rm |cp |mv |mkdir|touch |chmod |chown |cd\b|pwd|wc |which |type |echo |printf |export |source ~|sed |awk |jq |tree|stat |file |diff |sort |uniq |xargs |date\b|sleep |env$|printenv|whoami|uname|history|man |apt|brew |yum |dnf |apk |snap |pip3? (?:install|freeze|list|show)|npm (?:i|install|uninstall|ls|outdated|update|audit|view|init|login|whoami) ?[\w@/.^-]*$|docker (?:ps|images|logs|rmi?|stop|kill|prune|system|inspect|login|pull|build|volume|network)\b|docker[ -]compose (?:ps|logs|down|stop|pull)\b|kubectl (?:get|describe|logs|delete|apply|drain|config|exec)\b|systemctl (?:status|restart|start|stop|list-units)\b|journalctl|crontab|ping |dig |nslookup |host |curl |wget |nc |telnet |ssh-keygen|ssh-add|exit|vim? |nano |code |open |sqlite3 |psql .*-c|\S+ (?:--version|--help|-h|-V|version|help)$)/
/** Commands of such programs in any project: install, build, test. */
const USUAL =
  /^(?:npm (?:i|ci|install|start|test|t|run (?:test|build|lint|start|dev))(?: [\w@/.^][\w@/.^-]*)*$|(?:pnpm|yarn|bun) (?:i|install|add|remove|why|test|build|lint|start|dev|run (?:test|build|lint|start|dev))?(?: [\w@/.^][\w@/.^-]*)*$|npx (?:tsc|eslint|prettier|depcheck|jest|vitest)(?: [\w./]+)*$|(?:poetry|uv|bundle|composer|cargo|go) (?:install|add|update|lock|sync|get|mod tidy)(?: [\w@/.][\w@/.-]*)*$|docker[ -]compose (?:up|build)(?: -d| --build)*$|cargo (?:build|check|test|fmt|clippy|run)$|go (?:build|vet|run|test)(?: \.\/\.\.\.| \.)?$|pytest(?: -[kxvqs]+\b.*)?$|tsc\b|python3?$|node$|make(?: (?:all|clean|test|build|install))?$|mvn (?:test|clean|install|package|verify)(?: (?:test|clean|install|package|verify))*$|\.\/gradlew (?:test|build|clean|assemble|check)$|terraform (?:init|plan|apply|fmt|validate)$)/

/** True for a program that anyone knows, and for a command that only looks. */
export function isCommon({ text, env }: Command): boolean {
  const last = text.split(/\s*&&\s*/).at(-1) ?? text
  return COMMON.test(env.length === 0 ? last : last.replace(/^(?:env )?(?:\w+=\S* )+/, ''))
}

/** True for a command that anyone knows: nothing of a project is in it. */
export function isGeneral(command: Command): boolean {
  return isCommon(command) || USUAL.test(command.text.split(/\s*&&\s*/).at(-1) ?? '')
}

/** It destroys, or goes round what guards: nobody's standing way of doing things. */
const RISKY =
  /\brm -\w*[rf]|--force\b|(?:^|\s)-f(?=\s|$)|\bFORCE=|--no-verify|\bSKIP\w*=|\bHUSKY=0|--skip-\w*(?:check|verify|hook|test)|reset --hard|clean -\w*f|\b(?:drop|wipe|truncate|destroy|purge|nuke|delete)\b|\bDROP\b|kill -9|--hard\b|:latest-[0-9a-f]{7}|\b[0-9a-f]{12,40}\b|chmod 777|--privileged|--insecure\b/i

/** True for a command that destroys or goes round a guard. */
export function isRisky({ text }: Command): boolean {
  return RISKY.test(text)
}

const RUNNERS =
  'npm|npx|pnpm|yarn|bun|bunx|deno|node|tsx|make|just|task|cargo|go|python3?|pip3?|pipx|uv|poetry|pytest|tox|nox|bundle|rake|rails|ruby|mix|docker|docker-compose|podman|kubectl|helm|terraform|tofu|pulumi|ansible-playbook|gradle|mvn|dotnet|bazel|nx|turbo|fly|flyctl|vercel|netlify|heroku|wrangler|gcloud|aws|az|gh|git|php|composer|artisan|swift|xcodebuild|xcrun|pod|flutter|dart|expo|cmake|ctest|ninja|ng|sbt|lein|stack|cabal|psql|prisma|alembic|flask|django-admin|sh|bash|zsh|vitest|jest|playwright|cypress|eslint|prettier|serverless|sam|cdk|skaffold|tilt|act|mise|hatch|pdm|meson|zig|rspec|phpunit|vagrant|nix|devbox|direnv|air|hugo|jekyll|mkdocs|capistrano|cap|kamal|dbt|airflow|buf|protoc|sqlx|diesel|goose|flyway|liquibase|kind|minikube|k6|locust|lerna|changeset|rush|moon|earthly|dagger|west|idf\\.py|openocd|esptool(?:\\.py)?|sbatch|srun|ssh|scp|rsync|systemctl|trivy|stern|latexmk|fastlane|adb|stripe|redis-cli|mongosh|mysql|mysqldump|pg_dump|pg_restore|restic|zpool|ipmitool|crictl|flux|argocd|istioctl|vault|consul|nomad|packer|aws-vault|sops|xvfb-run|cdk8s|sentry-cli|codegen|op'
const KNOWN = new RegExp(`^(?:[A-Z_][A-Z0-9_]*=\\S* )*(?:sudo |time )?(?:${RUNNERS})(?: \\S.*)?$`)
const OWN =
  /^(?:[A-Z_][A-Z0-9_]*=\S* )*(?:\.{1,2}\/|bin\/|scripts?\/|tools\/|ci\/|\.venv\/)[\w./-]+(?: \S.*)?$/
const FLAGGED =
  /^(?:[A-Z_][A-Z0-9_]*=\S* )*[a-z][\w.-]*(?: [\w@:./=-]+)* --?[a-z][\w-]*(?:[ =]\S.*)?$/
const CODE =
  /[{};]\s*$|^\w+\(|\bconst |\blet |\bimport |\breturn\b|=>|^<|\(\)|^\w+ = | == |^(?:SELECT|INSERT|UPDATE|DELETE|ALTER|CREATE) /

/** True for a text that can only be a shell command. */
export function isCommandText(text: string): boolean {
  if (text.length > MAX_CHARS || CODE.test(text) || text.includes('[redacted')) return false
  return KNOWN.test(text) || OWN.test(text) || FLAGGED.test(text)
}
