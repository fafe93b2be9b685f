import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { returnPath } from '../../../lib/session/return-path.ts'

/**
 * Goes where a notice leads that was pressed while the administration is open, as a link does: what is typed is asked about or kept. The
 * worker that showed the notice (`public/sw.js`) hears that it has nothing to do.
 */
export function usePressedNotice(): void {
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const go = ({ data, ports }: MessageEvent<{ noticePath?: string } | undefined>) => {
      if (!data?.noticePath) return
      ports[0]?.postMessage('going')
      void router.navigate(returnPath(data.noticePath))
    }
    serviceWorker.addEventListener('message', go)
    return () => serviceWorker.removeEventListener('message', go)
  }, [router])
}
