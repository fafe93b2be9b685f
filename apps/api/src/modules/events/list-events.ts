import { areaOfEvent, type EventList, type EventQuery } from '@marashi/domain/contracts/event-list'
import { type EventType, eventTypes, type ShopEvent, shopEvent } from '@marashi/domain/contracts/events'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { readPage } from './read-events.ts'

/**
 * What happened after a position, as far as the caller may read it. Throws FORBIDDEN for a type of an area that the key
 * has no scope for, BAD_REQUEST for a position that the log has not reached, EVENTS_GONE for one that it has left behind.
 */
export async function listEvents(ctx: Context, { after, type, limit }: EventQuery): Promise<EventList> {
  const types: EventType[] = []
  for (const each of type ?? eventTypes) {
    const area = areaOfEvent(each)
    if (await ctx.mayDo(area, 'read')) types.push(each)
    else if (type) throw new ShopError('FORBIDDEN', `This key has no scope ${area}:read, which ${each} needs.`)
  }
  const { events, next, oldest, newest } = await readPage(ctx.em, { after, types, limit })
  if (after > newest) {
    // The number is of another shop, or made up: who goes on after it would miss the events until then.
    const message = `There is no event ${after} yet: the last one is ${newest}.`
    throw new ShopError('BAD_REQUEST', message, { fields: { after: message } })
  }
  if (after > 0 && after < oldest - 1) {
    const message = `Events are kept for 30 days, and have new numbers after a restored backup. The oldest is ${oldest}: begin anew with after=0, and read the rest from its lists.`
    throw new ShopError('BAD_REQUEST', message, { code: 'EVENTS_GONE', fields: { after: message } })
  }
  return { events: events.filter((event) => isReadable(ctx, event)), next }
}

/** One event that the contract does not know would end the answer, and with it every program that reads on from before it. */
function isReadable({ log }: Context, event: ShopEvent): boolean {
  const { error } = shopEvent.safeParse(event)
  if (error) log.error({ err: error, event: event.id, type: event.type }, 'an event that cannot be read is passed over')
  return !error
}
