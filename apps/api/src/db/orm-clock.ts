import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'

const clocks = new WeakMap<object, () => Date>()

/** Makes entities of this ORM take their times of creation and change from `clock`, as the verbs do. */
export const setOrmClock = (orm: MikroORM, clock: () => Date): void => void clocks.set(orm.config, clock)

/** The time at which an entity is written. Throws an Error where the ORM was given no clock. */
export function timeOfWriting(em: Pick<EntityManager, 'config'>): Date {
  const clock = clocks.get(em.config)
  if (!clock) throw new Error('Give the ORM a clock, or the entity its times: no entity reads the process’s own clock.')
  return clock()
}
