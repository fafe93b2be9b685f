/** The memory of a shop after what it no longer uses was collected, in bytes. */
export interface MemoryInUse {
  /** By its objects and buffers. */
  used: number
  /** By the whole process. */
  held: number
}

const LINE = /^memory in use: (\d+) bytes, held: (\d+)$/

/** The line in which a shop says how much memory it takes. */
export const inUseLine = {
  write: ({ used, held }: MemoryInUse): string => `memory in use: ${used} bytes, held: ${held}`,
  /** Undefined for every other line. */
  read: (line: string): MemoryInUse | undefined => {
    const [, used, held] = LINE.exec(line) ?? []
    return used && held ? { used: Number(used), held: Number(held) } : undefined
  },
}
