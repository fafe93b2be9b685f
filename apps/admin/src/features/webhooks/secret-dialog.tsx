import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { Dialog } from '@marashi/ui/dialog'
import { Skeleton } from '@marashi/ui/skeleton'
import { webhooksCopy } from '../../copy/webhooks.ts'
import { LoadFailure } from '../../lib/display/load-failure.tsx'
import { SecretText } from '../../lib/display/secret-text.tsx'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import styles from './secret-dialog.module.css'

const copy = webhooksCopy.secrets

/** What the receiver checks signatures with, and the way to replace it. */
export function SecretDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const { data, error, refetch } = trpc.admin.webhooks.secrets.useQuery({ id }, { gcTime: 0 })
  const replace = trpc.admin.webhooks.rotateSecret.useMutation({
    onSuccess: (secrets, replaced) => {
      utils.admin.webhooks.secrets.setData({ id: replaced.id }, secrets)
      notifySuccess(copy.replacedToast)
    },
    onError: (error) => {
      notifyFailure(error, copy.failed)
      // Where no answer came it may be replaced all the same: the older one is not to be copied as the one that stays.
      void refetch()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={copy.title} description={copy.text}>
      <div className={styles.body}>
        {error ? (
          <LoadFailure message={copy.failedLoad} onRetry={refetch} />
        ) : data ? (
          data.secrets.map(({ secret, endsAt }) => (
            <div key={secret}>
              {endsAt && (
                <p className={styles.until}>
                  {copy.until} <Timestamp at={endsAt} />
                </p>
              )}
              <SecretText text={secret} copyLabel={copy.copy} />
            </div>
          ))
        ) : (
          <Skeleton className={styles.waiting ?? ''} />
        )}
        <p className={styles.until}>{copy.replaceHint}</p>
        <div className={styles.actions}>
          <Button variant="outline" isBusy={replace.isPending} onClick={() => replace.mutate({ id })}>
            {replace.isPending ? copy.replacing : copy.replace}
          </Button>
          <Button onClick={onClose}>{copy.done}</Button>
        </div>
      </div>
    </Dialog>
  )
}
