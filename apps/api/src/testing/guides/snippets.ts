import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A block of code in a page of the documentation. */
export interface Snippet {
  /** `sh`, `ts`, `python`… */
  language: string
  code: string
  /** What the page says that it prints: the block of `text` right behind it. */
  printed: string | undefined
}

/** The blocks of code of a page, in their order. */
export function snippetsIn(markdown: string): Snippet[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([whole, language = '', code = ''], nth) => ({
      language,
      code,
      nth,
      whole,
    }),
  )
  let rest = markdown
  return blocks.flatMap(({ language, code, whole, nth }) => {
    rest = rest.slice(rest.indexOf(whole) + whole.length)
    const next = blocks[nth + 1]
    const isFollowed = next?.language === 'text' && rest.trimStart().startsWith('```text\n')
    return language === 'text' ? [] : [{ language, code, printed: isFollowed ? next.code : undefined }]
  })
}

/** Whether what was printed is what the page says, where `…` stands for anything. */
export function isPrinted(said: string, printed: string): boolean {
  const pattern = said
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^]*')
  return new RegExp(`^${pattern}$`).test(printed.replaceAll('\r', '').trim())
}

const run = promisify(execFile)

/** Runs a program to its end and answers what it printed. Throws with what it complained about where it fails. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  options: { cwd?: string; env?: Record<string, string | undefined> } = {},
): Promise<string> {
  const { stdout } = await run(program, parameters, { timeout: 60_000, ...options })
  return stdout
}
