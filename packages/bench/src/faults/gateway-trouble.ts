import { darajaGateway } from '@marashi/api/modules/payments/providers/mpesa/daraja'
import { darajaHttp } from '@marashi/api/modules/payments/providers/mpesa/daraja-http'
import type { Template } from '@marashi/postgres/test-databases'
import type { Fixture } from './fixture.ts'
import { askForPrompt, payAtOnce, runScenario } from './lost-and-forged.ts'
import type { Line } from './report.ts'
import { untilQuiet } from './the-day-after.ts'

const SHORT_LIMIT_MS = 500
const PER_TROUBLE = 2

/** How a gateway may fail to answer a push; after each the money may or may not have moved. */
const troubles = {
  'answers 500': { kind: 'status', status: 500 },
  'answers 500 after the prompt': { kind: 'status', status: 500, afterWork: true },
  'answers 429': { kind: 'status', status: 429 },
  'is silent after the prompt': { kind: 'hang' },
  'hangs up after the prompt': { kind: 'lost' },
  'cannot be reached': { kind: 'unreachable' },
  'answers garbage after the prompt': { kind: 'garbage' },
  'answers a page': { kind: 'html' },
} as const

/** Pushes that go wrong in every way, with callbacks that come and with callbacks that are lost; and a token that ends early. */
export async function troubleGateways(template: Template): Promise<Line[]> {
  const lines: Line[] = []
  for (const [name, plan] of Object.entries(troubles)) {
    lines.push(
      await runScenario(
        template,
        `Daraja ${name}`,
        async (fixture, host) => {
          payAtOnce(fixture)
          for (let nth = 0; nth < PER_TROUBLE; nth++) {
            fixture.simulator.control.direct('daraja.push', { next: [plan] })
            fixture.simulator.control.direct('daraja.callback', { next: [nth === 0 ? {} : { lost: true }] })
            await askForPrompt(fixture)
          }
          await untilQuiet(fixture)
          await host.pass(15)
          await host.pass(25 * 60)
          return []
        },
        (fixture, clock) => ({ mpesa: impatient(fixture, clock) }),
      ),
    )
  }
  lines.push(
    await runScenario(template, 'Daraja ends the token early', async (fixture) => {
      payAtOnce(fixture)
      for (let nth = 0; nth < PER_TROUBLE; nth++) {
        await askForPrompt(fixture)
        fixture.simulator.control.expireToken()
      }
      await untilQuiet(fixture)
      const paid = fixture.simulator.ledger.entries().length
      return paid === PER_TROUBLE ? [] : [`${PER_TROUBLE - paid} prompts were not sent`]
    }),
  )
  return lines
}

/** The shop's Daraja with half a second of patience instead of 25. */
function impatient({ settings }: Fixture, clock: () => Date) {
  const {
    MPESA_BASE_URL: baseUrl = '',
    MPESA_CONSUMER_KEY: consumerKey = '',
    MPESA_CONSUMER_SECRET: consumerSecret = '',
  } = settings
  const http = darajaHttp({
    baseUrl,
    consumerKey,
    consumerSecret,
    nowMs: () => clock().getTime(),
    timeLimitMs: SHORT_LIMIT_MS,
  })
  const { MPESA_SHORTCODE: shortcode = '', MPESA_PASSKEY: passkey = '' } = settings
  return darajaGateway(
    { shortcode, partyB: shortcode, passkey, transactionType: 'CustomerPayBillOnline', isDemo: false },
    http,
    clock,
  )
}
