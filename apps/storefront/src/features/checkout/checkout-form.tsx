import { zodResolver } from '@hookform/resolvers/zod'
import type { CheckoutForm as CheckoutFields } from '@marashi/domain/contracts/checkout'
import { checkoutForm } from '@marashi/domain/contracts/checkout'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { toast } from '@marashi/ui/toast'
import { useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { checkoutCopy } from '../../copy/checkout.ts'
import { readCheckoutDraft, useCheckoutDraft } from './checkout-draft.ts'
import styles from './checkout-page.module.css'
import { CustomerSection } from './customer-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { OrderSummary } from './order-summary.tsx'
import { paymentMethods } from './payment-methods.ts'
import { PaymentSection } from './payment-section.tsx'
import { PlaceOrderPanel } from './place-order-panel.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import type { useCheckout } from './use-checkout.ts'
import type { Quotes } from './use-quotes.ts'

/** Who, where, how to pay, and what it costs (specification §2). Errors on submit, then as each field is mended. */
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
  const form = useForm<CheckoutFields>({ resolver: zodResolver(checkoutForm), defaultValues: readCheckoutDraft() })
  const [method, setMethod] = useState(paymentMethods[0].id)
  const location = useWatch({ control: form.control, name: 'deliveryLocation' })
  const quote = quotes.byLocation[location]
  useCheckoutDraft(form)

  function submit(fields: CheckoutFields) {
    const isSending = checkout.progress.step === 'sending'
    if (quote && quote.items.length > 0 && !isSending) void checkout.place(fields, quote, method)
  }

  return (
    <form noValidate className={styles.columns} onSubmit={form.handleSubmit(submit, tellIfMissing(form.getValues))}>
      <div className={styles.sections}>
        <ProblemSummary errors={form.formState.errors} onChoose={(name) => form.setFocus(name)} />
        <CustomerSection form={form} />
        <DeliverySection form={form} quotes={quotes} subtotal={cart.total} shop={shop} />
        <PaymentSection chosen={method} onChoose={setMethod} />
      </div>
      <div className={styles.aside}>
        <OrderSummary cart={cart} quote={quote} quotes={quotes} />
        <PlaceOrderPanel checkout={checkout} quote={quote} cart={cart} shop={shop} />
      </div>
    </form>
  )
}

/** The toast of specification §5, when something is not filled in; other mistakes are told at their fields alone. */
function tellIfMissing(values: () => CheckoutFields) {
  return (_errors: FieldErrors<CheckoutFields>) => {
    if (Object.values(values()).every((value) => value.trim() !== '')) return
    toast({ variant: 'destructive', title: checkoutCopy.missingTitle, description: checkoutCopy.missing })
  }
}
