// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { leaveOut } from './leave-out.ts'

const source = `function first(a) {
  if (a) {
    return 1
  }
}
function short() {}
  function inner$1() {
    return 2
  }
function last() { return first() }
`

describe('leaveOut', () => {
  it('empties the functions it names and touches no other', () => {
    expect(leaveOut(source, { unused: ['first', 'inner$1'] })).toBe(`function first() {}
function short() {}
  function inner$1() {}
function last() { return first() }
`)
  })

  it('lets a function answer', () => {
    expect(leaveOut(source, { unused: ['short'], answered: { last: 'null' } })).toContain(
      'function last() { return null }',
    )
  })

  it('throws where a function has gone', () => {
    expect(() => leaveOut(source, { unused: ['second'] })).toThrow('no function second')
  })
})
