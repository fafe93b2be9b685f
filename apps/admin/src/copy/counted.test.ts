import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 orders'],
  [1, '1 order'],
  [2, '2 orders'],
  [1_234, '1,234 orders'],
])('counts %i as “%s”', (count, text) => {
  expect(counted(count, 'order')).toBe(text)
})

it('takes a plural of its own', () => {
  expect(counted(1, 'category', 'categories')).toBe('1 category')
  expect(counted(1_000, 'category', 'categories')).toBe('1,000 categories')
})
