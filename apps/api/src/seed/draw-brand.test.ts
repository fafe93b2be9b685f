import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawBrand } from './draw-brand.ts'

const served = path.resolve(import.meta.dirname, '../../../storefront/public')
let drawn: string

beforeAll(async () => {
  drawn = await mkdtemp(path.join(tmpdir(), 'marashi-brand-'))
  await drawBrand(drawn)
}, 60_000)

afterAll(() => rm(drawn, { recursive: true, force: true }))

describe('the pictures the storefront serves', () => {
  it.each([
    ['favicon-32.png', 32, 32],
    ['icon-192.png', 192, 192],
    ['icon-512.png', 512, 512],
    ['icon-maskable-512.png', 512, 512],
    ['apple-touch-icon.png', 180, 180],
    ['share.jpg', 1200, 630],
  ])('%s measures %dx%d, drawn anew and as committed', async (name, width, height) => {
    for (const directory of [drawn, served]) {
      const metadata = await sharp(path.join(directory, name)).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, height])
    }
  })

  it('include the sign as it is drawn today', async () => {
    expect(await readFile(path.join(served, 'favicon.svg'), 'utf8')).toBe(
      await readFile(path.join(drawn, 'favicon.svg'), 'utf8'),
    )
  })

  it('keep the shared picture small enough for chat apps to show', async () => {
    expect((await stat(path.join(served, 'share.jpg'))).size).toBeLessThan(100_000)
  })

  it('give the home screens of phones an icon without see-through corners', async () => {
    for (const name of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
      const { isOpaque } = await sharp(path.join(served, name)).stats()
      expect(isOpaque, name).toBe(true)
    }
  })
})
