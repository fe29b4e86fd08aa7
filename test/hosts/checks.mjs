import { givesOnce, givesPrompt, givesStart, resumes } from './checks/context.mjs'
import { asksDoctor, connects, leavesHome, runsOthers, uninstalls } from './checks/home.mjs'
import { ignoresAgents, ignoresMentioned, learns, learnsByItself } from './checks/learning.mjs'
import {
  answersInServer,
  answersWithoutServer,
  knowsVersion,
  outlivesServer,
} from './checks/resident.mjs'
import { withDeadService, withFrozenService, withService } from './checks/service.mjs'
import { looksUp, saves } from './checks/tools.mjs'

const CLAUDE = ['claude-code']

/**
 * What each host goes through, in this order, in one home. `run` throws what is wrong; a host whose
 * driver names a check in `lacks` leaves it out, `only` names the hosts that a check is about, and
 * without one that `isNeeded` the others have nothing to stand on.
 */
export const CHECKS = [
  { name: 'home', about: 'install and uninstall leave every byte of it', run: leavesHome },
  { name: 'installed', about: 'svc is connected to the host', run: connects, isNeeded: true },
  {
    name: 'start',
    about: "what stands is in a session's first request",
    run: givesStart,
    isNeeded: true,
  },
  { name: 'prompt', about: 'what a prompt asks for is in its request', run: givesPrompt },
  { name: 'once', about: 'one turn is one request; what was given is not queued', run: givesOnce },
  { name: 'others', about: "somebody else's hook runs beside", run: runsOthers },
  { name: 'learned', about: 'a second session recalls what the first taught', run: learns },
  { name: 'resumed', about: 'a resumed session has what stands, once', run: resumes },
  {
    name: 'own-login',
    about: "with a person's consent its own program distils",
    run: learnsByItself,
    only: ['claude-code', 'codex', 'gemini-cli', 'qwen-code'],
  },
  { name: 'mentioned', about: "text of mentioned files is not the user's", run: ignoresMentioned },
  { name: 'agents', about: "text of subagents is not the user's", run: ignoresAgents },
  { name: 'look-up', about: 'the model looks something up by MCP', run: looksUp },
  { name: 'saved', about: 'the model saves by itself; the next session recalls it', run: saves },
  {
    name: 'version',
    about: 'resident hooks only in a version that knows them',
    run: knowsVersion,
    only: ['claude-code', 'claude-2.1.117'],
  },
  {
    name: 'resident',
    about: "prompts are answered by the session's own server",
    run: answersInServer,
    only: CLAUDE,
  },
  {
    name: 'no-server',
    about: 'and by the command where the server does not start',
    run: answersWithoutServer,
    only: CLAUDE,
  },
  {
    name: 'killed',
    about: 'a server that hangs or dies loses no prompt',
    run: outlivesServer,
    only: CLAUDE,
  },
  { name: 'serving', about: 'the same while the service runs', run: withService },
  { name: 'dead', about: 'the same after the service was killed', run: withDeadService },
  { name: 'frozen', about: 'the same while the service is frozen', run: withFrozenService },
  { name: 'doctor', about: 'no hook call failed, and doctor knows the host', run: asksDoctor },
  { name: 'gone', about: 'uninstalled, nothing of svc is left in the home', run: uninstalls },
]
