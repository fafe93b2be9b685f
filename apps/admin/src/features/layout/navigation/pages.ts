import {
  Bell,
  Boxes,
  CreditCard,
  HeartPulse,
  Home,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  PackageOpen,
  Scale,
  Settings,
  ShoppingBag,
  Tags,
  Users,
  Webhook,
} from 'lucide-react'
import { shellCopy } from '../../../copy/shell.ts'

type AdminPath =
  | '/dashboard'
  | '/orders'
  | '/products'
  | '/reviews'
  | '/payments'
  | '/cash-up'
  | '/categories'
  | '/stock'
  | '/customers'
  | '/notices'
  | '/settings'
  | '/health'
  | '/api-keys'
  | '/webhooks'

/** Every page of the administration, most used first. `key` is the shortcut after `g`. */
export const pages: readonly { to: AdminPath; label: string; icon: LucideIcon; key: string }[] = [
  { to: '/dashboard', label: shellCopy.dashboard, icon: Home, key: 'd' },
  { to: '/orders', label: shellCopy.orders, icon: ShoppingBag, key: 'o' },
  { to: '/products', label: shellCopy.products, icon: Boxes, key: 'p' },
  { to: '/reviews', label: shellCopy.reviews, icon: MessageSquareText, key: 'r' },
  { to: '/payments', label: shellCopy.payments, icon: CreditCard, key: 'y' },
  { to: '/cash-up', label: shellCopy.cashUp, icon: Scale, key: 'u' },
  { to: '/customers', label: shellCopy.customers, icon: Users, key: 'k' },
  { to: '/stock', label: shellCopy.stock, icon: PackageOpen, key: 's' },
  { to: '/categories', label: shellCopy.categories, icon: Tags, key: 'c' },
  { to: '/notices', label: shellCopy.notices, icon: Bell, key: 'n' },
  { to: '/settings', label: shellCopy.settings, icon: Settings, key: 'e' },
  { to: '/health', label: shellCopy.health, icon: HeartPulse, key: 'h' },
  { to: '/api-keys', label: shellCopy.apiKeys, icon: KeyRound, key: 'a' },
  { to: '/webhooks', label: shellCopy.webhooks, icon: Webhook, key: 'w' },
]
