import { parseCommand } from '../provider/builtin/procedures/command.js'

/** A command, as far as it is known again with other arguments. */
interface Named {
  /** Program by its base name; of an interpreter, with the script that it runs. */
  program: string
  /** Its task, `push` of git; '' where its first argument is no such word. */
  verb: string
}

/** Sameness of two commands that run one program. */
export const SAME_PROGRAM = 1
/** Sameness of two commands that do the same, with other arguments or none. */
export const SAME_VERB = 2

/** 0 where two commands have nothing in common, else `SAME_PROGRAM` or `SAME_VERB`. */
export function samenessOf(one: string, other: string): number {
  if (one === other) return SAME_VERB
  const [first, second] = [nameOf(one), nameOf(other)]
  if (first === undefined || second === undefined || first.program !== second.program) return 0
  return first.verb === second.verb ? SAME_VERB : SAME_PROGRAM
}

/** Names what a command does: two of one name are the same command, whatever their arguments. */
export function workOf(command: string): string {
  const named = nameOf(command)
  return named === undefined ? command : `${named.program} ${named.verb}`
}

/** Programs whose work is what their first file argument says. */
const INTERPRETER =
  /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|java|dotnet|sh|bash|zsh|pwsh|powershell|Rscript|julia|lua|elixir)$/
const VERB = /^[a-z][\w:-]*$/i
/** Verbs that only name a group of them. */
const GROUP =
  /^(?:compose|buildx|builder|rollout|run|pr|s3|ecr|state|workspace|container|image|tool|apps?|pods?|release|exec|auth|config|remote|stash|submodule)$/
/** Programs that do one thing: their arguments say to what. */
const WITHOUT_VERB =
  /^(?:pytest|jest|mocha|tsc|vue-tsc|eslint|prettier|mypy|pyright|ruff|flake8|rspec|phpunit|ctest|gcc|g\+\+|clang\+*|javac|rustc|curl|wget|ssh|scp|rsync|psql|mysql|ansible-playbook|kill)$/
/** Options before the verb that take the next word. */
const WITH_VALUE =
  /^(?:-[cnCHfpiw]|--(?:namespace|context|kubeconfig|host|file|project(?:-name)?|prefix|cwd|dir|filter|workspace|manifest-path|inventory|profile|region|stack))$/
const GOES_TO = /^(?:cd|pushd)\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;)\s*/

function nameOf(command: string): Named | undefined {
  const parsed = parseCommand(command.trim().replace(GOES_TO, ''))
  if (parsed === undefined) return undefined
  const name = baseOf(parsed.program)
  // Options and words in their order: values of options are no verbs.
  const rest = parsed.text.slice(parsed.text.indexOf(parsed.program) + parsed.program.length)
  const words = wordsOf(rest)
  if (!INTERPRETER.test(name))
    return { program: name, verb: WITHOUT_VERB.test(name) ? '' : verbOf(words) }
  const [script = '', ...others] = words
  return { program: `${name.replace(/[\d.]+$/, '')} ${baseOf(script)}`, verb: verbOf(others) }
}

function baseOf(program: string): string {
  const name = program.split(/[\\/]/).at(-1) ?? program
  return name.replace(/\.(?:exe|cmd|bat)$/i, '').replace(/^(mvn|gradle)w$/, '$1')
}

function wordsOf(rest: string): string[] {
  const words = rest.split(/\s+/).filter(word => word !== '')
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return own.filter((word, at) => !word.startsWith('-') && !WITH_VALUE.test(own[at - 1] ?? ''))
}

function verbOf([first = '', second = '']: readonly string[]): string {
  if (!VERB.test(first)) return ''
  const verb = first === 'i' || first === 'ci' ? 'install' : first
  return GROUP.test(verb) && VERB.test(second) ? `${verb} ${second}` : verb
}

const LOOKS = new RegExp(
  String.raw`^(?:ls|ll|cat|bat|head|tail|less|more|grep|egrep|rg|ag|fd|wc|which|whereis|type|echo|printf|pwd|tree|stat|file|diff|cmp|du|df|free|ps|lsof|ss|netstat|top|htop|env|printenv|date|whoami|id|uname|hostname|history|man|jq|yq|sort|uniq|cut|column|sleep|true|test|dig|nslookup|host|ping|traceroute|journalctl|dmesg|strings|xxd|nm|ldd|otool|cd|pushd|wait|find(?!.*-(?:exec|delete|ok)\b)|sed (?:-\w+ )*-n|awk|curl(?!.*(?: -X| --request| -d | --data))|git(?: -[cC] \S+)* (?:status|log|diff|show|blame|grep|ls-\S+|rev-parse|describe|reflog|shortlog|branch(?: -[avr]+)?$|remote(?: -v)?$|stash list)|docker(?:[ -]compose)? (?:ps|images|logs|inspect|stats|version|info|top|events|diff|history|port|config|ls)|(?:docker|podman) (?:image|container|volume|network|system) (?:ls|inspect|df)|kubectl(?: -n \S+| --\S+)* (?:get|describe|logs|top|explain|version|events|api-\S+|auth can-i|rollout (?:status|history))|helm(?: -n \S+)* (?:list|ls|history|status|get|show|template|search|lint)|(?:terraform|tofu) (?:show|output|state (?:list|show)|plan|validate|providers|version)|npm (?:ls|list|view|info|outdated|why|explain|root|bin|whoami|config (?:get|list)|query)|(?:pnpm|yarn) (?:ls|list|why|outdated|info)|pip3? (?:list|show|freeze|check|index)|uv (?:tree|pip (?:list|show))|cargo (?:tree|metadata|search|version)|go (?:list|env|version|doc)|gem (?:list|info)|gh (?:\w+ )?(?:list|view|status|checks|diff)|aws \S+ (?:describe|list|get)\S*|systemctl (?:status|list-\S+|show|is-\S+)|.*(?: --version| --help| -h| -V)$)(?: |$)`,
)

/** True for a command that only looks: it mends nothing. */
export function onlyLooks(command: string): boolean {
  return LOOKS.test(
    command
      .trim()
      .replace(GOES_TO, '')
      .replace(/^(?:sudo|time) /, ''),
  )
}
