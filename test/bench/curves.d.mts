interface Curve {
  name: string
  unit: 'ms' | 'MB'
  points: { x: number; y: number }[]
}

export function renderCurves(
  panels: readonly { title: string; axis: string; curves: readonly Curve[] }[],
): string
