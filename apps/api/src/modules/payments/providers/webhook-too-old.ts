import { ShopError } from '../../../shop-error.ts'

/** A webhook that is genuine, but by the shop's clock too old: that clock is ahead, or somebody repeats what was once sent. */
export class WebhookTooOld extends ShopError {
  constructor() {
    super('BAD_REQUEST', 'The signature is too old.')
  }
}
