import { expect, it } from 'vitest'
import { asDamaged } from './image-worker.ts'

it.each([
  new Error('timeout: 42% complete'),
  new Error('vips_tracked: out of memory -- size == 24MB'),
  new Error('std::bad_alloc'),
  new RangeError('Array buffer allocation failed'),
  new RangeError('WebAssembly.Memory.grow(): Unable to allocate memory'),
])('calls no photo damaged where the machine has too little time or memory: %s', (error) => {
  expect(() => asDamaged(error)).toThrow(error)
})

it.each([
  new Error('VipsJpeg: premature end of JPEG image'),
  new Error('Input buffer contains unsupported image format'),
  new RangeError('offset is out of bounds'),
])('calls a photo damaged where its decoder says so: %s', (error) => {
  expect(asDamaged(error)).toBe('damaged')
})
