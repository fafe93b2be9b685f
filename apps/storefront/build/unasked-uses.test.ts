import { describe, expect, it } from 'vitest'
import { farthestQuestion, unaskedUses } from './unasked-uses.ts'

describe('a use of a newer function', () => {
  const segmenter = { name: 'Intl.Segmenter', use: /\bIntl\.Segmenter\b/g }
  const canParse = { name: 'URL.canParse', use: /\bURL\.canParse\b/g }

  it.each([
    ['without a question', segmenter, 'x??=new Intl.Segmenter(`en`)', 1],
    ['after a question', segmenter, 'if(!(`Segmenter`in Intl))return 1;x??=new Intl.Segmenter(`en`)', 0],
    ['after a question of its type', canParse, 'typeof URL.canParse==`function`?URL.canParse(e):f(e)', 0],
    ['after a question of an object', { name: 'at', use: /\.at\(/g }, 'typeof e.at==`function`&&e.at(0)', 0],
    ['where it may be missing', canParse, 'URL.canParse?.(e)??f(e)', 0],
    ['long after a question', canParse, `typeof URL.canParse;${' '.repeat(farthestQuestion)}URL.canParse(e)`, 1],
  ])('%s', (_, each, code, count) => {
    expect(unaskedUses(code, each)).toHaveLength(count)
  })
})
