import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { buttonClass } from '@marashi/ui/button'
import { siteCopy } from '../../copy/site.ts'
import styles from '../../lib/page-failure.module.css'
import { Brand } from './brand.tsx'
import { SiteFooter } from './site-footer.tsx'
import header from './site-header.module.css'

export type Trouble = {
  /** True when the shop is unavailable or overloaded for a while; false when an error of ours broke the page. */
  isPassing: boolean
  /** What happened, for people. */
  message: string
  /** Finds the error in the log. */
  requestId?: string | undefined
}

/** Header and footer around an error message. All links are plain, because no script runs. */
export function ErrorDocument({
  shop,
  trouble: { isPassing, message, requestId },
  address,
  head,
}: {
  shop: ShopDetails
  trouble: Trouble
  address: string
  head: { css: string; fonts: string[]; bootScript: string; nonce: string }
}) {
  const title = isPassing ? siteCopy.awayTitle : siteCopy.errorTitle
  return (
    <html lang="en-KE">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f4f2f6" />
        <meta name="robots" content="noindex" />
        <title>{`${title} | ${shop.name}`}</title>
        {head.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce={head.nonce} dangerouslySetInnerHTML={{ __html: head.css }} />
        <script nonce={head.nonce} dangerouslySetInnerHTML={{ __html: head.bootScript }} />
      </head>
      <body>
        <header className={header.header}>
          <div className={header.row}>
            <a href="/" className={header.home}>
              <Brand name={shop.name} />
            </a>
          </div>
        </header>
        <main id="main">
          <div className={styles.failure}>
            <h1>{title}</h1>
            <p>{isPassing ? message : siteCopy.errorHint}</p>
            {requestId && <p>{siteCopy.errorReference(requestId)}</p>}
            <a href={address} className={buttonClass({})}>
              {siteCopy.retry}
            </a>
          </div>
        </main>
        <SiteFooter shop={shop} />
      </body>
    </html>
  )
}
