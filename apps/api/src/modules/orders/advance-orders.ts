import type { AdvanceMany, AnsweredApart } from '@marashi/domain/contracts/admin-order-steps'
import type { Context } from '../../http/context.ts'
import { advanceOrder } from './advance-order.ts'
import { answerApart } from './answer-apart.ts'

/** Moves several orders on, each to a status of its own. */
export const advanceOrders = (
  ctx: Pick<Context, 'em' | 'clock' | 'settings' | 'log' | 'caller'>,
  { changes }: AdvanceMany,
): Promise<AnsweredApart> => answerApart(ctx, changes, (change) => advanceOrder(ctx, change))
