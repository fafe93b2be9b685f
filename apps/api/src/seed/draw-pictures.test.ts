import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pictureFormats, pictureSources, pictureWidths } from '@marashi/domain/rules/picture'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawPictures } from './draw-pictures.ts'
import type { Perfume } from './perfume.ts'
import { viewsOf } from './perfume-views.ts'
import { perfumes } from './perfumes.ts'
import { pictureIdOf } from './picture-id.ts'

const [perfume] = perfumes as [Perfume]
const id = pictureIdOf(perfume)
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'marashi-pictures-'))
  // Twice at once, as when two processes start on one empty shop.
  await Promise.all([1, 2].map(() => drawPictures({ perfumes: [perfume], directory: path.join(directory, 'media') })))
}, 60_000)

afterAll(() => rm(directory, { recursive: true, force: true }))

const file = (name: string) => path.join(directory, 'media', id, name)

describe('drawPictures', () => {
  it('leaves one whole folder behind, even when it is drawn twice at once', async () => {
    expect(await readdir(path.join(directory, 'media'))).toEqual([id])
    const names = pictureWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`))
    expect((await readdir(file('.'))).sort()).toEqual([...names, 'share.jpg'].sort())
  })

  it.each(pictureWidths.flatMap((width) => pictureFormats.map((format) => [width, format] as const)))(
    'draws %d.%s as a portrait of 4:5',
    async (width, format) => {
      const metadata = await sharp(file(`${width}.${format}`)).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, width * 1.25])
      expect(metadata.mediaType).toBe(format === 'jpg' ? 'image/jpeg' : `image/${format}`)
    },
  )

  it.each([
    ['240.avif', 5],
    ['400.avif', 9],
    ['640.avif', 14],
    ['1080.avif', 30],
    ['share.jpg', 100],
  ])('keeps %s under %d KB', async (name, kilobytes) => {
    expect((await stat(file(name))).size).toBeLessThan(kilobytes * 1000)
  })

  it('draws the share picture at 1200x630', async () => {
    const metadata = await sharp(file('share.jpg')).metadata()
    expect([metadata.width, metadata.height]).toEqual([1200, 630])
  })

  it('leaves a picture alone that exists', async () => {
    const before = await stat(file('240.avif'))
    await drawPictures({ perfumes: [perfume], directory: path.join(directory, 'media') })
    expect((await stat(file('240.avif'))).mtimeMs).toBe(before.mtimeMs)
  })
})

describe('the pictures of the newest perfumes', () => {
  const several = perfumes.filter((each) => viewsOf(each).length > 1)

  it('are several for four perfumes, the three of the home page among them', () => {
    const newest = perfumes.filter(({ isNew }) => isNew).sort((a, b) => a.addedDaysAgo - b.addedDaysAgo)
    expect(several).toHaveLength(4)
    expect(several).toEqual(expect.arrayContaining(newest.slice(0, 3)))
  })

  it('are drawn one by one, each under an address of its own', async () => {
    const [first] = several as [Perfume]
    const media = path.join(directory, 'several')
    await drawPictures({ perfumes: [first], directory: media })
    const ids = viewsOf(first).map((view) => pictureIdOf(first, view))
    expect((await readdir(media)).sort()).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(3)
    for (const each of ids) {
      const { width, height } = await sharp(path.join(media, each, '1080.jpg')).metadata()
      expect([width, height]).toEqual([1080, 1350])
    }
  }, 60_000)
})

describe('pictureIdOf', () => {
  it('makes addresses that the shop recognises as its own', () => {
    for (const each of perfumes)
      for (const view of viewsOf(each))
        expect(pictureSources(`/media/${pictureIdOf(each, view)}/1080.jpg`), each.slug).not.toBeNull()
  })

  it('changes with what is drawn and with nothing else', () => {
    expect(pictureIdOf({ ...perfume, price: 1, description: '' })).toBe(id)
    expect(pictureIdOf({ ...perfume, name: 'Oud ya Bara' })).not.toBe(id)
  })
})
