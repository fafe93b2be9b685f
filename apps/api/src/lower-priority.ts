import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets the shop go before a process that it has started. A shop with a lower priority of its own, as under `nice`, may not
 * raise one, and its process keeps what it has; so does one that has ended meanwhile.
 */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // It is no reason to go without the work.
  }
}
