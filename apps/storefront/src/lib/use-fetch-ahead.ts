import { useEffect } from 'react'

type Connection = { saveData: boolean; effectiveType: string }

/** The pictures and data of the page itself come first. */
const pauseMs = 2000

/**
 * Fetches what the shopper may need next, once this page has nothing else to do; what was fetched also works without a
 * connection. Not for those who save data.
 */
export function useFetchAhead(fetchAhead: (connection: { isFast: boolean }) => Promise<unknown>): void {
  useEffect(() => {
    // Only browsers made from Chromium tell.
    const { connection } = navigator as Navigator & { connection?: Connection }
    if (connection?.saveData) return
    const isFast = !connection || connection.effectiveType === '4g'
    const timer = setTimeout(() => fetchAhead({ isFast }), pauseMs)
    return () => clearTimeout(timer)
  }, [])
}
