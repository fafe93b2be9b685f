import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { newerFunctions } from '../../storefront/build/newer-functions.ts'
import { unaskedUses } from '../../storefront/build/unasked-uses.ts'
import { boot } from '../src/boot/boot.ts'

const folder = path.resolve(import.meta.dirname, '../dist')

/** What runs in the owner's browser, with what `boot` has filled in before it. */
const shipped = () => [
  ...globSync('{assets/*.js,sw.js}', { cwd: folder }).map((file) => ({
    file,
    code: readFileSync(path.join(folder, file), 'utf8'),
    hasBoot: file !== 'sw.js',
  })),
  { file: 'boot', code: String(boot), hasBoot: true },
]

describe('what the back office sends to browsers', () => {
  it('is built', () => {
    expect(existsSync(folder), 'Run `npm run build` first.').toBe(true)
    expect(shipped().length).toBeGreaterThan(20)
  })

  it.each(newerFunctions)('does not need $name', (each) => {
    const isFilledIn = String(boot).includes(`${each.name} ??=`)
    const uses = shipped()
      .filter(({ hasBoot }) => !(hasBoot && isFilledIn))
      .flatMap(({ file, code }) => unaskedUses(code, each).map((use) => `${file}: ${use}`))
    expect(uses).toEqual([])
  })
})
