import { ShopError } from '../../../../../shop-error.ts'

/** A statement is read in whole or not at all; the message says where it stops. */
export const refusedStatement = (why: string): ShopError =>
  new ShopError('BAD_REQUEST', `This is not a statement that can be read: ${why} Nothing was imported.`)
