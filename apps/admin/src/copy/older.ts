import { formatWhole } from '@marashi/domain/rules/whole-number'

/** What a list leaves out at its end. */
export const older = (count: number) => (count === 1 ? '1 older one' : `${formatWhole(count)} older ones`)
