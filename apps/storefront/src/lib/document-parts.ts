/** The parts of the page's head that only the server knows; the browser reads them back from the page itself. */
export type DocumentParts = {
  /** All styles of the shop, inlined. */
  css: string
  /** The script that runs before the first paint of this route's page. */
  bootScript: (routeId: string) => string
  /** Addresses of the two fonts that every page needs. */
  fonts: readonly string[]
  nonce?: string
}

/**
 * What the server wrote, for hydration. Should React ever have to build the document anew, the styles must be at hand.
 */
export function readDocumentParts(page: Document): DocumentParts {
  const fonts = [...page.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')]
  return {
    css: page.querySelector('style')?.textContent ?? '',
    bootScript: () => '',
    fonts: fonts.map((link) => link.getAttribute('href') ?? ''),
  }
}
