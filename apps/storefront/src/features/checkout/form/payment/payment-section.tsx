import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { Skeleton } from '@marashi/ui/skeleton'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import type { UseFormReturn } from 'react-hook-form'
import { checkoutCopy } from '../../../../copy/checkout.ts'
import { mpesaCopy } from '../../../../copy/mpesa.ts'
import { goOnAtHeading } from '../../go-on-at-heading.ts'
import { DemoNote } from '../../mpesa/demo-note.tsx'
import type { CheckoutFields } from '../checkout-fields.ts'
import { RadioCard, RadioCards } from '../radio-cards.tsx'
import { Section } from '../section.tsx'
import { CardMissing } from './card-missing.tsx'
import type { PaymentMethod } from './payment-methods.ts'
import styles from './payment-section.module.css'
import type { PaymentChoice } from './use-payment-choice.ts'

/** The payment methods, and the fields that the chosen one needs. */
export function PaymentSection({ form, choice }: { form: UseFormReturn<CheckoutFields>; choice: PaymentChoice }) {
  const { methods, offered, chosen } = choice
  return (
    <Section title={checkoutCopy.payment}>
      {choice.isLoading ? (
        <div role="status">
          <VisuallyHidden>{checkoutCopy.paymentLoading}</VisuallyHidden>
          <Skeleton className={styles.shape} />
        </div>
      ) : (
        <RadioCards legend={checkoutCopy.payment} isLegendHidden>
          {offered.map(({ id, label, hint, isOpen }) => (
            <RadioCard
              key={id}
              name="paymentMethod"
              value={id}
              label={label}
              hint={hint}
              disabled={!isOpen}
              checked={chosen === id}
              onChange={() => choice.choose(id)}
            />
          ))}
        </RadioCards>
      )}
      {choice.hasFailed && (
        <div role="alert" ref={goOnAtHeading}>
          <p>{checkoutCopy.paymentFailedToLoad}</p>
          <Button variant="outline" onClick={choice.retry}>
            {checkoutCopy.retry}
          </Button>
        </div>
      )}
      {chosen === 'mpesa' && !choice.isLoading && (
        <>
          <DemoNote mpesa={methods?.mpesa} />
          <Field label={mpesaCopy.number} hint={mpesaCopy.numberHint} error={form.formState.errors.mpesaPhone?.message}>
            <Input type="tel" inputMode="tel" autoComplete="tel" {...form.register('mpesaPhone')} />
          </Field>
        </>
      )}
      {choice.isMissing && (
        <CardMissing>{choice.instead && <UseInstead method={choice.instead} onChoose={choice.choose} />}</CardMissing>
      )}
      {!choice.isWorking && !choice.isMissing && <p role="alert">{checkoutCopy.noWayToPay}</p>}
    </Section>
  )
}

function UseInstead({ method, onChoose }: { method: PaymentMethod; onChoose: PaymentChoice['choose'] }) {
  function choose() {
    // The button that has the focus goes with the notice; a screen reader goes on at the choice.
    document.querySelector<HTMLElement>(`[name=paymentMethod][value=${method.id}]`)?.focus()
    onChoose(method.id)
  }

  return <Button onClick={choose}>{checkoutCopy.useInstead(method.label)}</Button>
}
