import { hash } from 'node:crypto'
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
  const sources = { script: new Set<string>(), style: new Set<string>() }
  for (const { name, attributes, body } of inlineElements(html, mark)) {
    if (!body || attributes.includes('ld+json')) continue
    const routeId = routeOf(body, nonce)
    sources[name].add(routeId === undefined ? sourceOf(body) : stylesOf(routeId).source)
  }
  const page = html.replaceAll(mark, '').replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
  return {
    html: withStyles(page, { nonce, stylesOf }),
    inline: { scripts: [...sources.script], styles: [...sources.style] },
  }
}

interface InlineElement {
  name: 'script' | 'style'
  attributes: string
  body: string
}

/** The scripts and styles that have `mark`. It is searched for as plain text, because a page is long and has few of them. */
function* inlineElements(html: string, mark: string): Generator<InlineElement> {
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + mark.length)) {
    const tag = html.lastIndexOf('<', at)
    const name = (['script', 'style'] as const).find((each) => html.startsWith(`${each} `, tag + 1))
    if (!name) continue
    // React writes a > within an attribute as &gt;.
    const start = html.indexOf('>', at) + 1
    yield { name, attributes: html.slice(tag, start), body: html.slice(start, html.indexOf(`</${name}>`, start)) }
  }
}

function withStyles(page: string, { nonce, stylesOf }: Parameters<typeof hashInlineSources>[1]): string {
  const start = page.indexOf(`/*${nonce}`)
  if (start < 0) return page
  const end = page.indexOf('*/', start) + 2
  return page.slice(0, start) + stylesOf(routeOf(page.slice(start, end), nonce) ?? '').css + page.slice(end)
}

/** The route whose styles `stylesPlace` stands for; undefined for any other text. */
function routeOf(text: string, nonce: string): string | undefined {
  const start = `/*${nonce}`
  return text.startsWith(start) && text.endsWith('*/') ? text.slice(start.length, -2) : undefined
}

function sourceOf(body: string): string {
  return `'sha256-${hash('sha256', body, 'base64')}'`
}
