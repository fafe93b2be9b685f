import { createHash } from 'node:crypto'
import type { InlineSources } from './page-policy.ts'

/** Styles of a page, with the source that allows them. */
export interface ShopStyles {
  css: string
  source: string
}

export const shopStyles = (css: string): ShopStyles => ({ css, source: sourceOf(css) })

/**
 * Stands for the styles of a route while its page is rendered. They are a large part of a page and always the same: only the
 * finished page holds them, so that they are not copied and hashed anew at each step of every page.
 */
export const stylesPlace = (nonce: string, routeId = ''): string => `/*${nonce}${routeId}*/`

/**
 * A rendered page with its styles and without its nonce, and the hashes that allow its inline scripts and styles instead.
 * A page that is kept in a cache goes to many visitors, and a nonce that all of them know would let an injected script
 * run. Only elements with the nonce are hashed, because the renderer gives it to its own elements alone.
 */
export function hashInlineSources(
  html: string,
  { nonce, stylesOf }: { nonce: string; stylesOf: (routeId: string) => ShopStyles },
): { html: string; inline: InlineSources } {
  const mark = ` nonce="${nonce}"`
  const place = new RegExp(`/\\*${nonce}(.*?)\\*/`)
  const sourceOfStyles = (body: string) => {
    const [found, routeId = ''] = place.exec(body) ?? []
    return found === body ? stylesOf(routeId).source : undefined
  }
  const sourcesOf = (element: 'script' | 'style') => {
    const sources = [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>(.*?)</${element}>`, 'gs'))]
      .filter(([, attributes = '', body]) => body && attributes.includes(mark) && !attributes.includes('ld+json'))
      .map(([, , body = '']) => sourceOfStyles(body) ?? sourceOf(body))
    return [...new Set(sources)]
  }
  const inline = { scripts: sourcesOf('script'), styles: sourcesOf('style') }
  const page = html.replaceAll(mark, '').replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
  return { html: page.replace(place, (_, routeId: string) => stylesOf(routeId).css), inline }
}

function sourceOf(body: string): string {
  return `'sha256-${createHash('sha256').update(body).digest('base64')}'`
}
