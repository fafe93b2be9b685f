import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')

/**
 * Lints every snippet of TypeScript with one GritQL rule, a path from the project's folder. Returns the names of the
 * snippets that the rule refuses. Throws when Biome did not read all of them.
 */
export function refusedSnippets(rule: string, snippets: Record<string, string>): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-lint-'))
  try {
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [path.join(root, rule)] }))
    const names = Object.keys(snippets)
    for (const [index, name] of names.entries()) {
      writeFileSync(path.join(folder, `snippet-${index}.ts`), `${snippets[name]}\n`)
    }
    const flags = ['lint', '--only=plugin', '--max-diagnostics=none', '.']
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...flags], { cwd: folder, encoding: 'utf8' })
    const output = stdout + stderr
    if (!output.includes(`Checked ${names.length + 1} files`))
      throw new Error(`Biome did not read them all:\n${output}`)
    return names.filter((_, index) => output.includes(`snippet-${index}.ts:`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The rules that the project is linted with, those of some folders alone with the folders. */
export function projectRules(): (string | { path: string; includes: string[] })[] {
  return JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8')).plugins
}
