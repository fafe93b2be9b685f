import { z } from 'zod'

/** What the library finds wrong with a field that is not there: of a type, a choice of types, or a choice of words. */
const missingCodes = ['invalid_type', 'invalid_union', 'invalid_value']

/**
 * What is said of a field that was left out, where its contract has no message for that: which one it is. The library itself
 * says "Invalid input: expected array, received undefined", or lists the words of a choice. Holds for the whole process.
 */
export function nameMissingFields(): void {
  z.config({
    customError: ({ code, input, path = [] }) =>
      input === undefined && missingCodes.includes(code) ? `${path.join('.') || 'input'} is required` : undefined,
  })
}
