import { latePart } from '@marashi/ui/late-part'
import { useState } from 'react'
import { type DeviceOrder, receivedOrder, useDeviceOrders } from '../../lib/device-orders.ts'

const Card = latePart<{ order: DeviceOrder }>(() => import('./received-order.tsx').then((module) => module.default), {
  Missing: () => null,
})

/** The newest order of this browser that was received; most visitors have none, so its code comes with the order. */
export function ReceivedCard() {
  const orders = useDeviceOrders()
  const [openedAt] = useState(() => Date.now())
  const order = orders && receivedOrder(orders, openedAt)
  return order ? <Card order={order} /> : null
}
