import { join } from 'node:path'
import { loadProgram, type LoadedProgram } from './hook/program.js'

/** A part of the program, as a function of what a CommonJS module is given. */
type Part = (exports: object, require: (name: string) => unknown, module: Module) => void

interface Module {
  exports: object
}

/** The parts of a pack by their names. */
type Pack = Readonly<Record<string, Part>>

/** Answers what a part of a pack exports, by a name as `cli/$run`. */
type Packs = (name: string) => unknown

/**
 * Opens the packs in a folder of which the parts make up `svc` and the worker; a pack is read when one
 * of its parts is needed. `build` and `require` are as for `loadProgram`; the packs that were read are
 * put into `read` by their paths.
 */
export function openPacks(
  folder: string,
  build: string,
  require: NodeJS.Require,
  read = new Map<string, LoadedProgram<unknown>>(),
): Packs {
  const packs = new Map<string, Pack>()
  const modules = new Map<string, Module>()
  const readPack = (name: string) => {
    const path = join(folder, `${name}.cjs`)
    const pack = loadProgram<Pack>(path, build, require)
    read.set(path, pack)
    packs.set(name, pack.exports)
    return pack.exports
  }
  const load = (name: string): unknown => {
    if (!name.startsWith('#')) return require(name)
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const [pack = '', part = ''] = name.slice(1).split('/')
    const module: Module = { exports: {} }
    modules.set(name, module)
    const parts = packs.get(pack) ?? readPack(pack)
    parts[part]!(module.exports, load, module)
    return module.exports
  }
  return name => load(`#${name}`)
}
