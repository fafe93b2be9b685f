import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Search, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shortcutsCopy } from '../../../copy/shortcuts.ts'
import { pages } from '../navigation/pages.ts'

const debounceMs = 300
const mostOrders = 5

type PaletteItem = { value: string; icon: LucideIcon; label: string; aside?: string; open: () => void }

const searches = [
  { to: '/orders', label: shortcutsCopy.searchOrders },
  { to: '/products', label: shortcutsCopy.searchProducts },
  { to: '/payments', label: shortcutsCopy.searchPayments },
  { to: '/reviews', label: shortcutsCopy.searchReviews },
] as const

/** What the palette offers for `text`, best first: orders, pages, and a search of every list. Empty groups are left out. */
export function usePaletteGroups(text: string): {
  groups: { heading: string; items: PaletteItem[] }[]
  isSearching: boolean
} {
  const navigate = useNavigate()
  const term = useDebounced(text)
  const found = trpc.admin.orders.list.useQuery({ search: term, limit: mostOrders }, { enabled: term !== '' })
  // Enter opens the first of them: it must not be one that an older text has found.
  const orders = term === '' || term !== text ? [] : (found.data?.orders ?? [])
  const matching = pages.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

  const orderItems: PaletteItem[] = orders.map((order) => ({
    value: order.id,
    icon: ShoppingBag,
    label: `${order.orderNumber} · ${order.customerName}`,
    aside: formatKsh(order.total),
    open: () => void navigate({ to: '/orders', search: { order: order.id } }),
  }))
  const pageItems: PaletteItem[] = matching.map(({ to, label, icon }) => ({
    value: to,
    icon,
    label,
    open: () => void navigate({ to }),
  }))
  const searchItems: PaletteItem[] = searches.map(({ to, label }) => ({
    value: `search ${to}`,
    icon: Search,
    label: label(text),
    open: () => void navigate({ to, search: { search: text } }),
  }))
  const groups = [
    { heading: shortcutsCopy.groupOrders, items: orderItems },
    { heading: shortcutsCopy.groupPages, items: pageItems },
    { heading: shortcutsCopy.groupSearch, items: text === '' ? [] : searchItems },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching: found.isFetching || term !== text }
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
