import { useEffect } from 'react'

type Connection = { saveData: boolean; effectiveType: string }

/** Leaves time for the pictures and data of the page itself. */
const pauseMs = 2000

/**
 * Loads what the shopper may need next, after the page itself; what is loaded also works without a connection. Does
 * nothing where the browser saves data.
 */
export function useFetchAhead(fetchAhead: (connection: { isFast: boolean }) => Promise<unknown>): void {
  useEffect(() => {
    // Only browsers based on Chromium have this property.
    const { connection } = navigator as Navigator & { connection?: Connection }
    if (connection?.saveData) return
    const isFast = !connection || connection.effectiveType === '4g'
    const timer = setTimeout(() => fetchAhead({ isFast }), pauseMs)
    return () => clearTimeout(timer)
  }, [])
}
