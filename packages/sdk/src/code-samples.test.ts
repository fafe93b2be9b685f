import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { shopDocument } from '@marashi/api/shop-document'
import { documentedOperations } from '@marashi/api/testing/documented-operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkTypes, makeExamplesFolder } from './testing/check-types.ts'

let folder: string
beforeAll(async () => {
  folder = await makeExamplesFolder()
})
afterAll(() => rm(folder, { recursive: true }))

it('is how the reference shows each operation in TypeScript: the types fit', async () => {
  let count = 0
  for (const operation of documentedOperations(await shopDocument())) {
    const { 'x-codeSamples': samples = [] } = operation as { 'x-codeSamples'?: { label: string; source: string }[] }
    const source = samples.find(({ label }) => label === 'TypeScript')?.source
    if (!source) continue
    count += 1
    await writeFile(path.join(folder, `${operation.operationId}.ts`), source)
  }
  expect(count).toBeGreaterThan(100)
  expect(await checkTypes(folder)).toBe('')
}, 120_000)
