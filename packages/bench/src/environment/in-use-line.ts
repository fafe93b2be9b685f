const BYTES = /^memory in use: (\d+) bytes$/

/** The line in which a shop says how much memory its objects and buffers take. */
export const inUseLine = {
  write: (bytes: number): string => `memory in use: ${bytes} bytes`,
  /** In MiB; undefined for every other line. */
  read: (line: string): number | undefined => {
    const [, bytes] = BYTES.exec(line) ?? []
    return bytes === undefined ? undefined : Number(bytes) / 2 ** 20
  },
}
