// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { pruneStyles, withoutFonts } from './prune-styles.ts'

const pruned = (css: string, ...used: string[]) => pruneStyles(css, (name) => used.includes(name))

describe('pruneStyles', () => {
  it.each([
    ['a rule without a class', 'a{color:red}', 'a{color:red}'],
    ['a rule of a used class', '.in{color:red}', '.in{color:red}'],
    ['a rule of an unused class', '.out{color:red}', ''],
    ['a rule that needs both', '.in .out{color:red}', ''],
    ['a list of selectors', '.in,.out:hover,.in a{color:red}', '.in,.in a{color:red}'],
    ['a list within brackets', ':is(.in,.in) a{color:red}', ':is(.in,.in) a{color:red}'],
    ['a class that must be missing', '.in:not(.out){color:red}', '.in:not(.out){color:red}'],
    ['a number that looks like a class', '.in{scale:.9}', '.in{scale:.9}'],
    ['a brace in a text', '.out{content:"}"}.in{content:"{"}', '.in{content:"{"}'],
    ['a condition', '@media (width>=1rem){.out{color:red}.in{color:red}}', '@media (width>=1rem){.in{color:red}}'],
    ['a condition without rules', '@supports (a:b){@media print{.out{color:red}}}', ''],
    ['a font', '@font-face{font-family:A}', '@font-face{font-family:A}'],
    ['a statement', '@charset "utf-8";.out{color:red}', '@charset "utf-8";'],
    ['an animation', '.in{animation:1s x1}@keyframes x1{to{top:0}}', '.in{animation:1s x1}@keyframes x1{to{top:0}}'],
    ['an animation of nobody', '.out{animation:1s x1}@keyframes x1{to{top:0}}', ''],
  ])('%s', (_, css, expected) => {
    expect(pruned(css, 'in')).toBe(expected)
  })

  it('keeps the order', () => {
    expect(pruned('.a{top:0}.b{top:1px}b{top:2px}.c{top:3px}', 'a', 'c')).toBe('.a{top:0}b{top:2px}.c{top:3px}')
  })
})

it('takes fonts out of a stylesheet, and nothing else', () => {
  expect(withoutFonts('@font-face{src:url("a;b")}.a{top:0}@media print{.a{top:1px}}')).toBe(
    '.a{top:0}@media print{.a{top:1px}}',
  )
})
