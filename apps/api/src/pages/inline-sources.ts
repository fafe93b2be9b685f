import { createHash } from 'node:crypto'
import type { InlineSources } from './page-policy.ts'

/**
 * A rendered page without its nonce, and the hashes that allow its inline scripts and styles instead. A page that is kept
 * in a cache goes to many visitors, and a nonce that all of them know would let an injected script run. Only elements with
 * the nonce are hashed, because the renderer gives it to its own elements alone.
 */
export function hashInlineSources(html: string, nonce: string): { html: string; inline: InlineSources } {
  const mark = ` nonce="${nonce}"`
  const bodiesOf = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>(.*?)</${element}>`, 'gs'))]
      .filter(([, attributes = '', body]) => body && attributes.includes(mark) && !attributes.includes('ld+json'))
      .map(([, , body = '']) => body)
  return {
    html: html.replaceAll(mark, '').replace(`<meta property="csp-nonce" content="${nonce}"/>`, ''),
    inline: { scripts: sourcesOf(bodiesOf('script')), styles: sourcesOf(bodiesOf('style')) },
  }
}

const sourcesOf = (bodies: string[]): string[] => [
  ...new Set(bodies.map((body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`)),
]
