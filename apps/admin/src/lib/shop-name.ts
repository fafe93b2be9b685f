/** The shop's name, which the server writes into the page. */
export function shopName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''
}

/** The shop's own address, which the server writes into the page: the owner may have opened it by another one. */
export function shopAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin
}
