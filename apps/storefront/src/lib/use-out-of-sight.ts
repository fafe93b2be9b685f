import { type RefObject, useEffect, useState } from 'react'

/** True while the element is above or below the visible part of the page. */
export function useOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isOutOfSight, setIsOutOfSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsOutOfSight(!entry.isIntersecting)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOutOfSight
}
