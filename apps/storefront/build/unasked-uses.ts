import type { NewerFunction } from './newer-functions.ts'

/** So many characters before its use is it asked at most whether a browser has a function. */
export const farthestQuestion = 400

/** Where minified code uses a function without having asked whether the browser has it, with what stands around it. */
export function unaskedUses(code: string, { name, use }: Pick<NewerFunction, 'name' | 'use'>): string[] {
  const [last = name] = name.split('.').reverse()
  const asksForType = new RegExp(`typeof \\w+\\.${last}\\b`)
  const asks = [`\`${last}\`in `, `"${last}"in `, `'${last}' in `, `${name} ? `]
  // A class of a package may have a method of this name.
  if (new RegExp(`[;}]${last}\\(\\w*\\)\\{`).test(code)) return []
  return [...code.matchAll(use)].flatMap(({ 0: found, index }) => {
    const before = code.slice(Math.max(0, index - farthestQuestion), index)
    const after = code.slice(index + found.length, index + found.length + 5)
    const isQuestion = before.endsWith('typeof ') || /^(\?\.|\s*\?\?=)/.test(after)
    const isAsked = isQuestion || asksForType.test(before) || asks.some((each) => before.includes(each))
    return isAsked ? [] : [before.slice(-40) + found + after]
  })
}
