/** The parts of the page's head that only the server knows; the browser reads them from the page. */
export type DocumentParts = {
  /** The styles of this route's page, inlined. */
  css: (routeId: string) => string
  /** The address of all styles, for what is loaded later. */
  lateStyles?: string | undefined
  /** The script that runs before the first paint of this route's page. */
  bootScript: (routeId: string) => string
  /** Addresses of the two fonts that every page needs. */
  fonts: readonly string[]
  nonce?: string
}

/** The parts that the server wrote, for hydration: React needs the styles in case it renders the document again. */
export function readDocumentParts(page: Document): DocumentParts {
  const fonts = [...page.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')]
  const styles = page.querySelector('style')
  return {
    css: () => styles?.textContent ?? '',
    lateStyles: styles?.dataset.late,
    bootScript: () => '',
    fonts: fonts.map((link) => link.getAttribute('href') ?? ''),
  }
}
