import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import type { ClaimReceipt } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../../http/context.ts'
import { claimReceipt } from '../../../claims/claim-receipt.ts'
import { mpesaProvider } from '../provider.ts'
import { notConfigured } from '../refusals.ts'

/** The receipt of a payment to the shop's Till or Paybill. Throws as claimReceipt, and SERVICE_UNAVAILABLE without either. */
export async function claimMpesaReceipt(ctx: Context, input: ClaimReceipt): Promise<ReceiptClaimAnswer> {
  if (!ctx.gateways.mpesa?.payYourself) throw notConfigured()
  return await claimReceipt(ctx, mpesaProvider, input)
}
