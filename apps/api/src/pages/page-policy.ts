import { type BrowserHosts, noHosts } from '../modules/payments/providers/provider.ts'

/**
 * The Content-Security-Policy of the shop's pages: they load only from the shop, and pictures from any https host. The
 * hosts of a payment provider are allowed only where it is configured.
 */
export const pagePolicy = ({ nonce, hosts = noHosts }: { nonce: string; hosts?: BrowserHosts }): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", `'nonce-${nonce}'`, ...hosts.scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["connect-src 'self'", ...hosts.calls].join(' '),
    ...(hosts.frames.length > 0 ? [['frame-src', ...hosts.frames].join(' ')] : []),
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')
