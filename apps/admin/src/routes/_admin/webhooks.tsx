import { createFileRoute } from '@tanstack/react-router'
import { webhooksCopy } from '../../copy/webhooks.ts'
import { WebhooksPage } from '../../features/webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_admin/webhooks')({
  staticData: { title: webhooksCopy.title },
  component: WebhooksPage,
})
