import { type BrowserHosts, noHosts } from '../modules/payments/providers/provider.ts'

/** Sources in the policy's own form that inline elements of a page are allowed by: `'nonce-…'` or `'sha256-…'`. */
export interface InlineSources {
  scripts: readonly string[]
  styles: readonly string[]
}

interface PageSources {
  inline: InlineSources
  /** The shop's own address. */
  publicUrl: string
  /** Of a payment provider, where it is configured. */
  hosts?: BrowserHosts
}

/**
 * The Content-Security-Policy of the shop's pages: they load only from the shop and these hosts, and pictures from any
 * host. One whose address the owner has typed with `http:` is asked for by https where the shop's own page came so.
 */
export const pagePolicy = ({ inline, publicUrl, hosts = noHosts }: PageSources): string => {
  const isHttps = publicUrl.startsWith('https:')
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...inline.scripts, ...hosts.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["connect-src 'self'", ...hosts.calls].join(' '),
    ...(hosts.frames.length > 0 ? [['frame-src', ...hosts.frames].join(' ')] : []),
    `img-src 'self' data: blob: https:${isHttps ? '' : ' http:'}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
