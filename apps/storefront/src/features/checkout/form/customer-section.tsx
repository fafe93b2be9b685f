import { Field, Input } from '@marashi/ui/field'
import type { UseFormReturn } from 'react-hook-form'
import { checkoutCopy } from '../../../copy/checkout.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import styles from './customer-section.module.css'
import { Section } from './section.tsx'

/** Who orders. */
export function CustomerSection({ form }: { form: UseFormReturn<CheckoutFields> }) {
  const { errors } = form.formState
  return (
    <Section title={checkoutCopy.customer}>
      <div className={styles.names}>
        <Field label={checkoutCopy.firstName} error={errors.firstName?.message}>
          <Input required autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label={checkoutCopy.lastName} error={errors.lastName?.message}>
          <Input required autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label={checkoutCopy.email} error={errors.email?.message}>
        <Input required type="email" inputMode="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Field label={checkoutCopy.phone} hint={checkoutCopy.phoneHint} error={errors.phone?.message}>
        <Input required type="tel" inputMode="tel" autoComplete="tel" {...form.register('phone')} />
      </Field>
    </Section>
  )
}
