import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boot } from '../src/boot/boot.ts'
import { outliveTranslators } from '../src/boot/outlive-translators.ts'
import { watchOrder } from '../src/boot/watch-order.ts'
import { newerFunctions } from './newer-functions.ts'
import { oldestBrowsers } from './oldest-browsers.ts'
import { unaskedUses } from './unasked-uses.ts'

const folder = path.resolve(import.meta.dirname, '../dist/client')

/** What runs in a shopper's browser, with what `boot` has filled in before it. */
const shipped = () => [
  ...globSync('{assets/*.js,sw*.js}', { cwd: folder }).map((file) => ({
    file,
    code: readFileSync(path.join(folder, file), 'utf8'),
    hasBoot: !file.startsWith('sw'),
  })),
  { file: 'boot', code: `${boot};${outliveTranslators};${watchOrder}`, hasBoot: true },
]

describe('what the shop sends to browsers', () => {
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

describe('the list of functions', () => {
  it.each(newerFunctions)('has $name because an old browser lacks it', ({ since }) => {
    const { chrome, safari, firefox } = oldestBrowsers
    expect(since.chrome > chrome || since.safari > safari || since.firefox > firefox).toBe(true)
  })
})
