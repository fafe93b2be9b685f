import { Deliveries } from '../core/deliveries.ts'
import type { DeliveryPlan } from '../core/delivery-plan.ts'
import { token } from '../core/random-id.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'

/** The ids under which Daraja takes a request on that it answers later. */
export interface Conversation {
  conversationId: string
  originatorConversationId: string
}

export interface ResultFacts {
  code: string
  text: string
  parameters?: Record<string, string | number> | undefined
  transactionId?: string | undefined
}

export const newConversation = (): Conversation => ({
  conversationId: `AG_${token(20)}`,
  originatorConversationId: `${token(12)}-1`,
})

export const acknowledgement = ({
  conversationId,
  originatorConversationId,
}: Conversation): Record<string, string> => ({
  OriginatorConversationID: originatorConversationId,
  ConversationID: conversationId,
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
})

/** The results of what was taken on, posted to the address that its request named. */
export class Results {
  readonly script: Script<DeliveryPlan>
  readonly deliveries: Deliveries<DeliveryPlan>

  constructor({ schedule, clock, chance }: World) {
    this.script = new Script<DeliveryPlan>(chance.branch('daraja.result'), {})
    // A result that was missed does not come again.
    this.deliveries = new Deliveries(this.script, { schedule, clock, timeoutMs: 5_000, retryDelaysMs: [] })
  }

  post(
    to: string,
    { conversationId, originatorConversationId }: Conversation,
    { code, text: ResultDesc, parameters, transactionId = 'SFC0000000' }: ResultFacts,
  ): void {
    const pairs = Object.entries(parameters ?? {}).map(([Key, Value]) => ({ Key, Value }))
    const body = JSON.stringify({
      Result: {
        ResultType: 0,
        ResultCode: /^\d+$/.test(code) ? Number(code) : code,
        ResultDesc,
        OriginatorConversationID: originatorConversationId,
        ConversationID: conversationId,
        TransactionID: transactionId,
        ...(parameters && { ResultParameters: { ResultParameter: pairs } }),
        ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: to } },
      },
    })
    const compose = () => ({ body, headers: { 'content-type': 'application/json' } })
    this.deliveries.send({ to, about: conversationId, compose })
  }

  reset(): void {
    this.script.reset()
    this.deliveries.reset()
  }
}
