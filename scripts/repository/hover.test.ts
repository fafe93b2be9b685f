import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const whereAPointerHovers = /^@media \(hover: hover\) \{$.*?^\}$/gms

it('looks hovered only where a pointer can leave again: on a phone that look would stay where the last tap was', () => {
  const styles = globSync('{apps,packages}/*/src/**/*.css', { cwd: root })
  const elsewhere = styles.flatMap((file) => {
    const rest = readFileSync(path.join(root, file), 'utf8').replace(whereAPointerHovers, '')
    return rest
      .split('\n')
      .filter((line) => line.includes(':hover'))
      .map((line) => `${file}: ${line}`)
  })
  expect(styles.length).toBeGreaterThan(100)
  expect(elsewhere).toEqual([])
})
