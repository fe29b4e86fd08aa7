const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * A short name for a text: letters and digits of a–z2–7, the first a letter, 5 bits each; at most
 * 20 of them. Not for secrets: four 32-bit multiply-xor lanes with the finaliser of MurmurHash3
 * (Appleby, public domain), because node:crypto costs a hook 4 % of its start.
 */
export function hashText(text: string, length = 16): string {
  const lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]
  const factors = [0x01000193, 0x5bd1e995, 0x2c1b3c6d, 0x297a2d39]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    for (let lane = 0; lane < 4; lane++) {
      const mixed = Math.imul(lanes[lane]! ^ unit, factors[lane]!)
      lanes[lane] = mixed ^ (mixed >>> 15)
    }
  }
  let name = ''
  for (let digit = 0; digit < Math.min(length, 20); digit++) {
    const lane = digit % 4
    lanes[lane] = finalise((lanes[lane] ?? 0) + digit + text.length)
    name += ALPHABET[lanes[lane] & (digit === 0 ? 15 : 31)]
  }
  return name
}

function finalise(value: number): number {
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
