import { describe, expect, it } from 'vitest'
import { fileProblem } from './upload-image.ts'

const invalid = 'Invalid file type. Please upload a JPEG, PNG, WebP, AVIF or HEIC picture.'
const tooLarge = 'File is too large. Maximum size is 5MB.'
const fiveMiB = 5 * 1024 * 1024

describe('a file before it is sent', () => {
  it.each([
    ['image/jpeg', 'oud.jpg', fiveMiB, null],
    ['image/heic', 'IMG_0001.HEIC', 1, null],
    // Windows and older Android versions do not know the type HEIC.
    ['', 'IMG_0001.HEIC', 1, null],
    ['application/octet-stream', 'oud.avif', 1, null],
    ['', 'oud', 1, invalid],
    ['image/svg+xml', 'oud.svg', 1, invalid],
    ['image/gif', 'oud.jpg', 1, invalid],
    ['application/pdf', 'prices.pdf', 1, invalid],
    ['image/png', 'oud.png', fiveMiB + 1, tooLarge],
  ])('%s %s of %d bytes: %s', (type, name, size, expected) => {
    expect(fileProblem({ type, name, size })).toBe(expected)
  })
})
