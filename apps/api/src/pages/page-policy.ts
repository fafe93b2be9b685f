/**
 * The Content-Security-Policy of the shop's pages: nothing but our own, and pictures from anywhere over https. Stripe's
 * hosts are let in only where cards are taken (design: reliability, from Stripe's own list).
 */
export const pagePolicy = ({ nonce, takesCards }: { nonce: string; takesCards: boolean }): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `script-src 'self' 'nonce-${nonce}'${takesCards ? ` ${stripeScripts}` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${takesCards ? ' https://api.stripe.com' : ''}`,
    ...(takesCards ? [`frame-src ${stripeScripts} https://hooks.stripe.com`] : []),
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')

const stripeScripts = 'https://js.stripe.com https://*.js.stripe.com'
