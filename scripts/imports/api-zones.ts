import { domain, type Zone } from './zone.ts'

/** shop-settings ← every other; mail ← whatever sends; media ← catalogue ← orders ← payments ← checkout ← admin; catalogue, orders ← reviews ← admin. */
const modules: Record<string, readonly string[]> = {
  'shop-settings': [],
  events: ['shop-settings'],
  media: [],
  mail: ['shop-settings'],
  catalogue: ['shop-settings', 'media'],
  orders: ['shop-settings', 'catalogue'],
  payments: ['shop-settings', 'mail', 'catalogue', 'orders'],
  'order-emails': ['shop-settings', 'events', 'mail', 'orders', 'payments'],
  checkout: ['shop-settings', 'catalogue', 'orders', 'payments'],
  reviews: ['shop-settings', 'media', 'catalogue', 'orders'],
  webhooks: ['events'],
  notices: ['shop-settings', 'events', 'mail', 'catalogue', 'orders', 'payments'],
  admin: [
    'shop-settings',
    'events',
    'webhooks',
    'order-emails',
    'notices',
    'media',
    'mail',
    'catalogue',
    'orders',
    'payments',
    'checkout',
    'reviews',
  ],
}
const everyModule = Object.keys(modules).map((name) => `module ${name}`)

/** What every module builds on. */
export const foundation = ['api base', 'api limit table', 'api db', 'api http', 'api jobs', 'api outgoing']

export const apiZones: readonly Zone[] = [
  {
    name: 'api env',
    files: /^apps\/api\/src\/(env|env-forms|secret-files)\.ts$/,
    mayUse: [...domain, 'postgres', 'api limit table'],
    advice: 'env.ts, env-forms.ts and secret-files.ts read the environment and nothing else.',
  },
  {
    name: 'api limit table',
    files: /^apps\/api\/src\/http\/limits\/limit-table\.ts$/,
    mayUse: [],
    advice: 'The table of limits is data: what counts by it lives beside it.',
  },
  {
    name: 'api base',
    files: /^apps\/api\/src\/(shop-error|fault-points|lower-priority|process-outcome)\.ts$/,
    mayUse: domain,
    advice: 'Every part of the api uses these files: they know none of it.',
  },
  {
    name: 'api opening database',
    files: /^apps\/api\/src\/db\/open-database\.ts$/,
    mayUse: [...domain, 'postgres', 'api db', 'api tables'],
    advice: 'open-database.ts knows every entity, and so every module: only the host opens the database.',
  },
  {
    name: 'api db',
    files: /^apps\/api\/src\/db\//,
    mayUse: [...domain, 'postgres', 'api env', 'api base'],
    mayUseTypesOf: ['api tables'],
    advice: 'db is how every module sends statements: what knows one module lives in that module.',
  },
  {
    name: 'api transports',
    files: /^apps\/api\/src\/http\/transports\//,
    mayUse: [...domain, ...foundation, 'api env', 'api router', 'api host'],
    advice: 'A transport publishes the procedures of router.ts: what a procedure does lives in its module.',
  },
  {
    name: 'api http',
    files: /^apps\/api\/src\/http\//,
    mayUse: [...domain, 'postgres', 'api env', 'api base', 'api limit table', 'api db'],
    mayUseTypesOf: ['api tables'],
    advice: 'http is how requests come in: what knows a module lives in that module, or is passed in.',
  },
  {
    name: 'api outgoing',
    files: /^apps\/api\/src\/outgoing\//,
    mayUse: [],
    advice: 'outgoing is how requests leave for addresses that somebody typed: what is sent lives in its module.',
  },
  {
    name: 'api jobs',
    files: /^apps\/api\/src\/jobs\//,
    mayUse: [...domain, 'postgres', 'api env', 'api base', 'api db', 'api http'],
    advice: 'jobs runs what the modules schedule: the work itself lives in the *.job.ts of its module.',
  },
  ...Object.entries(modules).map(([name, earlier]) => ({
    name: `module ${name}`,
    files: new RegExp(`^apps/api/src/modules/${name}/`),
    mayUse: [...domain, ...foundation, 'api env', ...earlier.map((each) => `module ${each}`)],
    mayUseTypesOf: ['api tables'],
    advice: `${name} may import ${earlier.join(', ') || 'no other module'}: move what both need to the earlier module, or let the later one call.`,
  })),
  {
    name: 'api tables',
    files: /^apps\/api\/src\/tables\.ts$/,
    mayUse: [...domain, ...everyModule],
    advice: 'tables.ts lists the entities of the modules and nothing else.',
  },
  {
    name: 'api router',
    files: /^apps\/api\/src\/router\.ts$/,
    mayUse: [...domain, ...foundation, ...everyModule],
    advice: 'router.ts is the contents page of the modules: whatever does something lives in one of them.',
  },
  {
    name: 'api host',
    files: /^apps\/api\/(src|migrations)\//,
    mayUse: [
      ...domain,
      'postgres',
      'gateway-simulator',
      'api env',
      ...foundation,
      'api opening database',
      'api tables',
      'api router',
      'api transports',
      ...everyModule,
    ],
    advice: 'The api serves the apps and imports none: it loads their builds from dist.',
  },
]
