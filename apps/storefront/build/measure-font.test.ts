// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { describe, expect, it } from 'vitest'
import { measureFont } from './measure-font.ts'

const require = createRequire(import.meta.url)

describe('measureFont', () => {
  it('reads the metrics of Figtree: ascent 0.95, descent 0.25, no gap', async () => {
    const file = await readFile(require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'))
    const measure = measureFont(await subsetFont(file, 'abcdefghijklmnopqrstuvwxyz ', { targetFormat: 'truetype' }))
    expect(measure).toMatchObject({ ascent: 0.95, descent: 0.25, lineGap: 0 })
    expect(measure.averageWidth).toBeGreaterThan(0.4)
    expect(measure.averageWidth).toBeLessThan(0.5)
  })

  it('refuses a file that is no font', () => {
    expect(() => measureFont(new Uint8Array(64))).toThrow('no head table')
  })
})
