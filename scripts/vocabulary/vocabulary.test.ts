import { describe, expect, it } from 'vitest'
import { findRetiredWords } from './find-retired-words.ts'

describe("a word that is not the field's own", () => {
  const refused: [file: string, source: string, line: number, word: string][] = [
    ['apps/api/src/http/csv-door.ts', 'export {}', 1, 'door'],
    ['apps/api/src/a.ts', '\nconst openMpesaTill = 1', 2, 'till'],
    ['apps/api/src/a.ts', '\n\nclass A { #verdict = 1 }', 3, 'verdict'],
    ['apps/api/src/a.ts', 'const is_doomed = 1', 1, 'doomed'],
    ['apps/api/src/a.ts', 'const byHand = true', 1, 'byHand'],
    ['apps/api/src/a.ts', '/**\n * Both doors answer\n */', 2, 'doors'],
    ['apps/api/src/a.ts', `const a = \`\${tally(1)}\``, 1, 'tally'],
    ['apps/admin/src/a.tsx', 'const a = (\n  <OfficeShell>office</OfficeShell>\n)', 2, 'office'],
  ]
  it.each(refused)('is refused in %s: %j', (file, source, line, word) => {
    const [first] = findRetiredWords(file, source)
    expect(first).toMatch(`${file}:${line} ${word}: use `)
  })

  const allowed: [file: string, source: string][] = [
    ['apps/api/src/a.ts', `const label = 'Visit our office, two doors on'`],
    ['apps/admin/src/a.tsx', 'const a = <p>Back office</p>'],
    ['apps/api/src/a.ts', '// Waits until the caller is told.\nconst background = mushroom'],
    ['apps/api/src/a.ts', 'class A { constructor() {} }'],
    ['apps/api/src/env.ts', 'const { MPESA_TILL } = env'],
  ]
  it.each(allowed)('is not seen in %s: %j', (file, source) => {
    expect(findRetiredWords(file, source)).toEqual([])
  })
})
