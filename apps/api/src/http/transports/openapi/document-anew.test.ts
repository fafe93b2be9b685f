import { expect, it, vi } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'

// Its files cannot be read while a process has too many others open, which passes: no test can be short of them without others.
let fails: string | undefined
function failOnce(what: string): void {
  if (fails !== what) return
  fails = undefined
  throw new Error('EMFILE: too many open files')
}
vi.mock('./document.ts', async (original) => {
  const { openApiDocument, ...more } = await original<typeof import('./document.ts')>()
  const makeOrFail = (...given: Parameters<typeof openApiDocument>) => {
    failOnce('document')
    return openApiDocument(...given)
  }
  return { ...more, openApiDocument: makeOrFail }
})
vi.mock('./samples/bruno-collection.ts', async (original) => {
  const { brunoCollection, ...more } = await original<typeof import('./samples/bruno-collection.ts')>()
  const collectOrFail = (...given: Parameters<typeof brunoCollection>) => {
    failOnce('collection')
    return brunoCollection(...given)
  }
  return { ...more, brunoCollection: collectOrFail }
})

it.each([
  ['document', '/api/openapi.json'],
  ['document', '/api/docs/bruno.json'],
  ['collection', '/api/docs/bruno.json'],
])('a %s that could not be made is made for the next reader: %s', async (what, url) => {
  await using shop = await buildTestApp()
  const ask = async () => (await shop.app.inject(url)).statusCode
  fails = what
  expect([await ask(), await ask(), await ask()]).toEqual([500, 200, 200])
})
