import { standInElements } from './stripe-js/elements-script.ts'
import { standInStripe } from './stripe-js/stripe-script.ts'

export interface StripeJsStandIn {
  /** Where the browser finds the simulator, or an address that a test passes on to it; no slash at the end. */
  url: string
}

/**
 * The text of a script that tests serve in place of https://js.stripe.com/…/stripe.js: `window.Stripe`, as far as
 * `loadStripe`, `<Elements>` and `<PaymentElement>` use it. Its form takes Stripe's test cards; paying goes to the
 * simulator's control.
 */
export function stripeJsStandIn({ url }: StripeJsStandIn): string {
  return `(() => {
'use strict';
const simulator = ${JSON.stringify(url).replaceAll('<', '\\u003c')};
${standInElements}
${standInStripe}
})();
`
}
