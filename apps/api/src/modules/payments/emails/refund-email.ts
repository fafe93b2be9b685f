import { formatKsh } from '@marashi/domain/rules/money'
import { orderPageUrl } from '@marashi/domain/rules/order-page-address'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { shopperEmail } from '../../mail/shopper-email.ts'
import type { Email } from '../../mail/smtp.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import { providerOf } from '../providers/registry.ts'

/** What the shopper may expect of a refund. Its id follows from the refund, so that a mail server drops a second copy. */
export async function refundEmail(
  ctx: Pick<Context, 'em' | 'env' | 'settings'>,
  { recipient, refundId }: { recipient: string; refundId: string },
): Promise<Email> {
  const facts = await factsOf(ctx.em, refundId)
  const { orderNumber, customerName, amountShillings, method, isManual, receipt } = facts
  // The end of a sentence. What the shop gave back by hand may have arrived already.
  const arrival = isManual ? null : (providerOf(method).refunds?.arrival ?? null)
  const { shop } = await settingsOf(ctx)
  const body = shopperEmail({
    shop,
    customerName,
    lines: [
      `we have refunded ${formatKsh(amountShillings)} of your order ${orderNumber}.`,
      ...(arrival ? [`It ${arrival}.`] : []),
      ...(receipt ? [`Receipt: ${receipt}`] : []),
    ],
    link: { label: 'Your order', url: orderPageUrl(ctx.env.PUBLIC_URL, facts.pageSecret) },
  })
  const messageId = `<refund-${refundId}@${new URL(ctx.env.PUBLIC_URL).hostname}>`
  return { messageId, to: recipient, subject: `Your refund from ${shop.name} (${orderNumber})`, ...body }
}

const factsOf = (em: Context['em'], refundId: string) =>
  db(em)
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('r.id', '=', refundId)
    .select([
      'r.payment_method as method',
      'r.is_manual as isManual',
      'r.amount as amountShillings',
      'r.provider_receipt as receipt',
      'o.order_number as orderNumber',
      'o.page_secret as pageSecret',
      'o.customer_name as customerName',
    ])
    .executeTakeFirstOrThrow()
