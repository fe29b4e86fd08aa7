import { checksum } from './hash.js'
import {
  FIXED_HEADER_BYTES,
  MAGIC,
  SECTIONS,
  STAMP_LIMIT,
  type Header,
  type SectionName,
} from './layout.js'
import { FORMAT_VERSION } from './version.js'

/** Bytes that the header of this stamp takes, a multiple of 4. */
export function headerBytes(directoryStamp: string): number {
  return FIXED_HEADER_BYTES + Math.ceil(Buffer.byteLength(directoryStamp) / 4) * 4
}

/** Writes a header; the stamp must be at most 1,024 bytes. */
export function formatHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(headerBytes(header.directoryStamp))
  MAGIC.copy(bytes)
  const numbers = [
    FORMAT_VERSION,
    header.analysisVersion,
    header.documents,
    header.titleTotal,
    header.contentTotal,
    header.tagsTotal,
    Buffer.byteLength(header.directoryStamp),
    ...SECTIONS.flatMap(name => [header.sections[name].offset, header.sections[name].length]),
  ]
  numbers.forEach((value, at) => bytes.writeUInt32LE(value, MAGIC.length + 4 * at))
  bytes.write(header.directoryStamp, FIXED_HEADER_BYTES)
  bytes.writeUInt32LE(checksum(bytes), FIXED_HEADER_BYTES - 4)
  return bytes
}

/**
 * Reads a header from the beginning of a file of `fileBytes`; undefined where it is not one of
 * this format, is damaged, or disagrees with the size of the file.
 */
export function parseHeader(bytes: Buffer, fileBytes: number): Header | undefined {
  if (bytes.length < FIXED_HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return
  const at = (number: number) => bytes.readUInt32LE(MAGIC.length + 4 * number)
  const stampBytes = at(6)
  if (at(0) !== FORMAT_VERSION || stampBytes > STAMP_LIMIT) return
  const length = FIXED_HEADER_BYTES + Math.ceil(stampBytes / 4) * 4
  if (bytes.length < length || !isIntact(bytes.subarray(0, length))) return
  const sections = {} as Header['sections']
  let end = length
  for (const [number, name] of SECTIONS.entries()) {
    sections[name] = { offset: at(7 + number * 2), length: at(8 + number * 2) }
    if (sections[name].offset !== end) return
    end += Math.ceil(sections[name].length / 4) * 4
  }
  if (end !== fileBytes) return
  return {
    analysisVersion: at(1),
    documents: at(2),
    titleTotal: at(3),
    contentTotal: at(4),
    tagsTotal: at(5),
    directoryStamp: bytes.toString('utf8', FIXED_HEADER_BYTES, FIXED_HEADER_BYTES + stampBytes),
    fileBytes,
    sections,
  }
}

function isIntact(header: Buffer): boolean {
  const copy = Buffer.from(header)
  copy.writeUInt32LE(0, FIXED_HEADER_BYTES - 4)
  return checksum(copy) === header.readUInt32LE(FIXED_HEADER_BYTES - 4)
}

/** The sections of a file one after the other, from the lengths alone. */
export function placeSections(
  start: number,
  lengths: Record<SectionName, number>,
): Header['sections'] {
  const sections = {} as Header['sections']
  let offset = start
  for (const name of SECTIONS) {
    sections[name] = { offset, length: lengths[name] }
    offset += Math.ceil(lengths[name] / 4) * 4
  }
  return sections
}
