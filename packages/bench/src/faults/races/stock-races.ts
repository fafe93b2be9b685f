import { randomUUID } from 'node:crypto'
import { orderBody } from '../../environment/order-body.ts'
import { newClient } from '../client.ts'
import type { Fixture } from '../fixture.ts'
import { countProducts } from '../fixture-database.ts'
import { stays } from '../scenario.ts'
import { sendUntilAnswered } from '../send.ts'
import type { Race, RaceSetup } from './race.ts'

const PIECES = 10
const counted = new WeakMap<Fixture, Promise<void>>()

/** One of all the orders for two perfumes with ten pieces each, named in either order, at one of both shops. */
const orderOfLastPieces: Race = async (fixture, second) => {
  const two = fixture.products.slice(0, 2)
  const counting =
    counted.get(fixture) ??
    countProducts(
      fixture.query,
      PIECES,
      two.map(({ id }) => id),
    )
  counted.set(fixture, counting)
  await counting
  const isTurned = Math.random() < 0.5
  const shop = Math.random() < 0.5 ? fixture : second
  const key = randomUUID()
  const body = orderBody(isTurned ? two.toReversed() : two, newClient(fixture, stays), 'manual')
  const answer = await sendUntilAnswered(shop, stays, '/api/orders', body, { 'idempotency-key': key })
  if (answer?.status === 201) fixture.recorder.orders.push({ key, orderId: String(answer.body.id) })
  else if (answer?.status !== 409) throw new Error(`An order of the last pieces was answered with ${answer?.status}`)
}

/** As many orders as there are races. What they took and what is left is proved by I22. */
export const stockRaces: Record<string, RaceSetup> = { 'orders of the last 10 pieces': { race: orderOfLastPieces } }
