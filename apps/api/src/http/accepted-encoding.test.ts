import { expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'br'],
  ['x-brotli', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('takes of "%s" %s', (header, encoding) => {
  expect(acceptedEncoding({ headers: { 'accept-encoding': header } }, ['br', 'gzip'])).toBe(encoding)
})
