import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { siteCopy } from '../../copy/site.ts'
import { Brand } from './brand.tsx'
import { CartLink } from './cart-link.tsx'
import styles from './site-header.module.css'

const menuId = 'site-menu'
const links = [
  { to: '/', label: siteCopy.home },
  { to: '/shop', label: siteCopy.shop },
  { to: '/contact', label: siteCopy.contact },
] as const

/**
 * The sticky header. On small screens the links are a native popover, which Escape, a tap outside and Android's Back
 * close; choosing a link closes it too. Where the shopper pays (`isLean`) nothing leads away but the name and the cart.
 */
export function SiteHeader({
  shop,
  themeToggle,
  isLean,
}: {
  shop: ShopDetails
  themeToggle: ReactNode
  isLean: boolean
}) {
  const menu = useRef<HTMLElement>(null)
  const brand = (
    <Link to="/" className={styles.home} activeProps={{}}>
      <Brand name={shop.name} />
    </Link>
  )
  if (isLean) {
    return (
      <header className={styles.header}>
        <div className={styles.row}>
          {brand}
          <div className={styles.tools}>
            <a href={whatsappLink(shop.whatsapp)} className={styles.link}>
              {siteCopy.help}
            </a>
            <CartLink />
          </div>
        </div>
      </header>
    )
  }
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {brand}
        <nav id={menuId} popover="auto" ref={menu} aria-label={siteCopy.mainNavigation} className={styles.menu}>
          <ul className={styles.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  className={styles.link}
                  onClick={() => menu.current?.hidePopover?.()}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.tools}>
          {themeToggle}
          <CartLink />
          <button
            type="button"
            popoverTarget={menuId}
            aria-label={siteCopy.menu}
            className={buttonClass({ variant: 'ghost', isIcon: true }, styles.menuButton)}
          >
            <Menu size={24} aria-hidden="true" />
          </button>
        </div>
      </div>
    </header>
  )
}
