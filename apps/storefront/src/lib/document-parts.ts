/** The parts of the page's head that only the server knows; the browser reads them from the page. */
export type DocumentParts = {
  /** All styles of the shop, inlined. */
  css: string
  /** The script that runs before the first paint of this route's page. */
  bootScript: (routeId: string) => string
  /** Addresses of the two fonts that every page needs. */
  fonts: readonly string[]
  nonce?: string
}

/** The parts that the server wrote, for hydration: React needs the styles in case it renders the document again. */
export function readDocumentParts(page: Document): DocumentParts {
  const fonts = [...page.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')]
  return {
    css: page.querySelector('style')?.textContent ?? '',
    bootScript: () => '',
    fonts: fonts.map((link) => link.getAttribute('href') ?? ''),
  }
}
