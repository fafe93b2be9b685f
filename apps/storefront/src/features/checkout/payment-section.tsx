import { checkoutCopy } from '../../copy/checkout.ts'
import { type PaymentMethod, paymentMethods } from './payment-methods.ts'
import { RadioCard, RadioCards } from './radio-cards.tsx'
import { Section } from './section.tsx'

/** How to pay. */
export function PaymentSection({
  chosen,
  onChoose,
}: {
  chosen: PaymentMethod['id']
  onChoose: (method: PaymentMethod['id']) => void
}) {
  return (
    <Section title={checkoutCopy.payment}>
      <RadioCards legend={checkoutCopy.payment} isLegendHidden>
        {paymentMethods.map(({ id, label, hint }) => (
          <RadioCard
            key={id}
            name="paymentMethod"
            value={id}
            label={label}
            hint={hint}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
        ))}
      </RadioCards>
    </Section>
  )
}
