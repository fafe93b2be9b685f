import { Button } from '@marashi/ui/button'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEarlyEvents } from '../../boot/early-events.ts'
import { offlineCopy } from '../../copy/offline.ts'
import styles from './offline-page.module.css'

/** As many as a phone shows without much scrolling. */
const mostPages = 12

/** Says what works without a connection; `from` is the address that could not be loaded. See docs/behaviour.md#offline. */
export function OfflinePage({ from }: { from: string }) {
  const seen = useSeenPages()
  useEarlyEvents()
  const goOn = useEffectEvent(() => location.replace(from))
  useEffect(() => {
    const listener = () => goOn()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
  return (
    <div className={styles.page}>
      <h1>{offlineCopy.title}</h1>
      <p>{offlineCopy.text}</p>
      <Button onClick={() => location.replace(from)}>{offlineCopy.retry}</Button>
      <h2 className={styles.heading}>{offlineCopy.works}</h2>
      <p>
        <a href="/cart" className={styles.link}>
          {offlineCopy.cart}
        </a>
        {offlineCopy.cartHint}
      </p>
      <p className={styles.muted}>{offlineCopy.waits}</p>
      {seen.length > 0 && (
        <>
          <h2 className={styles.heading}>{offlineCopy.seen}</h2>
          <ul>
            {seen.map(({ href, title }) => (
              <li key={href}>
                <a href={href} className={styles.link}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type SeenPage = { href: string; title: string }

/** The pages that the service worker has kept, the last one first. */
function useSeenPages(): SeenPage[] {
  const [pages, setPages] = useState<SeenPage[]>([])
  useEffect(() => {
    readSeenPages().then(setPages, () => undefined)
  }, [])
  return pages
}

async function readSeenPages(): Promise<SeenPage[]> {
  const names = (await caches.keys()).filter((name) => /^shop-.+-pages$/.test(name))
  const pages = new Map<string, SeenPage>()
  for (const name of names.reverse()) {
    const cache = await caches.open(name)
    for (const request of [...(await cache.keys())].reverse().slice(0, mostPages)) {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/cart') continue
      const html = (await (await cache.match(request))?.text()) ?? ''
      const title = titleOf(html).replace(/ \| [^|]*$/, '')
      if (title && !pages.has(pathname + search)) pages.set(pathname + search, { href: pathname + search, title })
    }
  }
  return [...pages.values()].slice(0, mostPages)
}

/** Of the title alone: to parse the whole page would apply its styles, which the policy of this page refuses. */
function titleOf(html: string): string {
  const [element = ''] = /<title\b[^>]*>[^<]*<\/title>/.exec(html) ?? []
  return new DOMParser().parseFromString(element, 'text/html').title
}
