/** The shop's name as the server wrote it into the page. */
export function shopName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''
}
