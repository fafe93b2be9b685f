import { expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { sendReceipts } from './send-receipts.ts'

it('keeps the customer’s address out of the log when the mail server refuses it', async () => {
  await using shop = await buildTestApp()
  const { orm, clock } = shop.deps
  const payment = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
  await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })

  const logged: unknown[] = []
  const log = Object.assign(Object.create(shop.app.log), { warn: (...line: unknown[]) => logged.push(line) })
  const refusal = Object.assign(new Error("Can't send mail: 550 5.1.1 <amina@example.com> unknown"), {
    code: 'EENVELOPE',
    responseCode: 550,
    rejected: ['amina@example.com'],
  })
  await sendReceipts(jobContext({ ...shop.deps, log }), () => Promise.reject(refusal))
  expect(logged).toEqual([
    [{ receipt: expect.any(String), code: 'EENVELOPE', responseCode: 550 }, 'a receipt could not be sent'],
  ])
})
