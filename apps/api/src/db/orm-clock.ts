import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'

const clocks = new WeakMap<object, () => Date>()

/** From now on, entities of this ORM are created and changed at the time of this clock, like whatever the verbs write. */
export const setOrmClock = (orm: MikroORM, clock: () => Date): void => void clocks.set(orm.config, clock)

/** The time at which an entity is written. Throws an Error where the ORM was given no clock. */
export function timeOfWriting(em: Pick<EntityManager, 'config'>): Date {
  const clock = clocks.get(em.config)
  if (!clock)
    throw new Error('Give the ORM a clock, or the entity its times: nothing here reads the process’s own clock.')
  return clock()
}
