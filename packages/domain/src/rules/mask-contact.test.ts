import { expect, it } from 'vitest'
import { maskEmail, maskPhone } from './mask-contact.ts'

it.each([
  ['0712345678', '07•• ••• 678'],
  ['+254 712 345 678', '07•• ••• 678'],
  ['254712345678', '07•• ••• 678'],
  ['00254712345678', '07•• ••• 678'],
  ['+44 20 7946 0958', '44•••••••958'],
  ['12345', '•••'],
])('the phone %s is shown as %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown))

it.each([
  ['amina@example.com', 'a•••@example.com'],
  ['a@b.co', 'a•••@b.co'],
  ['nobody', '•••'],
  ['@example.com', '•••'],
])('the e-mail %s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))
