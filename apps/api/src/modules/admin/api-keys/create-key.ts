import { randomBytes } from 'node:crypto'
import type { CreatedApiKey, CreateKey } from '@marashi/domain/contracts/api-keys'
import { sandboxKeyPrefix } from '@marashi/domain/rules/sandbox-key'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { ApiKey } from './api-key.entity.ts'
import { apiKeyView } from './api-key-view.ts'
import { keyHashOf } from './live-key.ts'

/** Scanners of source code find leaked keys by their beginning. */
const PREFIX = 'marashi_'
const SHOWN_OF_RANDOM = 4

/**
 * Makes a key of 256 random bits, and answers it this once; where no money moves it is a sandbox key
 * (docs/behaviour.md#api-keys). Throws BAD_REQUEST for an end that has passed.
 */
export async function createKey(
  { em, clock, log, gateways }: Pick<Context, 'em' | 'clock' | 'log' | 'gateways'>,
  input: CreateKey,
): Promise<CreatedApiKey> {
  const now = clock()
  const endsAt = input.endsAt ? new Date(input.endsAt) : null
  if (endsAt && endsAt <= now) {
    throw new ShopError('BAD_REQUEST', 'The key would have ended already.', { fields: { endsAt: 'This has passed' } })
  }
  const prefix = gateways.isSandbox ? sandboxKeyPrefix : PREFIX
  const key = prefix + randomBytes(32).toString('base64url')
  const row = em.create(ApiKey, {
    name: input.name,
    keyHash: keyHashOf(key),
    start: key.slice(0, prefix.length + SHOWN_OF_RANDOM),
    scopes: [...new Set(input.scopes)].toSorted(),
    createdAt: now,
    endsAt,
  })
  await em.persist(row).flush()
  log.warn({ security: 'key created', key: row.start, scopes: row.scopes }, 'a key of the API was created')
  return { ...apiKeyView(row), key }
}
