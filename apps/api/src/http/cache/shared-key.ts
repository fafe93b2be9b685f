import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

const MAX_ADDRESS_BYTES = 2 * 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a shared response of this route depends on: the parameters that the route knows, sorted, without those that
     * have their default. Undefined for an address that is refused. A route without this function is never cached.
     */
    sharedKey?: (request: FastifyRequest) => string | undefined
  }
}

/** Finds the key of a request by its route and keeps it, because most addresses are requested again. */
export function sharedKeys(): (request: FastifyRequest) => string | undefined {
  const known = new LRUCache<string, string>({
    maxSize: MAX_ADDRESS_BYTES,
    sizeCalculation: (key, address) => 2 * (key.length + address.length) + 200,
  })
  return (request) => {
    const keyOf = request.routeOptions.config.sharedKey
    if (!keyOf) return undefined
    const address = request.raw.url as string
    const found = known.get(address) ?? keyOf(request)
    if (found !== undefined) known.set(address, found)
    return found
  }
}

/** The key of a procedure's response: its input as the contract parses it, so unknown parameters and order do not count. */
export function keyOfInput(path: string, schema: unknown, input: unknown): string | undefined {
  if (!(schema instanceof z.ZodType)) return path
  const read = schema.safeParse(input)
  return read.success ? `${path}?${JSON.stringify(sorted(read.data))}` : undefined
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}
