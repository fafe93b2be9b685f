import { trpc } from '@marashi/api-client/trpc'
import type { PaymentFlag } from '@marashi/domain/contracts/admin-payments'
import { resolveFlagInput } from '@marashi/domain/contracts/admin-payments'
import { Button } from '@marashi/ui/button'
import { Field, TextArea } from '@marashi/ui/field'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { paymentsCopy } from '../../copy/payments.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { draftOf, keepDraft } from '../../lib/forms/drafts.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import styles from './payment-flags.module.css'
import type { ListedPayment } from './use-payment-list.ts'

const copy = paymentsCopy.flags

/** Why a payment needs the owner: each open flag with what was reported and a way to resolve it; resolved ones folded up. */
export function PaymentFlags({ payment }: { payment: ListedPayment }) {
  const open = payment.flags.filter(({ resolvedAt }) => resolvedAt === null)
  const resolved = payment.flags.filter(({ resolvedAt }) => resolvedAt !== null)
  if (payment.flags.length === 0) return null
  return (
    <section aria-label={copy.title} className={styles.flags}>
      {open.length > 0 && (
        <ul className={styles.list}>
          {open.map((flag) => (
            <li key={flag.id} className={styles.open}>
              <FlagReport flag={flag} />
              {flag.what === 'paid-twice' && payment.isSurplus && <p>{copy.surplus}</p>}
              <ResolveForm paymentId={payment.id} flag={flag} />
            </li>
          ))}
        </ul>
      )}
      {resolved.length > 0 && (
        <details className={styles.resolved}>
          <summary>{copy.resolved(resolved.length)}</summary>
          <ul className={styles.list}>
            {resolved.map((flag) => (
              <li key={flag.id}>
                <FlagReport flag={flag} />
                <p>
                  {flag.resolvedBy === 'shop' ? copy.byShop : copy.byOwner} <Timestamp at={flag.resolvedAt} />:{' '}
                  {flag.resolution}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function FlagReport({ flag }: { flag: PaymentFlag }) {
  const details = Object.entries(flag.details)
  return (
    <>
      <h3 className={styles.what}>
        <TriangleAlert size={20} aria-hidden="true" />
        {paymentsCopy.attentions[flag.what]}
      </h3>
      <p className={styles.source}>
        <Timestamp at={flag.raisedAt} />, {copy.sources[flag.source]}
      </p>
      {flag.note && <p>{flag.note}</p>}
      {details.length > 0 && (
        <dl className={styles.details}>
          {details.map(([name, value]) => (
            <div key={name}>
              <dt>{copy.detailOf(name)}</dt>
              <dd>{value === null ? copy.nothing : copy.valueOf(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function ResolveForm({ paymentId, flag }: { paymentId: string; flag: PaymentFlag }) {
  const [resolution, setResolution] = useState(draftOf(flag.id))
  const [error, setError] = useState<string>()
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const resolve = trpc.admin.payments.resolveFlag.useMutation({
    onSuccess: async (_, { flagId }) => {
      keepDraft(flagId, '')
      await Promise.all([utils.admin.payments.invalidate(), utils.admin.dashboard.invalidate()])
      notifySuccess(copy.done)
    },
    onError: (problem) => notifyFailure(problem, copy.failed),
  })
  function type(text: string) {
    keepDraft(flag.id, text)
    setResolution(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = resolveFlagInput.safeParse({ id: paymentId, flagId: flag.id, resolution })
    setError(input.error?.issues[0]?.message)
    if (input.success && !resolve.isPending) resolve.mutate(input.data)
  }
  return (
    <form
      onSubmit={submit}
      className={styles.form}
      noValidate
      aria-label={copy.resolving(paymentsCopy.attentions[flag.what])}
    >
      <Field label={copy.how} error={error}>
        <TextArea rows={2} value={resolution} onChange={({ target }) => type(target.value)} />
      </Field>
      <Button type="submit" variant="outline" size="small" isBusy={resolve.isPending}>
        {resolve.isPending ? copy.saving : copy.resolve}
      </Button>
    </form>
  )
}
