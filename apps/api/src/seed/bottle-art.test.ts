import { describe, expect, it } from 'vitest'
import { bottleShapes } from './art/bottle-shapes.ts'
import { caps } from './art/caps.ts'
import { metals } from './art/palette.ts'
import { bottleArt } from './bottle-art.ts'
import { homeShareArt, signArt } from './brand-art.ts'
import type { Perfume } from './perfume.ts'
import { perfumes } from './perfumes.ts'
import { shareArt } from './share-art.ts'

const [first] = perfumes as [Perfume]
const drawings = [
  ...perfumes.flatMap((perfume) => [bottleArt(perfume), shareArt(perfume)]),
  homeShareArt(),
  signArt({ corner: 0, reach: 0.8 }),
]

describe('bottleArt', () => {
  it('draws the same perfume the same way every time', () => {
    for (const perfume of perfumes) expect(bottleArt({ ...perfume }) === bottleArt(perfume)).toBe(true)
  })

  it('shows what a perfume is called, whose it is, how much it holds and what it smells of', () => {
    const original = bottleArt(first)
    expect(bottleArt({ ...first, name: 'Oud ya Bara' })).not.toBe(original)
    expect(bottleArt({ ...first, house: 'Mrima' })).not.toBe(original)
    expect(bottleArt({ ...first, millilitres: 50 })).not.toBe(original)
    expect(bottleArt({ ...first, family: 'rose' })).not.toBe(original)
  })

  it('gives another perfume of the same name another bottle', () => {
    const bottles = Array.from({ length: 60 }, (_, index) => bottleArt({ ...first, slug: `perfume-${index}` }))
    expect(new Set(bottles).size).toBeGreaterThan(50)
  })

  it('knows eight bottles, six caps and four metals', () => {
    expect([bottleShapes.length, caps.length, metals.length]).toEqual([8, 6, 4])
  })
})

describe('every drawing', () => {
  it('writes its letters as outlines, so that no font need be installed', () => {
    for (const svg of drawings) expect(/<text|font-family/.exec(svg)?.[0]).toBeUndefined()
  })

  it('holds only numbers that can be drawn', () => {
    for (const svg of drawings) expect(/NaN|undefined|Infinity|null|\de-\d/.exec(svg)?.[0]).toBeUndefined()
  })

  it('names each of its gradients and clips once, and uses only those it names', () => {
    for (const svg of drawings) {
      const named = Array.from(svg.matchAll(/\bid="([^"]+)"/g), ([, id]) => id)
      const used = new Set(Array.from(svg.matchAll(/url\(#([^)]+)\)/g), ([, id]) => id))
      expect(new Set(named).size).toBe(named.length)
      expect([...used].filter((id) => !named.includes(id))).toEqual([])
    }
  })
})
