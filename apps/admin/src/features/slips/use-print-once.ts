import { useEffect, useRef } from 'react'
import { pageRule, type SlipSize } from './slip-size.ts'

/**
 * Tells the printer the paper's size, and opens its dialog once the slips stand and their fonts are there. The rule is a
 * sheet of its own, because the page's policy allows no style elements. Returns the ref of the element with the slips.
 */
export function usePrintOnce({ isReady, size }: { isReady: boolean; size: SlipSize }) {
  const slips = useRef<HTMLDivElement>(null)
  const isPrinted = useRef(false)

  useEffect(() => {
    if (!isReady || !slips.current) return
    const heights = [...slips.current.children].map((slip) => (slip as HTMLElement).offsetHeight)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(pageRule(size, Math.max(0, ...heights)))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [isReady, size])

  useEffect(() => {
    if (!isReady || isPrinted.current || !slips.current?.childElementCount) return
    isPrinted.current = true
    void document.fonts.ready.then(() => window.print())
  }, [isReady])

  return slips
}
