import './boot/react.ts'
import { browserLink } from '@marashi/api-client/browser-link'
import { createShopClient } from '@marashi/api-client/trpc'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { leaveEventsToReact } from './boot/early-events.ts'
import { rehearseTap } from './boot/rehearse-tap.tsx'
import './styles.ts'
import { readDocumentParts } from './lib/document-parts.ts'
import { createShopRouter } from './router.tsx'

// Zod would try whether it may compile its checks, which the pages' policy refuses and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Long enough for the page itself on most phones, and before most shoppers tap. */
const rehearsalAfterMs = 500

// Boot says when the page's own code is there. In tasks of their own, so that the browser can handle a press between them.
addEventListener('ready', () => {
  const router = createShopRouter({
    shop: createShopClient([browserLink()]),
    document: readDocumentParts(document),
  })
  // The router keeps the place of what it has seen scroll. The browser scrolls a page that is opened again before that.
  router.subscribe('onRendered', () => document.dispatchEvent(new Event('scroll')))
  setTimeout(() =>
    startTransition(() => {
      leaveEventsToReact()
      hydrateRoot(
        document,
        <StrictMode>
          <RouterClient router={router} />
        </StrictMode>,
        { onRecoverableError: renewTheme },
      )
      setTimeout(rehearseTap, rehearsalAfterMs)
    }),
  )
})

/** A page that a translator or an extension had changed is made anew, without the theme that `boot` had given it. */
function renewTheme(error: unknown): void {
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  console.error(error)
}
