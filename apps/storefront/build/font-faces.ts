import type { FontMeasure } from './measure-font.ts'

/** The average width of Arial and fonts with its metrics, from its width table, weighted as in `measureFont`. */
const arialWidth = 0.4417
/** The same for Georgia. */
const georgiaWidth = 0.4395

/**
 * The @font-face rules: the shop's two fonts, Arabic letters for pages that show some, and fallbacks adjusted to the
 * same metrics.
 */
export function fontFaces({ text, display }: { text: FontMeasure; display: FontMeasure }): string {
  return `/* Written by build/subset-fonts.ts. */
@font-face {
  font-family: 'Figtree';
  src: url('./figtree.woff2') format('woff2');
  font-weight: 400 700;
  font-display: swap;
}

@font-face {
  font-family: 'Aref Ruqaa';
  src: url('./aref-ruqaa.woff2') format('woff2');
  font-display: swap;
}

@font-face {
  font-family: 'Aref Ruqaa';
  src: url('@fontsource/aref-ruqaa/files/aref-ruqaa-arabic-400-normal.woff2') format('woff2');
  font-display: swap;
  unicode-range: U+0600-06FF;
}

@font-face {
  font-family: 'Figtree Fallback';
  src: local('Roboto'), local('Arial'), local('Liberation Sans');
${adjusted(text, arialWidth)}
}

@font-face {
  font-family: 'Aref Ruqaa Fallback';
  src: local('Georgia'), local('Noto Serif'), local('Liberation Serif');
${adjusted(display, georgiaWidth)}
}
`
}

function adjusted(measure: FontMeasure, fallbackWidth: number): string {
  const size = measure.averageWidth / fallbackWidth
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  return [
    `  size-adjust: ${percent(size)};`,
    `  ascent-override: ${percent(measure.ascent / size)};`,
    `  descent-override: ${percent(measure.descent / size)};`,
    `  line-gap-override: ${percent(measure.lineGap / size)};`,
  ].join('\n')
}
