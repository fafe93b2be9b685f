/** The metrics that a fallback must match, as shares of the font size. */
export type FontMeasure = { ascent: number; descent: number; lineGap: number; averageWidth: number }

/** The frequency of letters in English text, in thousandths; widths are weighted by it. */
const frequencies: Record<string, number> = {
  ' ': 180,
  e: 104,
  t: 73,
  a: 67,
  o: 62,
  i: 58,
  n: 57,
  s: 52,
  h: 50,
  r: 49,
  d: 35,
  l: 33,
  u: 23,
  c: 23,
  m: 20,
  w: 19,
  f: 18,
  g: 16,
  y: 16,
  p: 15,
  b: 12,
  v: 8,
  k: 6,
}

/** Reads the tables of a TrueType font: head, hhea, hmtx and a format 4 cmap. */
export function measureFont(font: Uint8Array): FontMeasure {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const table = (tag: string) => {
    for (let index = 0; index < view.getUint16(4); index++) {
      const record = 12 + index * 16
      const name = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)))
      if (name === tag) return view.getUint32(record + 8)
    }
    throw new Error(`The font has no ${tag} table`)
  }
  const unitsPerEm = view.getUint16(table('head') + 18)
  const hhea = table('hhea')
  const hmtx = table('hmtx')
  const lastWidth = view.getUint16(hhea + 34) - 1
  const glyphOf = readGlyphs(view, table('cmap'))
  let width = 0
  let weight = 0
  for (const [letter, frequency] of Object.entries(frequencies)) {
    const glyph = glyphOf(letter.codePointAt(0) ?? 0)
    width += frequency * view.getUint16(hmtx + Math.min(glyph, lastWidth) * 4)
    weight += frequency
  }
  return {
    ascent: view.getInt16(hhea + 4) / unitsPerEm,
    descent: -view.getInt16(hhea + 6) / unitsPerEm,
    lineGap: view.getInt16(hhea + 8) / unitsPerEm,
    averageWidth: width / weight / unitsPerEm,
  }
}

function readGlyphs(view: DataView, cmap: number): (codePoint: number) => number {
  const subtables = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, index) => cmap + view.getUint32(cmap + 8 + index * 8),
  )
  const start = subtables.find((offset) => view.getUint16(offset) === 4)
  if (start === undefined) throw new Error('The font has no format 4 character map')
  const segments = view.getUint16(start + 6) / 2
  const at = (column: number, segment: number) =>
    start + 14 + column * segments * 2 + (column > 0 ? 2 : 0) + segment * 2
  return (codePoint) => {
    for (let segment = 0; segment < segments; segment++) {
      if (codePoint > view.getUint16(at(0, segment))) continue
      const first = view.getUint16(at(1, segment))
      if (codePoint < first) return 0
      const delta = view.getUint16(at(2, segment))
      const range = view.getUint16(at(3, segment))
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = view.getUint16(at(3, segment) + range + (codePoint - first) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
