import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { deliveryFeeShillings, deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { Field, TextArea } from '@marashi/ui/field'
import type { UseFormReturn } from 'react-hook-form'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { deliveryCopy } from '../../../copy/delivery.ts'
import type { Quotes } from '../summary/use-quotes.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import { RadioCard, RadioCards } from './radio-cards.tsx'
import { Section } from './section.tsx'

/** Where the order goes. Each location shows its fee, from the shop's quote as soon as there is one. */
export function DeliverySection({
  form,
  quotes,
  subtotal,
  shop,
}: {
  form: UseFormReturn<CheckoutFields>
  quotes: Quotes
  subtotal: number
  shop: ShopDetails
}) {
  const { freeDeliveryOver } = shop
  return (
    <Section title={checkoutCopy.delivery}>
      <RadioCards legend={checkoutCopy.location}>
        {deliveryLocations.map((location) => (
          <RadioCard
            key={location}
            label={deliveryCopy.locations[location]}
            aside={deliveryCopy.fee(
              quotes.byLocation[location]?.deliveryCharge ??
                deliveryFeeShillings(location, { subtotal, freeDeliveryOver }),
            )}
            value={location}
            {...form.register('deliveryLocation')}
          />
        ))}
      </RadioCards>
      <Field
        label={checkoutCopy.address}
        hint={checkoutCopy.addressHint}
        error={form.formState.errors.address?.message}
      >
        <TextArea required rows={3} autoComplete="street-address" {...form.register('address')} />
      </Field>
    </Section>
  )
}
