export function fitSparse(
  rows: readonly Uint32Array[],
  wanted: readonly number[],
  options: { size: number; cost: number },
): { weights: Float64Array; constant: number }
