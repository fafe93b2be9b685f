import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../../db/columns.ts'

/** A browser of the owner's that wants to be called: where its push service takes messages, and how to encrypt them. */
export const PushSubscriptionSchema = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscriptions',
  properties: {
    id: randomId(),
    endpoint: p.text().unique(),
    p256dh: p.text(),
    auth: p.text(),
    // The browser as it names itself, so that the owner knows it again.
    browser: p.text(),
    createdAt: instantColumn(),
    // When its push service said that it is no more. It stays until the owner has subscribed that browser again or removed it.
    endedAt: instantColumn().nullable(),
    // When it took a test last.
    testedAt: instantColumn().nullable(),
  },
})
export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription)
