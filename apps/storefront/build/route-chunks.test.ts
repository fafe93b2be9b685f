import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pageMark, routeChunks, splitMark } from './route-chunks.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'route-chunks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = (name: string) => `src/routes/${name}.tsx${splitMark}${pageMark}`
const manifest = {
  'src/entry-client.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_grid.js': { file: 'assets/grid.js', imports: ['_vendor.js'] },
  [page('index')]: { file: 'assets/home.js', imports: ['_grid.js', 'src/entry-client.tsx'] },
  [page('product.$id')]: { file: 'assets/product.js', imports: ['_vendor.js'] },
  // It has nothing but what shows where there is no page.
  [page('$')]: { file: 'assets/nowhere.js', imports: ['_not-found.js'] },
  '_not-found.js': { file: 'assets/not-found.js' },
  [`src/routes/product.$id.tsx${splitMark}errorComponent`]: { file: 'assets/error.js' },
  'src/features/reviews/review-form.tsx': { file: 'assets/form.js' },
}

describe('routeChunks', () => {
  it('names for each route the files of its page that the entry does not bring', async () => {
    await mkdir(path.join(folder, '.vite'))
    await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
    expect(routeChunks(folder)).toEqual({
      '/': ['/assets/home.js', '/assets/grid.js'],
      '/product/$id': ['/assets/product.js'],
      '/$': ['/assets/nowhere.js', '/assets/not-found.js'],
    })
  })

  it('throws before the browser’s bundle is built', () => {
    expect(() => routeChunks(path.join(folder, 'nowhere'))).toThrow('ENOENT')
  })
})
