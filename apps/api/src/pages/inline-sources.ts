import { createHash } from 'node:crypto'
import type { InlineSources } from './page-policy.ts'

/** The styles of every page, with the source that allows them. */
export interface ShopStyles {
  css: string
  source: string
}

export const shopStyles = (css: string): ShopStyles => ({ css, source: sourceOf(css) })

/**
 * Stands for the shop's styles while a page is rendered. They are most of a page and always the same: only the finished
 * page holds them, so that they are not copied and hashed anew at each step of every page.
 */
export const stylesPlace = (nonce: string): string => `/*${nonce}*/`

/**
 * A rendered page with its styles and without its nonce, and the hashes that allow its inline scripts and styles instead.
 * A page that is kept in a cache goes to many visitors, and a nonce that all of them know would let an injected script
 * run. Only elements with the nonce are hashed, because the renderer gives it to its own elements alone.
 */
export function hashInlineSources(
  html: string,
  { nonce, styles }: { nonce: string; styles: ShopStyles },
): { html: string; inline: InlineSources } {
  const mark = ` nonce="${nonce}"`
  const place = stylesPlace(nonce)
  const sourcesOf = (element: 'script' | 'style') => {
    const sources = [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>(.*?)</${element}>`, 'gs'))]
      .filter(([, attributes = '', body]) => body && attributes.includes(mark) && !attributes.includes('ld+json'))
      .map(([, , body = '']) => (body === place ? styles.source : sourceOf(body)))
    return [...new Set(sources)]
  }
  const inline = { scripts: sourcesOf('script'), styles: sourcesOf('style') }
  const page = html.replaceAll(mark, '').replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
  return { html: page.replace(place, () => styles.css), inline }
}

function sourceOf(body: string): string {
  return `'sha256-${createHash('sha256').update(body).digest('base64')}'`
}
