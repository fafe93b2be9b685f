import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { Button } from '@marashi/ui/button'
import { useState } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { CopyText } from '../../../lib/display/copy-text.tsx'
import { ReasonDialog } from '../../../lib/forms/reason-dialog.tsx'
import { ksh } from '../amounts.ts'
import styles from '../money-card.module.css'
import { MoneyCard } from '../money-card.tsx'
import { ChooseOrderDialog } from './choose-order-dialog.tsx'
import { Suggestion } from './suggestion.tsx'
import { useTransactionActions } from './use-transaction-actions.ts'

const copy = cashUpCopy.unmatched

/** Money without an order: who sent it, which orders it fits and why, and where else it may go. */
export function UnmatchedCard({
  transaction,
  day,
  isFirst,
}: {
  transaction: GatewayTransaction
  day: string
  isFirst: boolean
}) {
  const [asked, setAsked] = useState<'assign' | 'send-back' | 'dismiss'>()
  const { isBusy, assign, dismiss } = useTransactionActions()
  const { amount, occurredAt, payerName, payerPhone, paymentMethod, reference, account, isSentBack } = transaction
  const { suggestions } = transaction
  const labelOf = (act: string) => copy.labelOf(act, ksh(amount), reference)
  const close = () => setAsked(undefined)
  return (
    <MoneyCard
      cents={amount}
      at={occurredAt}
      day={day}
      actions={
        <>
          <Button
            variant={isFirst && suggestions.length === 0 && !isSentBack ? 'primary' : 'outline'}
            aria-label={labelOf(suggestions.length > 0 ? copy.another : copy.choose)}
            onClick={() => setAsked('assign')}
          >
            {suggestions.length > 0 ? copy.another : copy.choose}
          </Button>
          <Button variant="outline" aria-label={labelOf(copy.sendBack)} onClick={() => setAsked('send-back')}>
            {copy.sendBack}
          </Button>
          <Button variant="outline" aria-label={labelOf(copy.notASale)} onClick={() => setAsked('dismiss')}>
            {copy.notASale}
          </Button>
        </>
      }
    >
      {(payerName || payerPhone) && <p>{[payerName, payerPhone].filter(Boolean).join(' · ')}</p>}
      <p className={styles.receipt}>
        <span>
          {copy.from[paymentMethod]} {reference}
        </span>
        <CopyText text={reference} label={copy.copy(reference)} />
        {account && <span>{copy.account(account)}</span>}
      </p>
      {isSentBack && <p>{copy.sentBack}</p>}
      {suggestions.map((suggestion, index) => (
        <Suggestion
          key={suggestion.orderId}
          suggestion={suggestion}
          isBusy={isBusy}
          isFilled={isFirst && index === 0 && !isSentBack}
          label={labelOf(copy.assign(suggestion.orderNumber))}
          onAssign={() => void assign(transaction, { id: suggestion.orderId, number: suggestion.orderNumber })}
        />
      ))}
      {(asked === 'assign' || asked === 'send-back') && (
        <ChooseOrderDialog transaction={transaction} purpose={asked} assign={assign} isBusy={isBusy} onClose={close} />
      )}
      {asked === 'dismiss' && (
        <ReasonDialog
          title={copy.dismissTitle}
          description={copy.dismissText(ksh(amount), reference)}
          hint={copy.dismissHint}
          submitLabel={copy.notASale}
          save={(reason) => dismiss(transaction, reason)}
          failed={copy.failedDismiss}
          onClose={close}
        />
      )}
    </MoneyCard>
  )
}
