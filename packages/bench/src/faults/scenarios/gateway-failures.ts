import { darajaGateway } from '@marashi/api/modules/payments/providers/mpesa/daraja'
import { darajaHttp, requestToken } from '@marashi/api/modules/payments/providers/mpesa/daraja-http'
import { ownToken } from '@marashi/api/testing/own-token'
import type { Template } from '@marashi/postgres/test-databases'
import type { Fixture } from '../fixture.ts'
import type { ScenarioResult } from '../report.ts'
import { askForPrompt, payAtOnce, runScenario } from '../scenario.ts'
import { untilQuiet } from '../until-quiet.ts'

const SHORT_TIMEOUT_MS = 500
const ORDERS_PER_FAILURE = 2

/** How a gateway may fail to answer a push; after each the money may or may not have moved. */
const failures = {
  'answers 500': { kind: 'status', status: 500 },
  'answers 500 after the prompt': { kind: 'status', status: 500, afterWork: true },
  'answers 429': { kind: 'status', status: 429 },
  'is silent after the prompt': { kind: 'hang' },
  'hangs up after the prompt': { kind: 'lost' },
  'cannot be reached': { kind: 'unreachable' },
  'answers garbage after the prompt': { kind: 'garbage' },
  'answers a page': { kind: 'html' },
} as const

/** Runs every failure of a push, with callbacks that come and callbacks that are lost, and a token that ends early. */
export async function runGatewayFailures(template: Template, only = ''): Promise<ScenarioResult[]> {
  const lines: ScenarioResult[] = []
  for (const [name, plan] of Object.entries(failures)) {
    if (!name.includes(only)) continue
    lines.push(
      await runScenario(
        template,
        `Daraja ${name}`,
        async (fixture, app) => {
          payAtOnce(fixture)
          for (let nth = 0; nth < ORDERS_PER_FAILURE; nth++) {
            fixture.simulator.control.direct('daraja.push', { next: [plan] })
            fixture.simulator.control.direct('daraja.callback', { next: [nth === 0 ? {} : { lost: true }] })
            await askForPrompt(fixture)
          }
          await untilQuiet(fixture)
          await app.advance(15)
          await app.advance(25 * 60)
          return []
        },
        (fixture, clock) => ({ mpesa: withShortTimeout(fixture, clock) }),
      ),
    )
  }
  const early = 'ends the token early'
  if (!early.includes(only)) return lines
  lines.push(
    await runScenario(template, `Daraja ${early}`, async (fixture) => {
      payAtOnce(fixture)
      for (let nth = 0; nth < ORDERS_PER_FAILURE; nth++) {
        await askForPrompt(fixture)
        fixture.simulator.control.expireToken()
      }
      await untilQuiet(fixture)
      const paid = fixture.simulator.ledger.entries().length
      return paid === ORDERS_PER_FAILURE ? [] : [`${ORDERS_PER_FAILURE - paid} prompts were not sent`]
    }),
  )
  return lines
}

/** The shop's Daraja client with a timeout of half a second instead of 25 seconds. */
function withShortTimeout({ settings }: Fixture, clock: () => Date) {
  const {
    MPESA_BASE_URL: baseUrl = '',
    MPESA_CONSUMER_KEY: consumerKey = '',
    MPESA_CONSUMER_SECRET: consumerSecret = '',
  } = settings
  const timeLimitMs = SHORT_TIMEOUT_MS
  const token = ownToken(() => requestToken({ baseUrl, consumerKey, consumerSecret, timeLimitMs }))
  const http = darajaHttp({ baseUrl, token, timeLimitMs })
  const { MPESA_SHORTCODE: shortcode = '', MPESA_PASSKEY: passkey = '' } = settings
  return darajaGateway(
    { shortcode, partyB: shortcode, passkey, transactionType: 'CustomerPayBillOnline', isDemo: false },
    http,
    clock,
  )
}
