declare module 'subset-font' {
  /** Keeps the glyphs of `text`; `variationAxes` pins an axis or narrows its range. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
