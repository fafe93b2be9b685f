import { Link } from '@tanstack/react-router'
import {
  Bell,
  Boxes,
  CreditCard,
  ExternalLink,
  HeartPulse,
  KeyRound,
  MessageSquareText,
  PackageOpen,
  Scale,
  Settings,
  ShoppingBag,
  Tags,
  Users,
  Webhook,
} from 'lucide-react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { shellCopy } from '../../copy/shell.ts'
import styles from './page-cards.module.css'

const copy = dashboardCopy.links
const cards = [
  { to: '/products', label: shellCopy.products, icon: Boxes },
  { to: '/customers', label: shellCopy.customers, icon: Users },
  { to: '/stock', label: shellCopy.stock, icon: PackageOpen },
  { to: '/categories', label: shellCopy.categories, icon: Tags },
  { to: '/orders', label: shellCopy.orders, icon: ShoppingBag },
  { to: '/reviews', label: shellCopy.reviews, icon: MessageSquareText },
  { to: '/payments', label: shellCopy.payments, icon: CreditCard },
  { to: '/cash-up', label: shellCopy.cashUp, icon: Scale },
  { to: '/notices', label: shellCopy.notices, icon: Bell },
  { to: '/settings', label: shellCopy.settings, icon: Settings },
  { to: '/health', label: shellCopy.health, icon: HeartPulse },
  { to: '/api-keys', label: shellCopy.apiKeys, icon: KeyRound },
  { to: '/webhooks', label: shellCopy.webhooks, icon: Webhook },
] as const

/** Links from the dashboard to every page, and to the storefront. */
export function PageCards() {
  return (
    <nav aria-labelledby="go-to">
      <h2 id="go-to" className={styles.title}>
        {copy.title}
      </h2>
      <ul className={styles.cards}>
        {cards.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.card}>
              <Icon size={22} aria-hidden="true" />
              <span className={styles.label}>{label}</span>
              <span className={styles.about}>{copy[to]}</span>
            </Link>
          </li>
        ))}
        <li>
          <a href="/" className={styles.card}>
            <ExternalLink size={22} aria-hidden="true" />
            <span className={styles.label}>{shellCopy.viewStore}</span>
            <span className={styles.about}>{copy.viewStore}</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}
