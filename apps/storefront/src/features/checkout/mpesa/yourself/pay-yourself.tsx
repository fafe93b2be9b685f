import { formatKsh } from '@marashi/domain/rules/money'
import { CopyButton } from '@marashi/ui/copy-button'
import { toast } from '@marashi/ui/toast'
import { payYourselfCopy } from '../../../../copy/pay-yourself.ts'
import panel from '../../payment-panel.module.css'
import styles from './pay-yourself.module.css'
import { ReceiptForm } from './receipt-form.tsx'
import type { YourselfProps } from './yourself-option.tsx'

type Fact = { name: string; shown: string; copied: string; hint?: string }

/** The facts that M-Pesa's own menu asks for, in its order, and then the receipt that proves the payment. */
export default function PayYourself({ order, payment, to }: YourselfProps) {
  const { orderNumber, amountShillings } = order
  const { kind, number, numberWords, accountHint, payeeName } = to
  const name = numberWords || payYourselfCopy.number[kind]
  const facts: Fact[] = [{ name, shown: number, copied: number, hint: payeeName && payYourselfCopy.payee(payeeName) }]
  if (kind === 'paybill')
    facts.push({ name: payYourselfCopy.account, shown: orderNumber, copied: orderNumber, hint: accountHint })
  const amount = formatKsh(amountShillings)
  facts.push({ name: payYourselfCopy.amount, shown: amount, copied: String(amountShillings) })
  return (
    <section className={styles.card} aria-label={payYourselfCopy.title[kind]}>
      <p className={panel.muted}>{payYourselfCopy.steps[kind]}</p>
      <ol className={styles.steps}>
        {facts.map(({ name, shown, copied, hint }) => (
          <li key={name} className={styles.step}>
            <div>
              <p className={styles.name}>{name}</p>
              <p className={styles.fact} translate="no">
                {shown}
              </p>
              {hint && <p className={styles.name}>{hint}</p>}
            </div>
            <CopyButton
              text={copied}
              label={payYourselfCopy.copyOf(name)}
              copiedLabel={payYourselfCopy.copied}
              word={payYourselfCopy.copy}
              onRefused={() => toast({ variant: 'destructive', title: payYourselfCopy.copyRefused })}
            />
          </li>
        ))}
        <li className={`${styles.step} ${styles.last}`}>
          <ReceiptForm orderId={order.orderId} payment={payment} />
        </li>
      </ol>
    </section>
  )
}
