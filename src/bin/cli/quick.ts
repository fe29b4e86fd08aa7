import type { Service } from '../../api.js'
import { toConfig } from '../../config.js'
import { NeedsService } from '../../service/needs.js'
import type { TerminalOptions } from '../terminal/screen.js'
import { parseCommandLine, type ParsedCommand } from './find.js'
import { runParsedLine, type OpenService } from './run.js'

/** The commands that a store's index files can answer. */
const QUICK = new Set(['list', 'show', 'recall', 'status', 'events'])

/**
 * Runs `svc` where the index files have the answer, or none is needed: as `runProgram`. Undefined
 * where the whole program has to run; nothing was printed or written then.
 */
export async function runQuick(
  argv: readonly string[],
  otherwise?: string,
  streams?: Pick<TerminalOptions, 'stdout' | 'stderr'>,
): Promise<number | undefined> {
  const parse = () => findQuick(argv, otherwise)
  const done = await runParsedLine(argv, parse, openReader, streams)
  return done instanceof NeedsService ? undefined : done
}

function findQuick(argv: readonly string[], otherwise: string | undefined): ParsedCommand {
  const parsed = parseCommandLine(argv, otherwise)
  if ('command' in parsed && !QUICK.has(parsed.command.name)) throw new NeedsService()
  return parsed
}

/** A quick command asks for nothing that a reader has not. */
const openReader: OpenService = async settle => {
  const config = toConfig(settle())
  const { openReader } = await import('../../service/reader.js')
  return openReader(config, { env: process.env }) as Service
}
