import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

// A usageError that nobody reads hides the next one: React, a driver or our own code that prints an error fails the test.
// A test that wants to see an error printed spies on console.error itself.
const print = console.error
let strays: string[] = []

beforeEach(() => {
  strays = []
  console.error = (...parts: unknown[]) => {
    strays.push(format(...parts))
    print(...parts)
  }
})

afterEach(() => {
  console.error = print
  expect(strays, 'console.error was called in this test').toEqual([])
})
