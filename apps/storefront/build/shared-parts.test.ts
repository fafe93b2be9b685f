// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { pageMark, splitMark } from './route-chunks.ts'
import { sharedPart } from './shared-parts.ts'

const page = (name: string) => `/src/routes/${name}.tsx${splitMark}${pageMark}`
const importers: Record<string, string[]> = {
  '/src/lib/link.tsx': ['/src/features/tabs.tsx', '/src/features/grid.tsx', '/src/features/form.tsx'],
  '/src/lib/undo.tsx': ['/src/features/grid.tsx', '/src/features/form.tsx'],
  '/src/features/grid.tsx': [page('index'), page('shop')],
  '/src/features/form.tsx': [page('checkout')],
  '/src/features/steps.tsx': [page('checkout'), page('cart'), '/src/features/form.tsx'],
  '/src/features/tabs.tsx': [page('product.$id'), page('cart')],
  '/src/router.tsx': ['/src/entry-client.tsx'],
}

describe('sharedPart', () => {
  it.each([
    ['/src/router.tsx', 'shared'],
    ['/src/lib/link.tsx', 'shared'],
    ['/src/features/grid.tsx', 'grid'],
    ['/src/lib/undo.tsx', 'shared'],
    ['/src/features/steps.tsx', 'later'],
    ['/src/features/tabs.tsx', null],
  ])('%s is %s', (id, expected) => {
    expect(sharedPart(id, (each) => importers[each] ?? [])).toBe(expected)
  })
})
