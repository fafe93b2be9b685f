import { createInterface } from 'node:readline/promises'

/** Asks a question at the terminal; a pipe answers with its first line. Empty where nothing comes. */
export async function askForWord(question: string): Promise<string> {
  const { stdin, stdout } = process
  const lines = createInterface({ input: stdin, output: stdin.isTTY ? stdout : undefined })
  // A terminal that is read line by line hands Ctrl-C to the reader alone.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    if (stdin.isTTY) return (await lines.question(question)).trim()
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
  }
}
