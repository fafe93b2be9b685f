import type { ProviderRefusal } from '../provider.ts'
import type { Call } from './stripe-errors.ts'

/** One order may be refused for its own sake, such as its e-mail address; so many in a row are not. */
const REFUSED_ORDERS = 3

/**
 * Notes what Stripe has refused since a call of that kind last worked: a key that it does not take, an account that may not
 * charge, orders. `clock` tells when.
 */
export function noteRefusals(clock: () => Date) {
  const noted = new Map<Call, { code: string; isOfKey: boolean; payments: Set<string>; at: Date }>()
  return {
    worked: (call: Call): void => void noted.delete(call),
    refused(call: Call, payment: string, { code, status }: { code: string; status: number }): void {
      const payments = noted.get(call)?.payments ?? new Set()
      if (payments.size < REFUSED_ORDERS) payments.add(payment)
      noted.set(call, { code, isOfKey: status === 401 || status === 403, payments, at: clock() })
    },
    /** What lasts; null where nothing does. */
    lasting(): ProviderRefusal | null {
      const all = [...noted.values()].map(({ code, isOfKey, payments, at }) => ({
        code,
        at,
        isOfShop: isOfKey || payments.size >= REFUSED_ORDERS,
      }))
      return all.find(({ isOfShop }) => isOfShop) ?? all[0] ?? null
    },
  }
}
