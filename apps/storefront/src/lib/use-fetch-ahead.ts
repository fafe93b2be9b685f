import { useEffect } from 'react'

type Connection = { saveData: boolean; effectiveType: string }

/** Leaves time for the pictures and data of the page itself. */
const pauseMs = 2000

/**
 * Loads what the shopper may need next, after the page itself, one part after the other and each in tasks of its own: code
 * that arrives together runs together and blocks a slow phone. What is loaded also works without a connection. Does
 * nothing where the browser saves data.
 */
export function useFetchAhead(
  parts: (connection: { isFast: boolean }) => (() => Promise<unknown> | undefined)[],
): void {
  useEffect(() => {
    async function fetchAhead(isFast: boolean) {
      for (const fetchPart of parts({ isFast })) {
        await fetchPart()
        await new Promise((resolve) => setTimeout(resolve))
      }
    }

    // Only browsers based on Chromium have this property.
    const { connection } = navigator as Navigator & { connection?: Connection }
    if (connection?.saveData) return
    const isFast = !connection || connection.effectiveType === '4g'
    const timer = setTimeout(() => fetchAhead(isFast), pauseMs)
    return () => clearTimeout(timer)
  }, [])
}
