import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { deliveryFeeShillings } from '@marashi/domain/rules/delivery-fee'
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
  const places = placesOf(shop, quotes)
  return (
    <Section title={checkoutCopy.delivery}>
      <RadioCards legend={checkoutCopy.location}>
        {places.map((place) => (
          <RadioCard
            key={place.id}
            label={place.name}
            hint={[place.promise, place.note].filter(Boolean).join('. ')}
            aside={deliveryCopy.fee(
              quotes.byLocation[place.id]?.deliveryCharge ??
                deliveryFeeShillings(place, { subtotal, freeDeliveryOver }),
            )}
            value={place.id}
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

/** Today's places: the quote knows first that one was switched off. */
const placesOf = ({ places }: ShopDetails, { byLocation }: Quotes) => {
  const open = places.filter(({ id }) => byLocation[id])
  return open.length > 0 ? open : places
}
