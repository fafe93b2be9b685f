import type { AdminStats } from '@marashi/domain/contracts/admin-dashboard'
import { formatKshWithCents } from '@marashi/domain/rules/money'
import { formatWhole } from '@marashi/domain/rules/whole-number'
import { Link } from '@tanstack/react-router'
import { Banknote, Boxes, CalendarDays, ShoppingBag } from 'lucide-react'
import { dashboardCopy } from '../../copy/dashboard.ts'
import { StatCard, StatCards } from '../../lib/display/stat-card.tsx'

/** The four figures of the shop; each links to the list that it counts. */
export function ShopStats({ stats }: { stats: AdminStats | undefined }) {
  return (
    <StatCards label={dashboardCopy.stats}>
      <StatCard
        title={dashboardCopy.totalProducts}
        hint={dashboardCopy.totalProductsHint}
        value={stats && formatWhole(stats.totalProducts)}
        icon={Boxes}
        link={(title) => <Link to="/products">{title}</Link>}
      />
      <StatCard
        title={dashboardCopy.totalOrders}
        hint={dashboardCopy.totalOrdersHint}
        value={stats && formatWhole(stats.totalOrders)}
        icon={ShoppingBag}
        link={(title) => <Link to="/orders">{title}</Link>}
      />
      <StatCard
        title={dashboardCopy.totalRevenue}
        hint={dashboardCopy.totalRevenueHint}
        value={stats && formatKshWithCents(stats.totalRevenue)}
        icon={Banknote}
        link={(title) => (
          <Link to="/payments" search={{ status: 'completed' }}>
            {title}
          </Link>
        )}
      />
      <StatCard
        title={dashboardCopy.recentOrders}
        hint={dashboardCopy.recentOrdersHint}
        value={stats && formatWhole(stats.recentOrdersCount)}
        icon={CalendarDays}
        link={(title) => <Link to="/orders">{title}</Link>}
      />
    </StatCards>
  )
}
