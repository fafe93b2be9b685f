import { trpc } from '@marashi/api-client/trpc'
import type { PushStatus } from '@marashi/domain/contracts/admin-push'
import { Button } from '@marashi/ui/button'
import { noticesCopy } from '../../copy/notices.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import styles from './notices-page.module.css'

const copy = noticesCopy.others

/** The other browsers that are called, and those that were until their subscription ended, each with its removal. */
export function OtherBrowsers({ subscriptions }: { subscriptions: PushStatus['subscriptions'] }) {
  const { push } = trpc.useUtils().admin
  const notifyFailure = useNotifyFailure()
  const removing = trpc.admin.push.unsubscribe.useMutation({
    onSuccess: async () => {
      await push.status.invalidate()
      notifySuccess(copy.removed)
    },
    onError: (error) => notifyFailure(error, noticesCopy.notSaved),
  })
  return (
    <section aria-labelledby="other-browsers">
      <h2 id="other-browsers" className={styles.title}>
        {copy.title}
      </h2>
      <ul className={styles.browsers}>
        {subscriptions.map(({ id, browser, createdAt, endedAt }) => (
          <li key={id} className={styles.browser}>
            <span>
              {browser}
              <span className={styles.aside}>
                {endedAt ? copy.ended : copy.since} <Timestamp at={endedAt ?? createdAt} />
              </span>
            </span>
            <Button
              variant="ghost"
              size="small"
              aria-label={copy.removeLabel(browser)}
              isBusy={removing.isPending}
              onClick={() => removing.mutate({ id })}
            >
              {copy.remove}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
