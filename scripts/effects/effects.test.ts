import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const rule = './scripts/effects/effects.grit'

const refused: Record<string, string> = {
  'passes on what a scroll answers': 'useEffect(() => x.scrollIntoView(), [x])',
  'passes it on where there may be nothing to scroll': 'useEffect(() => x?.scrollIntoView?.(), [x])',
  'drops an answer without braces': 'useEffect(() => void x.focus(), [x])',
  'passes on an answer before the paint': 'useLayoutEffect(() => x.scrollIntoView(), [x])',
  'is named with its library': 'React.useEffect(() => x.scrollIntoView(), [x])',
  'returns an answer': 'useEffect(() => { return x.subscribe() }, [x])',
  'returns an answer at times': 'useEffect(() => { if (x) { return x.scrollIntoView() } }, [x])',
  'returns a function or something else': 'useEffect(() => { return x && (() => x()) }, [x])',
  'is written somewhere else': 'useEffect(x, [])',
}
const allowed: Record<string, string> = {
  'calls and returns nothing': 'useEffect(() => { x.scrollIntoView() }, [x])',
  'returns early': 'useEffect(() => { if (!x) return; x.focus() }, [x])',
  'returns what ends it': 'useEffect(() => { x(); return () => x.end() }, [x])',
  'has an end alone': 'useEffect(() => () => x.end(), [x])',
  'calls functions that return something': 'useEffect(() => { x.map(() => { return 1 }) }, [x])',
  'holds a function that returns something': 'useEffect(() => { function y() { return 1 } y() }, [x])',
}

describe('an effect', () => {
  let folder: string
  let said: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-effects-'))
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [path.join(root, rule)] }))
    for (const [index, effect] of Object.values({ ...refused, ...allowed }).entries()) {
      writeFileSync(path.join(folder, `effect-${index}.ts`), `export function useIt(x: any) {\n  ${effect}\n}\n`)
    }
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
    const flags = ['lint', '--only=plugin', '--max-diagnostics=none', '.']
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...flags], { cwd: folder, encoding: 'utf8' })
    said = stdout + stderr
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const names = [...Object.keys(refused), ...Object.keys(allowed)]
  it.each(Object.keys(refused))('that %s is refused', (name) => {
    expect(said).toContain(`effect-${names.indexOf(name)}.ts:`)
  })
  it.each(Object.keys(allowed))('that %s is allowed', (name) => {
    expect(said).toContain('Checked')
    expect(said).not.toContain(`effect-${names.indexOf(name)}.ts:`)
  })
})

it('is held to this rule in the whole project', () => {
  const { plugins } = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'))
  expect(plugins).toContain(rule)
})
