import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { webhooksCopy as copy } from '../../copy/webhooks.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookFormDialog } from './webhook-form-dialog.tsx'
import { WebhookList } from './webhook-list.tsx'

const LOOK_EVERY_MS = 10_000

/** The addresses that are told of events: how each does, and the form that adds one, which ends with its secret. */
export function WebhooksPage() {
  const list = trpc.admin.webhooks.list.useQuery(undefined, { refetchInterval: LOOK_EVERY_MS })
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<string>()

  return (
    <>
      <PageHeading title={copy.title} subtitle={copy.subtitle}>
        {!list.isError && (
          <Button onClick={() => setIsAdding(true)}>
            <Plus size={18} aria-hidden="true" />
            {copy.add}
          </Button>
        )}
      </PageHeading>
      <PageData
        failure={list.isError && <AuthRequired explanation={copy.loginHint} onRetry={() => void list.refetch()} />}
      >
        <WebhookList webhooks={list.data} />
      </PageData>
      {isAdding && <WebhookFormDialog onClose={() => setIsAdding(false)} onAdded={setAdded} />}
      {added && <SecretDialog id={added} onClose={() => setAdded(undefined)} />}
    </>
  )
}
