import { trpc } from '@marashi/api-client/trpc'
import type { WebhookEndpoint } from '@marashi/domain/contracts/admin-webhooks'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { useState } from 'react'
import { webhooksCopy as copy } from '../../copy/webhooks.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookFormDialog } from './webhook-form-dialog.tsx'

type Opened = { what: 'form' | 'secret' | 'deliveries'; webhook: WebhookEndpoint }

/** The addresses, oldest first, what is opened of one, and the question before one is removed. */
export function WebhookList({ webhooks }: { webhooks: WebhookEndpoint[] | undefined }) {
  const utils = trpc.useUtils()
  const refresh = () => utils.admin.webhooks.invalidate()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { leaving, ask, outcome } = useDeletion<WebhookEndpoint>({
    refresh,
    deleted: copy.removedToast,
    failed: copy.failedRemove,
  })
  const remove = trpc.admin.webhooks.remove.useMutation(outcome)

  if (!webhooks) return <CardSkeletons count={2} />
  if (webhooks.length === 0) return <EmptyState title={copy.none} hint={copy.noneHint} />
  return (
    <>
      <RecordList label={copy.list} isDimmed={false}>
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <WebhookCard
              webhook={webhook}
              onOpen={(what) => setOpened({ what, webhook })}
              onRemove={() => ask(webhook)}
            />
          </li>
        ))}
      </RecordList>
      {opened?.what === 'form' && (
        <WebhookFormDialog
          webhook={opened.webhook}
          onClose={close}
          onReload={() => {
            close()
            void refresh()
          }}
        />
      )}
      {opened?.what === 'secret' && <SecretDialog id={opened.webhook.id} onClose={close} />}
      {opened?.what === 'deliveries' && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => ask(undefined)}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id, updatedAt: leaving.updatedAt })}
        isBusy={remove.isPending}
        title={copy.removeTitle}
        description={leaving && copy.removeText(leaving.url)}
        confirmLabel={remove.isPending ? copy.removing : copy.remove}
      />
    </>
  )
}
