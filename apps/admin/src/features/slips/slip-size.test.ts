import { expect, it } from 'vitest'
import { pageRule } from './slip-size.ts'

it('cuts a roll behind the longest slip', () => {
  expect(pageRule('roll80', 480)).toBe('@page { size: 80mm 131mm; margin: 0 }')
})

it('prints a label on A6, however long the slip is', () => {
  expect(pageRule('a6', 480)).toBe('@page { size: 105mm 148mm; margin: 0 }')
})
