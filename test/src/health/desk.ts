import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { createConfig, VERSION, type Config } from '../../../src/config.js'
import { examineStore } from '../../../src/health/index.js'
import { initStore } from '../../../src/git/init.js'
import { checkHosts } from '../../../src/hosts/install/check.js'
import { findHost } from '../../../src/hosts/drivers.js'
import { createOwnContent } from '../../../src/hosts/install/installation.js'
import { writeLaunchers, type Launched } from '../../../src/hosts/install/launcher.js'
import { planInstall } from '../../../src/hosts/install/plan.js'
import { applySettings } from '../../../src/hosts/install/settings-file.js'
import { Collections } from '../../../src/memories/collections.js'
import type { DoctorReport } from '../../../src/report.js'
import { openStore, type Store } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, linesOf, openService } from '../fixture.js'

/** A memory as it is loaded, in the global scope where none is named. */
interface Loaded {
  id: string
  content: string
  title?: string
  tags?: string[]
  scope?: Scope
}

const CLAUDE_CODE = (await findHost('claude-code'))!

/** A home with a store that holds one memory, and nothing that a doctor has a word for. */
export class Desk {
  readonly home: string
  readonly dataDir: string
  readonly memories: string
  /** Where a person works. */
  readonly work: string
  readonly env: Record<string, string>
  readonly launched: Launched
  settings: Partial<Config> = {}
  now = new Date()

  constructor(readonly t: Test) {
    this.home = temporaryFolder(t)
    this.dataDir = join(this.home, 'store')
    this.memories = join(this.dataDir, 'global', 'memories')
    this.work = join(this.home, 'work')
    const PATH = `${join(this.home, 'bin')}:/usr/local/bin:/usr/bin:/bin`
    this.env = { PATH, HOME: this.home, GIT_CONFIG_NOSYSTEM: '1' }
    const dist = join(this.home, 'package', 'dist')
    const [svc, hook, opencode] = ['svc.js', 'h.cjs', 'opencode.mjs'].map(name =>
      this.write(join(dist, name), ''),
    ) as [string, string, string]
    this.release(VERSION)
    const scripts = { svc, hook, opencode }
    this.launched = { node: process.execPath, scripts, dataDir: this.dataDir }
    mkdirSync(this.work)
  }

  get store(): Store {
    return openStore(join(this.dataDir, 'svc.json'))
  }

  /** Writes a file, its folders too; answers its path. */
  readonly write = (path: string, text: string, ageSeconds = 0): string => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return this.age(path, ageSeconds)
  }

  readonly age = (path: string, seconds: number): string => {
    const time = Date.now() / 1000 - seconds
    utimesSync(path, time, time)
    return path
  }

  readonly state = (...names: string[]): string => join(this.dataDir, 'state', ...names)

  /** Stores memories as svc does, in the global scope where nothing else is said; their paths. */
  async load(...items: Loaded[]): Promise<string[]> {
    const { service } = openService(this.t, this.dataDir)
    await service.memories.load(
      linesOf(...items.map(item => ({ scope: GLOBAL, title: item.id, ...item }))),
    )
    await service.close()
    return items.map(({ id, scope }) => (scope === undefined ? fileOf(this.memories, id) : ''))
  }

  git(...args: string[]): void {
    execFileSync('git', args, { cwd: this.dataDir, stdio: 'pipe', env: this.env })
  }

  async initGit(): Promise<void> {
    const program = { node: process.execPath, script: this.launched.scripts.svc }
    await initStore(this.store.manifest, { env: this.env, program })
  }

  /** What says which version of svc the launchers start. */
  release(version: string): void {
    const document = { name: 'agent-memory-service', version }
    this.write(join(this.home, 'package', 'package.json'), JSON.stringify(document))
  }

  /** Connects Claude Code; the path of its settings. */
  install(isResident = false): string {
    writeLaunchers(this.launched)
    const host = CLAUDE_CODE
    const content = createOwnContent(host, this.launched, { mcp: true, isResident })
    applySettings(planInstall(host, { env: this.env }, content))
    return join(this.home, '.claude', 'settings.json')
  }

  /** Whatever reads memories notes the versions that it has not seen: with that a doctor finds it done. */
  async look(): Promise<void> {
    await new Collections(this.store).all()
  }

  /** A new look at all of it, as `svc doctor` has it. */
  async examine(fix = false): Promise<DoctorReport> {
    const { store, env, now, launched, settings, dataDir } = this
    const config = createConfig({ given: { dataDir, ...settings } })
    const words = { install: 'svc install', mend: 'svc doctor --fix' }
    const asked = { env, project: this.work, launched, version: VERSION, ...words }
    const hosts = {
      facts: () => Promise.resolve({}),
      check: (how: { fix: boolean }) => checkHosts({ ...asked, ...how }),
    }
    const collections = await new Collections(store).all()
    return examineStore(store, collections, { fix, now, config, env, hosts })
  }

  /** Every file, folder and link below the home with its mode and what it holds. */
  list(): Map<string, string> {
    return new Map(listBelow(this.home, ''))
  }
}

function* listBelow(root: string, below: string): Generator<[string, string]> {
  for (const name of readdirSync(join(root, below))) {
    const path = join(below, name)
    const stats = lstatSync(join(root, path))
    yield [path, `${stats.mode.toString(8)} ${held(join(root, path), stats)}`]
    if (stats.isDirectory()) yield* listBelow(root, path)
  }
}

function held(path: string, stats: ReturnType<typeof lstatSync>): string {
  if (stats?.isSymbolicLink()) return readlinkSync(path)
  if (!stats?.isFile()) return ''
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** The paths that are in one listing and not, or otherwise, in the other. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter(path => before.get(path) !== after.get(path)).sort()
}
