import { trpc } from '@marashi/api-client/trpc'
import type { PushStatus } from '@marashi/domain/contracts/admin-push'
import { useEffect, useState } from 'react'
import { noticesCopy } from '../../copy/notices.ts'
import { notifyError, notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { lastSubscription, rememberSubscription } from './last-subscription.ts'
import { browserName, currentSubscription, pushAbility, subscribeHere } from './this-browser.ts'

const copy = noticesCopy.here

/**
 * Subscribing this browser, trying it and ending it. `own` is the subscription that it has or had last, and `isCalled` whether it
 * still holds.
 */
export function useThisBrowser(status: PushStatus | undefined) {
  const { push } = trpc.useUtils().admin
  const notifyFailure = useNotifyFailure()
  const [endpoint, setEndpoint] = useState<string | null>()
  const [ability, setAbility] = useState(pushAbility)
  const [isBusy, setIsBusy] = useState(false)
  const own =
    status?.subscriptions.find((each) => each.endpoint === endpoint) ??
    status?.subscriptions.find(({ id }) => id === lastSubscription())
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
      if (error instanceof DOMException) notifyError(copy.failed)
      else notifyFailure(error, copy.failed)
    } finally {
      setIsBusy(false)
      setAbility(pushAbility())
    }
  }

  const subscribe = () =>
    once(async () => {
      if (!status) return
      const subscription = await subscribeHere(status.publicKey, { hasEnded: Boolean(own?.endedAt) })
      if (!subscription) return
      const { endpoint: at = '', keys } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys ?? {}
      const browser = browserName(navigator)
      const { id } = await subscribing.mutateAsync({
        endpoint: at,
        keys: { p256dh, auth },
        browser,
        ...(own && { replaces: own.id }),
      })
      rememberSubscription(id)
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
    own,
    // While it is not known yet where this browser is called, the shop's word holds.
    isCalled: own !== undefined && own.endedAt === null && (endpoint === undefined || own.endpoint === endpoint),
    ability,
    isBusy,
    subscribe,
    unsubscribe,
    test: (id: string) => !testing.isPending && testing.mutate({ id }),
    isTesting: testing.isPending,
  }
}
