import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from '../fixture.ts'
import { askForPrompt, type Scenario, unpaidOrders } from '../scenario.ts'
import { send } from '../send.ts'
import { untilQuiet } from '../until-quiet.ts'

/**
 * Callbacks that Safaricom did not send: without a token, with the token of another order, about another amount, with a
 * used receipt. None may settle a payment; the genuine one, which comes last, must.
 */
export const forgeCallbacks: Scenario = async (fixture) => {
  const { control } = fixture.simulator
  const wrong: string[] = []
  const paid = await askForPrompt(fixture)
  const usedReceipt = control.answerPrompt(promptOf(fixture, paid.phone).checkoutRequestId, '0')?.receipt
  const victim = await askForPrompt(fixture)
  const other = await askForPrompt(fixture)
  const prompt = promptOf(fixture, victim.phone)
  const success = (about: string, amount: number, receipt: string) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: about,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
          ],
        },
      },
    },
  })
  const { checkoutRequestId: id, amountShillings: amount, callbackUrl } = prompt
  const pathOf = (url: string) => new URL(url).pathname
  const forgeries: [string, string, object, number][] = [
    ['without a token', `/api/hooks/pay/${'0'.repeat(64)}`, success(id, amount, 'FORGED0001'), 404],
    [
      'with the token of another order',
      pathOf(promptOf(fixture, other.phone).callbackUrl),
      success(id, amount, 'FORGED0002'),
      200,
    ],
    ['about another amount', pathOf(callbackUrl), success(id, 1, 'FORGED0003'), 200],
    ['with a used receipt', pathOf(callbackUrl), success(id, amount, String(usedReceipt)), 200],
  ]
  for (const [name, path, body, expected] of forgeries) {
    const response = await send(fixture, path, body)
    if (response?.status !== expected) wrong.push(`a callback ${name} was answered ${response?.status}`)
    await sleep(150)
    const settled = await fixture.query('select from orders where id = any($1) and paid_at is not null', [
      [victim.orderId, other.orderId],
    ])
    if (settled.length > 0) wrong.push(`a callback ${name} paid an order`)
  }
  for (const { phone } of [victim, other]) control.answerPrompt(promptOf(fixture, phone).checkoutRequestId, '0')
  await untilQuiet(fixture)
  return [...wrong, ...(await unpaidOrders(fixture))]
}

function promptOf({ simulator }: Fixture, phone: string) {
  const prompt = simulator.control.prompts(phone)[0]
  if (!prompt) throw new Error(`No prompt reached ${phone}`)
  return prompt
}
