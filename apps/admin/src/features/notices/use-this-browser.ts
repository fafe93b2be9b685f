import { trpc } from '@marashi/api-client/trpc'
import type { PushStatus } from '@marashi/domain/contracts/admin-push'
import { useEffect, useState } from 'react'
import { noticesCopy } from '../../copy/notices.ts'
import { notifyError, notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import { lastSubscription, rememberSubscription } from './last-subscription.ts'
import { browserName, currentSubscription, endHere, pushAbility, subscribeHere } from './this-browser.ts'

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
  useEffect(() => {
    // Notices are allowed in the settings of the browser, beside this page.
    const look = () => setAbility(pushAbility())
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  async function once(failed: string, work: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      // A push service that cannot be reached throws an error of the browser's own.
      if (error instanceof DOMException) notifyError(failed)
      else notifyFailure(error, failed)
    } finally {
      // Also after a failure: it may be done all the same.
      await push.status.invalidate()
      setIsBusy(false)
      setAbility(pushAbility())
    }
  }

  const subscribe = () =>
    once(copy.failed, async () => {
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
    once(copy.notEnded, async () => {
      await ending.mutateAsync({ id })
      // Whatever the browser holds on to, the shop calls it no more.
      await endHere().catch(() => undefined)
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
