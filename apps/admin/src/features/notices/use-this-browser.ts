import { trpc } from '@marashi/api-client/trpc'
import type { PushStatus } from '@marashi/domain/contracts/admin-push'
import { toast } from '@marashi/ui/toast'
import { useEffect, useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { noticesCopy } from '../../copy/notices.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { browserName, currentSubscription, pushAbility, subscribeHere } from './this-browser.ts'

const copy = noticesCopy.here

/** Subscribing this browser, trying it and ending it. `endpoint` is where it is called; undefined while nobody knows. */
export function useThisBrowser(status: PushStatus | undefined) {
  const { push } = trpc.useUtils().admin
  const notifyFailure = useNotifyFailure()
  const [endpoint, setEndpoint] = useState<string | null>()
  const [ability, setAbility] = useState(pushAbility)
  const [isBusy, setIsBusy] = useState(false)
  const subscribing = trpc.admin.push.subscribe.useMutation()
  const ending = trpc.admin.push.unsubscribe.useMutation()
  const testing = trpc.admin.push.test.useMutation({
    onSuccess: () => notifySuccess(copy.tested),
    onError: (error) => notifyFailure(error, copy.notTested),
    // Only now may it be known that its subscription has ended.
    onSettled: () => push.status.invalidate(),
  })

  useEffect(() => {
    currentSubscription().then(
      (current) => setEndpoint(current?.endpoint ?? null),
      () => setEndpoint(null),
    )
  }, [])

  async function once(work: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await work()
      await push.status.invalidate()
    } catch (error) {
      // A push service that cannot be reached throws an error of the browser's own.
      if (error instanceof DOMException)
        toast({ variant: 'destructive', title: commonCopy.error, description: copy.failed })
      else notifyFailure(error, copy.failed)
    } finally {
      setIsBusy(false)
      setAbility(pushAbility())
    }
  }

  const subscribe = () =>
    once(async () => {
      if (!status) return
      const hasEnded = status.subscriptions.some((each) => each.endpoint === endpoint && each.endedAt)
      // The browser may hold on to what its push service has ended, and would answer it again.
      if (hasEnded) await (await currentSubscription())?.unsubscribe()
      const subscription = await subscribeHere(status.publicKey)
      if (!subscription) return
      const { endpoint: at = '', keys } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys ?? {}
      await subscribing.mutateAsync({ endpoint: at, keys: { p256dh, auth }, browser: browserName(navigator.userAgent) })
      setEndpoint(at)
      notifySuccess(copy.subscribed)
    })

  const unsubscribe = (id: string) =>
    once(async () => {
      await ending.mutateAsync({ id })
      await (await currentSubscription())?.unsubscribe()
      setEndpoint(null)
      notifySuccess(copy.unsubscribed)
    })

  return {
    endpoint,
    ability,
    isBusy,
    subscribe,
    unsubscribe,
    test: (id: string) => !testing.isPending && testing.mutate({ id }),
    isTesting: testing.isPending,
  }
}
