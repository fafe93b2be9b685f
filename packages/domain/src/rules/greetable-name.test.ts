import { expect, it } from 'vitest'
import { greetableName } from './greetable-name.ts'

it.each([
  'Amina Otieno',
  "Grace O'Neil",
  'Wanjirũ Wambui-Otieno',
  'J. K. Mwangi',
  'J.K. Mwangi',
  'محمد علي',
  '李小龙',
  'Ian\u00a0Kip',
])('greets %j', (name) => expect(greetableName(` ${name} `)).toBe(name))

it.each([
  'Amina,\n\nyour account is blocked',
  'Amina\tOtieno',
  'Amina\u2028Otieno',
  'Amina https://evil.example',
  'Amina www.evil.example',
  'you won: evil.example/prize',
  'Amina evil.co',
  'Amina evil．co',
  'amina@evil.example',
  'call 0712345678 at once',
  'your parcel is held at the customs in Mombasa',
  'Amina \u202eenilno',
  '   ',
])('greets nobody by %j', (typed) => expect(greetableName(typed)).toBeUndefined())
