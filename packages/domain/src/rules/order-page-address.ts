/** The page of an order has a secret address: whoever has the link sees the order, and nobody can guess it. */

/** 256 bits as base64url. */
export const pageSecretForm = /^[\w-]{43}$/

/** The page's path, for example `/order/4rZ…`. */
export const orderPagePath = (pageSecret: string): string => `/order/${pageSecret}`

/** The whole link that messages carry. `publicUrl` is the shop's own address. */
export const orderPageUrl = (publicUrl: string, pageSecret: string): string =>
  new URL(orderPagePath(pageSecret), publicUrl).href

/** A text with the secrets in it taken out, for what is written down of addresses: `/order/4rZ…` becomes `/order/[secret]`. */
export const withoutPageSecrets = (text: string): string => text.replace(addressed, '$1[secret]')

/** Also a secret that was mistyped or cut short: what is missing of it could be guessed. */
const addressed = /((?:\/|%2f)order(?:-pages)?(?:\/|%2f)+)[\w-]{16,}/gi
