import { expect, it } from 'vitest'
import { firstName } from './first-name.ts'

it.each([
  ['Amina Otieno', 'Amina'],
  ['  Wanjiru\u00a0 Kamau ', 'Wanjiru'],
  ['Amina', 'Amina'],
  ['MR JOHN', 'MR JOHN'],
  ['Mr. John Otieno', 'Mr. John'],
  ['Mama Njeri', 'Mama Njeri'],
  ['Prof. Dr. Wambui Otieno', 'Prof. Dr. Wambui'],
  ['Mama', 'Mama'],
  ['J. K. Mwangi', 'J.'],
  ['', ''],
])('of %j is %j', (typed, name) => expect(firstName(typed)).toBe(name))
