import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { commitStore, type CommitOptions } from '../../../src/git/commit.js'
import { openGitStore, withGitLock, type GitStore } from '../../../src/git/store.js'
import { initStore } from '../../../src/git/init.js'
import type { Resolution } from '../../../src/merge/settle.js'
import { syncStore } from '../../../src/git/sync.js'
import { createService } from '../../../src/service/service.js'
import type { Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { fileOf, GLOBAL } from '../fixture.js'

/** A driver that is there and never decides anything: git's own merge of lines does it. */
export const PROGRAM = { node: process.execPath, script: '/nowhere/svc.js' }

/** A store in a folder, in git as `svc git init` makes it. */
export class GitDesk extends Workbench {
  readonly manifest: string

  constructor(
    directory: string,
    readonly env: Record<string, string> = GIT_ENV,
  ) {
    super(directory)
    this.manifest = join(directory, 'svc.json')
  }

  init() {
    return initStore(this.manifest, { env: this.env, program: PROGRAM })
  }

  get open(): GitStore {
    return openGitStore(this.manifest, { env: this.env })
  }

  commitStore(options: CommitOptions = {}) {
    const { open } = this
    return withGitLock(open.store, () => commitStore(open, options))
  }

  sync(resolve = leaveEverything) {
    return syncStore(this.open, resolve)
  }

  async remember(title: string, content = 'So it is.', scope: Scope = GLOBAL): Promise<string> {
    return this.use(service => service.remember({ scope, title, content })).then(({ id }) => id)
  }

  async use<T>(work: (service: ReturnType<typeof createService>) => Promise<T>): Promise<T> {
    const service = createService({ dataDir: this.directory }, { home: join(this.directory, '..') })
    try {
      return await work(service)
    } finally {
      await service.close()
    }
  }

  /** The file of a global memory. */
  fileOf(id: string): string {
    return fileOf(join(this.directory, 'global', 'memories'), id)
  }

  edit(id: string, from: string, to: string): void {
    writeFileSync(this.fileOf(id), readFileSync(this.fileOf(id), 'utf8').replace(from, to))
  }

  get porcelain(): string {
    return this.git(['status', '--porcelain'])
  }

  get lastMessage(): string {
    return this.git(['log', '-1', '--format=%B']).trim()
  }

  /** Installs a hook of the repository's own. */
  hook(name: string, script: string): void {
    const path = join(this.directory, '.git', 'hooks', name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
  }
}

/** An empty repository to push to. */
export function makeBare(directory: string): string {
  mkdirSync(directory, { recursive: true })
  new Workbench(directory).git(['init', '-q', '--bare', '-b', 'main'])
  // Whoever receives a push does not see the environment of who pushes.
  appendFileSync(
    join(directory, 'config'),
    '[core]\n\tfsync = none\n[maintenance]\n\tauto = false\n',
  )
  return directory
}

/** The folder of a store in git whose own files are committed. */
export async function makeBegun(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const desk = new GitDesk(temporaryFolder(t))
  await desk.init()
  await desk.commitStore()
  return desk.directory
}

/** A copy of what `makeBegun` made: that takes a dozen runs of git. */
export async function copyBegun(
  t: Parameters<typeof temporaryFolder>[0],
  begun: Promise<string>,
  env = GIT_ENV,
): Promise<GitDesk> {
  const directory = join(temporaryFolder(t), 'store')
  cpSync(await begun, directory, { recursive: true })
  return new GitDesk(directory, env)
}

/** A store in git with a remote; nothing is committed yet. */
export async function openDesk(directory: string, url: string): Promise<GitDesk> {
  const desk = new GitDesk(directory)
  await desk.init()
  desk.git(['remote', 'add', 'origin', url])
  return desk
}

/** The folder of two stores that began apart, share a remote and are in step, with one memory. */
export async function makePair(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const folder = temporaryFolder(t)
  const url = makeBare(join(folder, 'remote.git'))
  const ada = await openDesk(join(folder, 'ada'), url)
  await ada.remember('Shared')
  await ada.sync()
  const bo = await openDesk(join(folder, 'bo'), url)
  await bo.sync()
  await ada.sync()
  return folder
}

/** A copy of what `makePair` made: that takes seconds where many processes run. */
export async function copyPair(t: Parameters<typeof temporaryFolder>[0], pair: Promise<string>) {
  const folder = join(temporaryFolder(t), 'zwei Rechner ü')
  cpSync(await pair, folder, { recursive: true })
  const url = join(folder, 'remote.git')
  const [ada, bo] = [new GitDesk(join(folder, 'ada')), new GitDesk(join(folder, 'bo'))]
  const made = join(await pair, 'remote.git')
  for (const { directory } of [ada, bo]) {
    const config = join(directory, '.git/config')
    writeFileSync(config, readFileSync(config, 'utf8').replace(`url = ${made}\n`, `url = ${url}\n`))
  }
  const [file = ''] = readdirSync(join(ada.directory, 'global/memories'))
  return { folder, url, ada, bo, id: /--(\w+)\.md$/.exec(basename(file))?.[1] ?? '' }
}

/** Settles nothing: what git left open is left. */
export async function leaveEverything({ git }: GitStore): Promise<Resolution> {
  const listed = await git.read(['diff', '--name-only', '--diff-filter=U', '-z', '--relative'])
  const left = listed.split('\0').filter(Boolean)
  return { settled: [], left: left.map(path => ({ path, reason: 'both sides changed it' })) }
}
