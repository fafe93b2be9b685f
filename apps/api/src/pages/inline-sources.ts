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
  const styles = (body: string) => {
    const routeId = routeOf(body, nonce)
    return routeId === undefined ? undefined : stylesOf(routeId)
  }
  const sources = { script: new Set<string>(), style: new Set<string>() }
  for (const [, element, attributes = '', body = ''] of html.matchAll(inlineElement)) {
    if (!body || !attributes.includes(mark) || attributes.includes('ld+json')) continue
    sources[element as 'script' | 'style'].add(styles(body)?.source ?? sourceOf(body))
  }
  const page = html.replaceAll(mark, '').replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
  return {
    html: page.replace(new RegExp(`/\\*${nonce}.*?\\*/`), (place) => styles(place)?.css ?? place),
    inline: { scripts: [...sources.script], styles: [...sources.style] },
  }
}

const inlineElement = /<(script|style)\b([^>]*)>(.*?)<\/\1>/gs

/** The route whose styles `stylesPlace` stands for; undefined for any other text. */
function routeOf(text: string, nonce: string): string | undefined {
  const start = `/*${nonce}`
  return text.startsWith(start) && text.endsWith('*/') ? text.slice(start.length, -2) : undefined
}

function sourceOf(body: string): string {
  return `'sha256-${createHash('sha256').update(body).digest('base64')}'`
}
