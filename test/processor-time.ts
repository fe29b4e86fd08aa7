/** Milliseconds of processor time that this process spends on a work, whatever else runs beside it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
