import type { z } from 'zod'

/**
 * `given` completed to a record that the contract lets through: each field that is missing is null where it may be, else
 * 0, false, empty text or an empty list. Throws a ZodError where a field takes none of these, or does not take what is given.
 */
export function makeRecord<Contract extends z.ZodObject>(
  contract: Contract,
  given: Partial<z.output<Contract>>,
): z.output<Contract> {
  const plainest = Object.entries(contract.shape).map(([name, field]) => [
    name,
    [null, 0, false, '', []].find((value) => field.safeParse(value).success),
  ])
  return contract.parse({ ...Object.fromEntries(plainest), ...given })
}
