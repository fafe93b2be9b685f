import type { CashUp, CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'

interface Sums {
  orders: number
  arrived: number | null
  difference: number | null
}

/** A method's sums less what went back, so that the third is the second less the first; cents. */
export function sumsOf(method: CashUpMethod): Sums {
  const { expected, refunded, arrived, notSales, returned, unchecked, difference } = method
  // Nobody but the shop sees cash: what it has counted is what arrived.
  if (method.method === 'on-delivery') {
    return { orders: expected - refunded, arrived: expected - refunded, difference: 0 }
  }
  return {
    orders: expected - refunded - (unchecked ?? 0),
    arrived: arrived === null ? null : arrived - (notSales ?? 0) - (returned ?? 0),
    difference,
  }
}

/**
 * The day in one line; what one gateway was not asked about is not known of the day either. A gateway that nobody used and
 * that cannot be asked, such as one that the shop has not set up, is left out.
 */
export function totalOf(methods: CashUp['methods']): Sums {
  const isUnused = ({ method, arrived, canAsk, expected, refunded }: CashUpMethod) =>
    method !== 'on-delivery' && arrived === null && !canAsk && expected === 0 && refunded === 0
  const used = methods.filter((method) => !isUnused(method))
  const nothing: Sums = { orders: 0, arrived: 0, difference: 0 }
  return used.map(sumsOf).reduce(
    (day, sums) => ({
      orders: day.orders + sums.orders,
      arrived: day.arrived === null || sums.arrived === null ? null : day.arrived + sums.arrived,
      difference: day.difference === null || sums.difference === null ? null : day.difference + sums.difference,
    }),
    used.some(({ method }) => method !== 'on-delivery') ? nothing : { orders: 0, arrived: null, difference: null },
  )
}

/** What each line adds to the difference, largest first; cents. */
export function explainedBy({ theirsNotOurs, oursNotTheirs, differing }: CashUp): number[] {
  return [
    ...theirsNotOurs.lines.map(({ amount }) => amount),
    ...oursNotTheirs.lines.map(({ amount }) => -amount),
    ...differing.lines.map(({ amount, theirs }) => theirs - amount),
  ].sort((one, other) => Math.abs(other) - Math.abs(one))
}
