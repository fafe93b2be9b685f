import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, randomId } from '../../db/columns.ts'
import { WebhookEndpoint } from './webhook-endpoint.entity.ts'

/** What the messages to an endpoint are signed with, also by one that ends soon because a newer one has come. */
export const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secrets',
  properties: {
    id: randomId(),
    endpoint: () => p.manyToOne(WebhookEndpoint).ref().deleteRule('cascade').index('webhook_secrets_endpoint_idx'),
    secret: p.text(),
    createdAt: instantColumn(),
    endsAt: instantColumn().nullable(),
  },
})
export class WebhookSecret extends WebhookSecretSchema.class {}
WebhookSecretSchema.setClass(WebhookSecret)
