import { trpc } from '@marashi/api-client/trpc'
import { formatKsh } from '@marashi/domain/rules/money'
import { Dialog } from '@marashi/ui/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Search, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shortcutsCopy } from '../../../copy/shortcuts.ts'
import { pages } from '../navigation/pages.ts'
import styles from './command-palette.module.css'

const debounceMs = 300
const mostOrders = 5

/** Jumps to a page, an order by number, name, phone or receipt, or a list searched for what was typed. */
export default function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={shortcutsCopy.paletteTitle}>
      <Palette onDone={onClose} />
    </Dialog>
  )
}

function Palette({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const text = typed.trim()
  const term = useDebounced(text)
  const found = trpc.admin.orders.list.useQuery({ search: term, limit: mostOrders }, { enabled: term !== '' })
  const orders = term === '' ? [] : (found.data?.orders ?? [])

  const [pointed, setPointed] = useState({ among: '', value: '' })
  // The best match is chosen, until somebody moves on within the same matches.
  const among = `${text} ${orders.map(({ id }) => id).join(' ')}`
  const matching = pages.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

  return (
    <Command
      label={shortcutsCopy.paletteTitle}
      shouldFilter={false}
      className={styles.palette}
      value={pointed.among === among ? pointed.value : (orders[0]?.id ?? matching[0]?.to ?? `search ${searches[0].to}`)}
      onValueChange={(value) => setPointed({ among, value })}
    >
      <div className={styles.box}>
        <Search size={20} aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={shortcutsCopy.palettePlaceholder}
          className={styles.input}
        />
      </div>
      <Command.List className={styles.list}>
        {found.isFetching && <Command.Loading>{shortcutsCopy.paletteSearching}</Command.Loading>}
        <Command.Empty>{shortcutsCopy.paletteEmpty}</Command.Empty>
        {orders.length > 0 && (
          <Command.Group heading={shortcutsCopy.groupOrders}>
            {orders.map((order) => (
              <Command.Item
                key={order.id}
                value={order.id}
                onSelect={() => {
                  onDone()
                  void navigate({ to: '/orders', search: { order: order.id } })
                }}
              >
                <ShoppingBag size={18} aria-hidden="true" />
                <span className={styles.name}>
                  {order.orderNumber} · {order.customerName}
                </span>
                <span className={styles.aside}>{formatKsh(order.total)}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {matching.length > 0 && (
          <Command.Group heading={shortcutsCopy.groupPages}>
            {matching.map(({ to, label, icon: Icon }) => (
              <Command.Item
                key={to}
                value={to}
                onSelect={() => {
                  onDone()
                  void navigate({ to })
                }}
              >
                <Icon size={18} aria-hidden="true" />
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {text !== '' && (
          <Command.Group heading={shortcutsCopy.groupSearch}>
            {searches.map(({ to, words }) => (
              <Command.Item
                key={to}
                value={`search ${to}`}
                onSelect={() => {
                  onDone()
                  void navigate({ to, search: { search: text } })
                }}
              >
                <Search size={18} aria-hidden="true" />
                {words(text)}
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}

const searches = [
  { to: '/orders', words: shortcutsCopy.searchOrders },
  { to: '/products', words: shortcutsCopy.searchProducts },
  { to: '/payments', words: shortcutsCopy.searchPayments },
  { to: '/reviews', words: shortcutsCopy.searchReviews },
] as const

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
