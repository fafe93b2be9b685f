import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { isAgreedElsewhere } from '@marashi/domain/rules/sum-to-pay'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Ban, Banknote, Check, Clock3, Flag, type LucideIcon, RotateCcw } from 'lucide-react'
import { ordersCopy } from '../../../copy/orders.ts'
import { isToCheck } from '../../../lib/is-to-check.ts'
import { isCashReceived } from '../cash-received.ts'

type Chip = keyof typeof ordersCopy.queue.chips

const looks: Record<Chip, { tone: BadgeTone; icon: LucideIcon }> = {
  paid: { tone: 'green', icon: Check },
  unpaid: { tone: 'grey', icon: Clock3 },
  'on-delivery': { tone: 'outline', icon: Banknote },
  'part-paid': { tone: 'outline', icon: Banknote },
  'cash-received': { tone: 'green', icon: Banknote },
  refunded: { tone: 'orange', icon: RotateCcw },
  cancelled: { tone: 'outline', icon: Ban },
  check: { tone: 'red', icon: Flag },
}

/** Whether the money of an order has come, is to be collected, went back or needs a look. `isShort` is for narrow rows. */
export function PaymentChip({ order, isShort = false }: { order: AdminOrder; isShort?: boolean }) {
  const chip = chipOf(order)
  const { tone, icon: Icon } = looks[chip]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {(isShort ? ordersCopy.queue.shortChips : ordersCopy.queue.chips)[chip]}
    </Badge>
  )
}

function chipOf(order: AdminOrder): Chip {
  if (order.needsCheck || isToCheck(order)) return 'check'
  if (isCashReceived(order)) return 'cash-received'
  if (order.paymentState === 'on-delivery' && order.total === 0 && !isAgreedElsewhere(order)) return 'paid'
  return order.paymentState === 'paid' && order.leftToPay > 0 ? 'part-paid' : order.paymentState
}
