import { trpc } from '@marashi/api-client/trpc'
import { deliveryStates, type WebhookDelivery, type WebhookEndpoint } from '@marashi/domain/contracts/admin-webhooks'
import { Button } from '@marashi/ui/button'
import { Dialog } from '@marashi/ui/dialog'
import { Field, Select } from '@marashi/ui/field'
import { useState } from 'react'
import { webhooksCopy } from '../../copy/webhooks.ts'
import { LoadFailure } from '../../lib/display/load-failure.tsx'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import styles from './deliveries-dialog.module.css'
import { DeliveryRow } from './delivery-row.tsx'

const copy = webhooksCopy.log
const LOOK_EVERY_MS = 3_000
const PAGE = 50

/** What an address was sent and is still to be sent, with every answer. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
  const [state, setState] = useState<WebhookDelivery['state']>()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.admin.webhooks.deliveries.useInfiniteQuery(
      { id: webhook.id, state, limit: PAGE },
      {
        refetchInterval: LOOK_EVERY_MS,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
        placeholderData: (shown) => shown,
      },
    )
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  return (
    <Dialog isOpen onClose={onClose} shape="drawer" title={copy.title} description={webhook.url}>
      <div className={styles.body}>
        <Field label={copy.state} hint={copy.text}>
          <Select
            value={state ?? ''}
            onChange={({ target }) => setState(deliveryStates.find((each) => each === target.value))}
          >
            <option value="">{copy.all}</option>
            {deliveryStates.map((each) => (
              <option key={each} value={each}>
                {copy.states[each]}
              </option>
            ))}
          </Select>
        </Field>
        {!deliveries && isError ? (
          <LoadFailure message={copy.failedLoad} onRetry={refetch} />
        ) : !deliveries ? (
          <CardSkeletons count={3} />
        ) : deliveries.length === 0 ? (
          <EmptyState
            title={state ? copy.noneFor(copy.states[state]) : copy.none}
            hint={state ? copy.noneForHint : copy.noneHint}
          />
        ) : (
          <ul className={styles.list}>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} mayBeSent={!webhook.pausedAt} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="outline" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {copy.more}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
