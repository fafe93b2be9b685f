import { expect, it } from 'vitest'
import { minifyChunk } from './minify-first.ts'

const code = `
import { __commonJSMin } from './rolldown-runtime.js'
var require_one = __commonJSMin((exports) => { exports.one = 1 })
var require_two = __commonJSMin((exports, module) => { module.exports = require_one() })
export const two = require_two(), other = [1, 2].map((each) => each + 1)
`

it('keeps the functions of CommonJS modules, which run at once, in parentheses', async () => {
  const minified = await minifyChunk(code)
  expect(minified).toContain('__commonJSMin((exports=>')
  expect(minified).toContain('__commonJSMin(((exports,module)=>')
  expect(minified).toContain('.map(each=>each+1)')
})
