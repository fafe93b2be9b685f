import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('writes no amount of money by hand: formatKsh sets its commas and cents', () => {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/{api-client,domain,sdk,ui}/src/**/*.{ts,tsx}'])
  const unformatted = files.filter((file) => !file.includes('.test.') && /Ksh \$\{/.test(readFileSync(file, 'utf8')))
  expect(files.length).toBeGreaterThan(1000)
  expect(unformatted).toEqual(['packages/domain/src/rules/money.ts'])
})
