import { Badge, type BadgeTone } from '@marashi/ui/badge'
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  PackageCheck,
  RefreshCw,
  RotateCcw,
  Truck,
} from 'lucide-react'
import { type Status, statusCopy } from '../../copy/statuses.ts'

/** The owner specified: completed green, failed red, pending grey, processing blue, refunded orange. */
const looks: Record<Status, { tone: BadgeTone; icon: LucideIcon }> = {
  pending: { tone: 'grey', icon: Clock },
  initiated: { tone: 'grey', icon: Clock },
  processing: { tone: 'blue', icon: RefreshCw },
  shipped: { tone: 'violet', icon: Truck },
  delivered: { tone: 'green', icon: PackageCheck },
  approved: { tone: 'green', icon: CircleCheck },
  completed: { tone: 'green', icon: CircleCheck },
  paid: { tone: 'green', icon: CircleCheck },
  failed: { tone: 'red', icon: CircleX },
  rejected: { tone: 'red', icon: CircleX },
  cancelled: { tone: 'outline', icon: Ban },
  refunded: { tone: 'orange', icon: RotateCcw },
}

/** A status as icon, text and colour, so that it does not depend on colour alone. */
export function StatusBadge({ status }: { status: Status }) {
  const { tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {statusCopy[status]}
    </Badge>
  )
}
