import { isIP } from 'node:net'
import { connectionOptions } from '@marashi/postgres/connection'
import { z } from 'zod'

/** An unset variable and an empty one mean the same: `.env` files and compose files leave empty ones behind. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
export const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => (given === '' || given === undefined ? value : given), schema)

export const wholeNumber = z.coerce.number().int().min(0)

/** A shell alone takes ~ for a home folder; here it would be a folder of that name in the project. */
export const folderPath = z
  .string()
  .regex(/^(?!~)/, 'must not begin with ~: write the whole path, as /home/amina/marashi')

/** Addresses, networks or their names, separated by commas. Fastify would read a bare number as an address. */
export const areProxies = (text: string) =>
  text.split(',').every((part) => {
    const [address = ''] = part.trim().split('/')
    return isIP(address) !== 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(address)
  })

/** Parses the address as every connection will, certificates included. */
export function refuseUnreadable(url: string, context: z.core.$RefinementCtx<string>): void {
  try {
    connectionOptions(url)
  } catch (problem) {
    context.addIssue({ code: 'custom', message: problem instanceof Error ? problem.message : String(problem) })
  }
}
