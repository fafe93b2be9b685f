import { z } from 'zod'

/**
 * What is said of a field that was left out, where its contract has no message for that: which one it is. The library itself
 * says "Invalid input: expected array, received undefined". Holds for the whole process.
 */
export function nameMissingFields(): void {
  z.config({
    customError: ({ code, input, path = [] }) =>
      input === undefined && (code === 'invalid_type' || code === 'invalid_union')
        ? `${path.join('.') || 'input'} is required`
        : undefined,
  })
}
