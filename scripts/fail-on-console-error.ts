import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

// An error that nobody reads hides the next one: a test fails when React, a driver or our own code prints an error.
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
