import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { pageMark, splitMark } from './route-chunks.ts'
import { releaseOf } from './service-worker.ts'

const chunk = (fileName: string, imports: string[], facadeModuleId: string | null = null) => ({
  type: 'chunk',
  fileName,
  imports,
  facadeModuleId,
  isEntry: fileName === 'assets/entry.js',
})
const page = (name: string) => `/shop/src/routes/${name}.tsx${splitMark}${pageMark}`

it('keeps with the entry the code of the pages that open offline, where data is saved too', () => {
  const chunks = [
    chunk('assets/entry.js', ['assets/vendor.js']),
    chunk('assets/vendor.js', []),
    chunk('assets/offline.js', ['assets/entry.js'], page('offline')),
    chunk('assets/cart.js', ['assets/panel.js'], page('cart')),
    chunk('assets/panel.js', []),
    chunk('assets/shop.js', ['assets/entry.js'], page('shop')),
    chunk('assets/card-panel.js', []),
  ]
  const bundle = Object.fromEntries(chunks.map((each) => [each.fileName, each])) as unknown as Rolldown.OutputBundle
  const { core, rest } = releaseOf(bundle)
  expect(core.toSorted()).toEqual(['cart', 'entry', 'offline', 'panel', 'vendor'].map((name) => `/assets/${name}.js`))
  expect(rest).toEqual(['/assets/shop.js'])
})
