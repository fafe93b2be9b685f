/**
 * After this time a prompt has expired on the phone. Until then the shop sends no second one, and the checkout offers
 * none. See docs/gateways/mpesa.md#prompt.
 */
export const promptLifeSeconds = 75

/** Who has not answered a prompt by then is offered to try again. */
export const waitTimeoutMs = 5 * 60_000
