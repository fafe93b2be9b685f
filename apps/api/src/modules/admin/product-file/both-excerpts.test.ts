import { expect, it } from 'vitest'
import { bothExcerpts } from './both-excerpts.ts'

const long = 'Smoke and rose. '.repeat(40)

it.each([
  ['short texts', 'Oud', 'Oud Zahra', ['Oud', 'Oud Zahra']],
  ['nothing and a long text', '', 'x'.repeat(300), ['', `${'x'.repeat(198)}…`]],
  [
    'a difference late in long texts',
    `${long}Amber.`,
    `${long}Musk.`,
    [`…${long.slice(-40)}Amber.`, `…${long.slice(-40)}Musk.`],
  ],
  ['a text that goes on', long, `${long}More.`, [`…${long.slice(-40)}`, `…${long.slice(-40)}More.`]],
])('cuts %s so that both show what differs', (_of, a, b, excerpts) => {
  expect(bothExcerpts(a, b)).toEqual(excerpts)
})

it('cuts no letter in two, and keeps to its most', () => {
  for (const text of bothExcerpts('🌹'.repeat(500), `${'🌹'.repeat(250)}🌷${'🌹'.repeat(249)}`)) {
    expect(text).not.toMatch(/\p{Surrogate}/u)
    expect([...text].length).toBeLessThanOrEqual(200)
  }
})
