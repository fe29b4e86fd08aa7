/**
 * The numbers of a table that stands in a source as base64 of their bytes, the low one first: one
 * string is loaded sooner than thousands of numbers.
 */
export function unpack<T>(base64: string, Numbers: new (bytes: ArrayBuffer) => T): T {
  const { buffer, byteOffset, length } = Buffer.from(base64, 'base64')
  return new Numbers(buffer.slice(byteOffset, byteOffset + length))
}
