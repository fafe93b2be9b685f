import { zodResolver } from '@hookform/resolvers/zod'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { useEffect, useRef } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import styles from '../checkout-page.module.css'
import { preloadCardPanel } from '../checkout-payment.tsx'
import { FoldedSummary } from '../summary/folded-summary.tsx'
import { OrderSummary } from '../summary/order-summary.tsx'
import type { Quotes } from '../summary/use-quotes.ts'
import type { useCheckout } from '../use-checkout.ts'
import { readCheckoutDraft, useCheckoutDraft } from './checkout-draft.ts'
import { type CheckoutFields, mpesaFields, plainFields } from './checkout-fields.ts'
import { CustomerSection } from './customer-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { PaymentSection } from './payment/payment-section.tsx'
import { usePaymentChoice } from './payment/use-payment-choice.ts'
import { PlaceOrderPanel } from './place-order-panel.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { useCopiedPhone } from './use-copied-phone.ts'
import { useProblemToast } from './use-problem-toast.ts'

/**
 * Customer, delivery, payment and total. Errors show on submit, then as each field changes. See
 * docs/behaviour.md#checkout-form.
 */
export function CheckoutForm({
  shop,
  cart,
  quotes,
  checkout,
}: {
  shop: ShopDetails
  cart: Cart
  quotes: Quotes
  checkout: ReturnType<typeof useCheckout>
}) {
  // The rules depend on the payment method, which depends on the total, which depends on the form.
  const resolver = useRef<Resolver<CheckoutFields>>(resolvePlain)
  const form = useForm<CheckoutFields>({
    resolver: (...asked) => resolver.current(...asked),
    defaultValues: readCheckoutDraft(shop.places),
  })
  const location = useWatch({ control: form.control, name: 'deliveryLocation' })
  const quote = quotes.byLocation[location]
  const open = Object.keys(quotes.byLocation)
  const isPlaceOff = open.length > 0 && !quote
  useEffect(() => {
    if (isPlaceOff) form.setValue('deliveryLocation', open[0] ?? '')
  }, [isPlaceOff, open[0], form])
  const choice = usePaymentChoice(quote?.total)
  useEffect(() => {
    resolver.current = choice.chosen === 'mpesa' ? resolveMpesa : resolvePlain
  }, [choice.chosen])
  const isCardNext = choice.chosen === 'stripe' && !choice.isMissing
  useEffect(() => {
    if (isCardNext) preloadCardPanel()
  }, [isCardNext])
  useCheckoutDraft(form, choice.wanted)
  useCopiedPhone(form, choice.chosen)
  const showProblem = useProblemToast(form, choice.chosen)
  // An order that is sent again is the one of before, not what the cart has become.
  const shown = checkout.resumed ?? quote

  function submit(fields: CheckoutFields) {
    const isReady = checkout.progress.step !== 'sending' && !choice.isLoading && choice.isWorking
    if (quote && quote.items.length > 0 && isReady) void checkout.place(fields, quote, choice.chosen)
  }

  return (
    <form noValidate className={styles.columns} onSubmit={form.handleSubmit(submit, showProblem)}>
      <FoldedSummary cart={cart} quote={shown} />
      <div className={styles.sections}>
        <CustomerSection form={form} />
        <DeliverySection form={form} quotes={quotes} subtotal={cart.total} shop={shop} />
        <PaymentSection form={form} choice={choice} />
      </div>
      <div className={styles.aside}>
        <OrderSummary cart={cart} quote={shown} quotes={quotes} />
        <PlaceOrderPanel
          checkout={checkout}
          quote={shown}
          cart={cart}
          shop={shop}
          method={choice.chosen}
          isOff={!choice.isWorking}
          isLoading={choice.isLoading}
          onTryAgain={() => void checkout.tryAgain(form.getValues())}
        >
          <ProblemSummary form={form} />
        </PlaceOrderPanel>
      </div>
    </form>
  )
}

const resolvePlain = zodResolver(plainFields)
const resolveMpesa = zodResolver(mpesaFields)
