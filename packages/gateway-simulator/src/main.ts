import { parseArgs } from 'node:util'
import { startGatewaySimulator } from './start-gateway-simulator.ts'

/** Runs the simulator alone: `node src/main.ts --port 4010 --webhook http://localhost:4000/api/hooks/stripe`. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    seed: { type: 'string', default: '1' },
    journal: { type: 'string' },
    merchant: { type: 'string', default: 'Marashi' },
    'consumer-key': { type: 'string', default: 'demo-key' },
    'consumer-secret': { type: 'string', default: 'demo-secret' },
    shortcode: { type: 'string', default: '174379' },
    passkey: { type: 'string', default: 'demo-passkey' },
    'till-number': { type: 'string' },
    'stripe-key': { type: 'string', default: 'sk_test_demo' },
    'webhook-secret': { type: 'string', default: 'whsec_demo' },
    webhook: { type: 'string' },
  },
})

const simulator = await startGatewaySimulator({
  port: Number(values.port),
  host: values.host,
  seed: Number(values.seed),
  journalPath: values.journal,
  daraja: {
    consumerKey: values['consumer-key'],
    consumerSecret: values['consumer-secret'],
    shortcode: values.shortcode,
    passkey: values.passkey,
    tillNumber: values['till-number'],
    merchantName: values.merchant,
  },
  stripe: {
    secretKey: values['stripe-key'],
    webhookSecret: values['webhook-secret'],
    webhookUrl: values.webhook,
  },
})
console.log(`Daraja and Stripe, simulated: ${simulator.url}\nThe customer's phone: ${simulator.url}/phone`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop())
