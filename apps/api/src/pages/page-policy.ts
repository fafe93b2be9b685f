import { type BrowserHosts, noHosts } from '../modules/payments/providers/provider.ts'

/** Sources in the policy's own form that inline elements of a page are allowed by: `'nonce-…'` or `'sha256-…'`. */
export interface InlineSources {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The Content-Security-Policy of the shop's pages: they load only from the shop, and pictures from any https host. The
 * hosts of a payment provider are allowed only where it is configured.
 */
export const pagePolicy = ({ inline, hosts = noHosts }: { inline: InlineSources; hosts?: BrowserHosts }): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...inline.scripts, ...hosts.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["connect-src 'self'", ...hosts.calls].join(' '),
    ...(hosts.frames.length > 0 ? [['frame-src', ...hosts.frames].join(' ')] : []),
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')
