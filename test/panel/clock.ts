const Real = Date

/** Runs something as if it were another time; its clock goes on from there. */
export async function atTime<T>(time: Date, run: () => Promise<T>): Promise<T> {
  const behind = Real.now() - time.getTime()
  globalThis.Date = class extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(Real.now() - behind)
      else super(...(given as [string]))
    }
    static override now() {
      return Real.now() - behind
    }
  } as DateConstructor
  try {
    return await run()
  } finally {
    globalThis.Date = Real
  }
}
