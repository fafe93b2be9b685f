import { setTimeout as wait } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { claimRenewal, endToken, freshToken, releaseRenewal, storeToken, type TokenName } from './stored-token.ts'

/** A token as a provider gives it out. */
export interface GivenToken {
  value: string
  lifeSeconds: number
}

/** The token to ask with. */
export interface TokenKeeper {
  /** Throws where none came before the deadline. */
  get(deadline: AbortSignal): Promise<string>
  /** A token that the provider refused is used no more. */
  refuse(token: string): Promise<void>
}

export interface TokenStore {
  orm: MikroORM
  /** The database's, as every process knows it. */
  clock: () => Date
}

/** Others look again so often while one process asks for a token. */
const LOOK_AGAIN_MS = 100

/**
 * The one token of all processes: a new one ends the last, so each that asked for its own would end the others'. It is
 * renewed a minute before it ends, by one process at a time, which no transaction waits for.
 */
export function sharedToken(
  { orm, clock }: TokenStore,
  name: TokenName,
  request: () => Promise<GivenToken>,
): TokenKeeper {
  // Requests of this process wait together.
  let renewal: Promise<string | undefined> | undefined

  async function renew(): Promise<string | undefined> {
    const em = orm.em.fork()
    const until = await claimRenewal(em, clock(), name)
    if (!until) return undefined
    try {
      const given = await request()
      return (await storeToken(em, clock(), { ...name, until, ...given })) ? given.value : undefined
    } catch (error) {
      await releaseRenewal(em, { ...name, until })
      throw error
    }
  }

  return {
    async get(deadline) {
      for (;;) {
        deadline.throwIfAborted()
        const known = await freshToken(orm.em.fork(), clock(), name)
        if (known !== undefined) return known
        renewal ??= renew().finally(() => {
          renewal = undefined
        })
        const renewed = await renewal
        if (renewed !== undefined) return renewed
        await wait(LOOK_AGAIN_MS)
      }
    },
    refuse: (refused) => endToken(orm.em.fork(), clock(), { ...name, refused }),
  }
}
