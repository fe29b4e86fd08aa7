/** The used part of the binding below Node's own `net`. */
interface PipeWrap {
  Pipe: new (kind: number) => PipeHandle
  constants: { SOCKET: number }
}

interface PipeHandle {
  onread: (chunk: ArrayBuffer | undefined) => void
  open(descriptor: number): number
  readStart(): number
}

/**
 * Reads a socket chunk by chunk to its end, without `net` and the streams below it: to load those
 * costs a process a sixth of a bare Node start. Node has no public way to this handle, and may take
 * the one that there is away: false, and nothing read, where it is no socket or cannot be read so.
 */
export function readSocket(
  descriptor: number,
  onChunk: (chunk: Buffer) => void,
  onEnd: () => void,
): boolean {
  try {
    const { binding } = process as unknown as { binding: (name: string) => PipeWrap }
    const { Pipe, constants } = binding('pipe_wrap')
    const handle = new Pipe(constants.SOCKET)
    // The end, an error too, comes without a chunk.
    handle.onread = chunk => (chunk === undefined ? onEnd() : onChunk(Buffer.from(chunk)))
    return handle.open(descriptor) === 0 && handle.readStart() === 0
  } catch {
    return false
  }
}
