/**
 * Reduces the shop's two fonts to the characters that its pages use and writes them, with fallbacks of the same
 * metrics, into `src/fonts`: node apps/storefront/build/subset-fonts.ts
 *
 * Run it again when a font's version or the list of characters changes, and commit the results.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { fontFaces } from './font-faces.ts'
import { measureFont } from './measure-font.ts'

const basicLatin = String.fromCodePoint(...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => 0x20 + index))
/** Beyond Basic Latin: punctuation of our own texts, and letters of names that customers type. */
const signs = '–—‘’“”…×©·•éèêëàâáäçñóôöúüíîï'

const require = createRequire(import.meta.url)
const output = fileURLToPath(new URL('../src/fonts/', import.meta.url))

const text = await readFile(require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'))
const display = await readFile(require.resolve('@fontsource/aref-ruqaa/files/aref-ruqaa-latin-400-normal.woff2'))

const files = {
  'figtree.woff2': await subsetFont(text, basicLatin + signs, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  }),
  'aref-ruqaa.woff2': await subsetFont(display, basicLatin + signs, { targetFormat: 'woff2' }),
  'fonts.css': fontFaces({
    text: measureFont(await subsetFont(text, basicLatin, { targetFormat: 'truetype', variationAxes: { wght: 400 } })),
    display: measureFont(await subsetFont(display, basicLatin, { targetFormat: 'truetype' })),
  }),
}

await mkdir(output, { recursive: true })
for (const [name, content] of Object.entries(files)) {
  await writeFile(output + name, content)
  console.log(`${name}: ${(content.length / 1024).toFixed(1)} KiB`)
}
