import type { CashUpChecked } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { expectExplained, ledgerLine } from '../../../testing/cash-up-harness.ts'
import { clockFromNoon } from '../../../testing/clock-from-noon.ts'
import { databaseAway } from '../../../testing/database-away.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { fakeCard } from '../../../testing/fake-gateways.ts'
import { runChecks } from './check-gateways.ts'
import { compareLists } from './compare-list.ts'
import { checksOfDay, planChecks } from './planned-checks.ts'

const daraja = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const stripe = { secretKey: 'sk_test_lists', webhookSecret: 'whsec_lists' }

it('reads both gateways over their own APIs, page after page, and finds what is missing or doubled', async () => {
  const theirClock = clockFromNoon()
  const simulator = await startGatewaySimulator({
    clock: theirClock,
    daraja: { ...daraja, queryLimit: null },
    stripe: { ...stripe, balanceAfterMs: 600_000 },
  })
  const { hostname, port } = new URL(simulator.url)
  let offsetMs = 0
  const clock = () => new Date(theirClock().getTime() + offsetMs)
  await using shop = await buildTestApp({
    clock,
    env: {
      MPESA_BASE_URL: simulator.url,
      MPESA_CONSUMER_KEY: daraja.consumerKey,
      MPESA_CONSUMER_SECRET: daraja.consumerSecret,
      MPESA_SHORTCODE: daraja.shortcode,
      MPESA_PASSKEY: daraja.passkey,
      MPESA_PULL_NUMBER: '254712345678',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_lists',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: simulator.url,
    },
  })
  try {
    const headers = await logIn(shop.deps.orm, { lastSeenAt: clock() })
    const client = new Stripe(stripe.secretKey, { host: hostname, port, protocol: 'http' })
    const book = async (method: 'mpesa' | 'stripe', receipt: string) => {
      const { id } = await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
      await shop.query(
        `update payments set payment_method = $2, status = 'completed', completed_at = $4, provider_receipt = $3 where id = $1`,
        [id, method, receipt, clock()],
      )
    }
    for (let at = 0; at < 102; at++) {
      const { id } = await client.paymentIntents.create({ amount: 450_000, currency: 'kes' })
      simulator.control.payIntent(id)
      if (at < 101) simulator.control.settleBalance(id)
    }
    for (let at = 0; at < 23; at++) {
      const phone = `2547123456${at + 10}`
      await shop.deps.gateways.mpesa?.push({
        phone,
        amountShillings: 4_500,
        orderNumber: `MR${at}`,
        callbackUrl: 'http://127.0.0.1:9/api/hooks/pay/nobody',
      })
      for (const { checkoutRequestId } of simulator.control.prompts(phone)) {
        simulator.control.answerPrompt(checkoutRequestId, '0')
      }
    }
    const entries = simulator.ledger.entries()
    const [missing, theirs] = entries.filter(({ gateway }) => gateway === 'mpesa').map(({ receipt }) => receipt)
    for (const { gateway, receipt } of entries) if (receipt !== theirs) await book(gateway, receipt)
    const doubled = entries.find(({ gateway }) => gateway === 'stripe')?.receipt ?? ''
    simulator.control.direct('daraja.pull-list', { next: [{ kind: 'missing', receipt: missing ?? '' }] })
    simulator.control.direct('stripe.balance-list', {
      usually: [{ weight: 1, do: { kind: 'doubled', source: doubled } }],
    })
    const day = nairobiDay(clock())
    // The last ten minutes do not count as checked.
    offsetMs = 15 * 60_000
    const url = '/api/admin/cash-up/check'
    const answer = await shop.app.inject({ method: 'POST', url, headers, payload: { day } })
    const { cashUp, gateways } = answer.json<CashUpChecked>()
    expect(gateways).toMatchObject([
      { method: 'mpesa', state: 'checked', lines: 22 },
      { method: 'stripe', state: 'checked', lines: 102 },
    ])
    expectExplained(cashUp)
    expect(cashUp.oursNotTheirs.lines.map(({ method, receipt }) => [method, receipt])).toEqual([
      ['stripe', entries.filter(({ gateway }) => gateway === 'stripe').at(-1)?.receipt],
      ['mpesa', missing],
    ])
    expect(cashUp.methods).toMatchObject([
      { method: 'mpesa', source: 'pull', canAsk: true },
      { method: 'stripe', source: 'balance', balances: [{ currency: 'USD', fees: 102 * 130 }] },
      {},
    ])
    expect(cashUp.theirsNotOurs.lines.map(({ reference }) => reference)).toContain(theirs)
    expect(cashUp.differing.lines.map(({ receipt, theirs: listed }) => [receipt, listed])).toContainEqual([
      doubled,
      450_000,
    ])
  } finally {
    await simulator.stop()
  }
})

describe('a list that its gateway gave', () => {
  const day = '2026-11-20'

  async function shopWithList() {
    const card = fakeCard()
    card.balance.push(ledgerLine({ reference: 'txn_1', at: `${day}T12:00:00+03:00` }))
    let now = new Date('2026-11-21T09:00:00+03:00')
    const shop = await buildTestApp({ clock: () => now, gateways: { card } })
    const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
    await planChecks(ctx(), day)
    const check = async () => {
      await runChecks(ctx())
      return (await checksOfDay(shop.deps.orm.em.fork(), day)).find(({ method }) => method === 'stripe')
    }
    const later = (seconds = 30) => {
      now = new Date(now.getTime() + seconds * 1_000)
    }
    /** A process that hears nothing of the gateway, until long after another one goes on in its place. */
    const startSilently = async () => {
      const { balanceBetween } = card
      const { promise: silence, reject: hearNothing } = Promise.withResolvers<never>()
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
      card.balanceBetween = async function* () {
        ask()
        yield await silence
      }
      const ended = runChecks(ctx())
      await asked
      card.balanceBetween = balanceBetween
      later()
      return async () => {
        hearNothing(new Error('silent'))
        await ended
      }
    }
    return { shop, ctx, check, later, startSilently, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  }

  it('is read again where the database could not keep it', async () => {
    await using list = await shopWithList()
    await databaseAway(list.shop, { table: 'gateway_transactions', column: 'reference', times: 1 })
    expect(await list.check()).toMatchObject({ state: 'checking', message: null })
    list.later()
    expect(await list.check()).toMatchObject({ state: 'checked', lines: 1 })
  })

  it('has failed where the database could not keep it for an hour, and is read when the owner asks again', async () => {
    await using list = await shopWithList()
    // A block of the table cannot be read any more.
    await list.shop.query(`create function fail() returns trigger language plpgsql as $$ begin
        raise 'could not read block 7' using errcode = '58030';
      end $$;
      create trigger fail before insert on gateway_transactions for each row execute function fail()`)
    for (let asked = 0; asked < 6; asked++) {
      expect(await list.check()).toMatchObject({ state: 'checking', message: null })
      list.later(10 * 60)
    }
    expect(await list.check()).toMatchObject({
      state: 'failed',
      message: 'The shop’s database could not keep the list of Stripe. The shop’s log says more.',
    })
    list.later(60)
    expect(await list.check()).toMatchObject({ state: 'failed' })
    await list.shop.query('drop trigger fail on gateway_transactions')
    await planChecks(list.ctx(), day)
    expect(await list.check()).toMatchObject({ state: 'checked', lines: 1 })
  })

  it('counts as read where it could not be compared, which the job does again', async () => {
    await using list = await shopWithList()
    await databaseAway(list.shop, { table: 'gateway_checks', column: 'compared_at', times: 1 })
    expect(await list.check()).toMatchObject({ state: 'checked', lines: 1 })
    const compared = () => list.shop.query('select from gateway_checks where compared_at is not null')
    expect(await compared()).toEqual([])
    await compareLists(list.ctx())
    expect(await compared()).toHaveLength(1)
  })

  it('is not said to be missing by a process that heard nothing while another one has read it', async () => {
    await using list = await shopWithList()
    const hearNothing = await list.startSilently()
    expect(await list.check()).toMatchObject({ state: 'checked', lines: 1 })
    await hearNothing()
    expect(await list.check()).toMatchObject({ state: 'checked', lines: 1, message: null })
  })

  it('is read when the owner asks again, whatever becomes of what was asked before', async () => {
    await using list = await shopWithList()
    const hearNothing = await list.startSilently()
    await list.check()
    list.later()
    await planChecks(list.ctx(), day)
    await hearNothing()
    expect(await list.check()).toMatchObject({ state: 'checked', lines: 1, message: null })
  })

  it('is not said to be missing where the fault is the shop’s', async () => {
    await using list = await shopWithList()
    await list.shop.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
      create trigger fail before insert on gateway_transactions for each row execute function fail()`)
    expect(await list.check()).toMatchObject({ state: 'failed', message: expect.stringMatching(/a fault of the shop/) })
  })
})
