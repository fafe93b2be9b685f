/**
 * Runs in the page: the texts that reach out of an element they are in or make it wider than the screen, each with that element,
 * and the amounts that are broken. Not what can be scrolled to, what is cut, and what only a screen reader reads.
 */
export function wordsOutside(): string[] {
  const outside: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent ?? ''
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = [...range.getClientRects()]
    if (lines.length > 1 && /^Ksh [\d,]+$/.test(words)) outside.push(`${words} is broken`)
    const right = Math.max(0, ...lines.map((line) => line.right))
    for (let part = text.parentElement; part; part = part.parentElement) {
      const { overflowX, display, clipPath } = getComputedStyle(part)
      if (overflowX !== 'visible' || clipPath !== 'none' || !part.checkVisibility()) break
      const box = part.getBoundingClientRect()
      const isWithin = right < box.right + 1 && box.width <= innerWidth
      if (display === 'inline' || display === 'contents' || isWithin) continue
      outside.push(`${words.slice(0, 20)} out of <${part.localName} class=${part.className}>`)
      break
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) outside.push('the page scrolls sideways')
  return outside
}
