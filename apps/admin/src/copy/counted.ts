import { formatWhole } from '@marashi/domain/rules/whole-number'

/** A count and what it counts: "1 order", "1,234 orders"; `several` where an s alone does not make it more than one. */
export const counted = (count: number, one: string, several = `${one}s`) =>
  `${formatWhole(count)} ${count === 1 ? one : several}`
