/** A part of the tree with one task, and what it may import. */
export interface Zone {
  name: string
  /** Matches the path, from the project's folder, of every file in the zone. */
  files: RegExp
  /** Names of zones; a zone may always import from itself. */
  mayUse: readonly string[]
  /** Names of zones from which only types may come. */
  mayUseTypesOf?: readonly string[]
  /** Packages that have no business here. */
  mayNotUse?: RegExp
  /** Where the thing belongs that somebody tried to import, or how to do without. */
  advice: string
}

const domain = ['rules', 'contracts']
const serverPackages = /^(pg|@mikro-orm\/.*|fastify|@fastify\/.*|@trpc\/server|stripe|sharp|pino)$/
const beyondBrowser = /^(node:.*|pg|@mikro-orm\/.*|fastify|@fastify\/.*|@trpc\/server|stripe|sharp|pino)$/

const shared: Zone[] = [
  {
    name: 'rules',
    files: /^packages\/domain\/src\/rules\//,
    mayUse: [],
    mayNotUse: beyondBrowser,
    advice:
      'A rule takes plain values and returns plain values: what it shares with a contract lives in domain/src/rules.',
  },
  {
    name: 'contracts',
    files: /^packages\/domain\/src\/contracts\//,
    mayUse: ['rules'],
    mayNotUse: beyondBrowser,
    advice: 'A contract describes the wire for browser and server alike: what only one of them knows stays there.',
  },
  {
    name: 'ui',
    files: /^packages\/ui\/src\//,
    mayUse: [],
    mayNotUse: beyondBrowser,
    advice:
      'ui knows no shop: give it the data as properties, and put shop words into a feature or copy file of the app.',
  },
  {
    name: 'postgres',
    files: /^packages\/postgres\/src\//,
    mayUse: [],
    advice: 'postgres starts and stops a server: what knows tables lives in apps/api.',
  },
  {
    name: 'gateway-simulator',
    files: /^packages\/gateway-simulator\/src\//,
    mayUse: domain,
    advice:
      'The simulator stands in for Safaricom and Stripe and knows their words alone: the shop reaches it over HTTP.',
  },
  {
    name: 'api-client',
    files: /^packages\/api-client\/src\//,
    mayUse: domain,
    mayUseTypesOf: ['api router'],
    mayNotUse: beyondBrowser,
    advice:
      'The api reaches the browser as the type AppRouter and over HTTP: write `import type`, or share a rule or contract.',
  },
]

/** media ← catalogue ← orders ← payments ← checkout ← admin; catalogue, orders ← reviews ← admin. */
const modules: Record<string, readonly string[]> = {
  media: [],
  catalogue: ['media'],
  orders: ['catalogue'],
  payments: ['catalogue', 'orders'],
  checkout: ['catalogue', 'orders', 'payments'],
  reviews: ['media', 'catalogue', 'orders'],
  admin: ['media', 'catalogue', 'orders', 'payments', 'checkout', 'reviews'],
}
const everyModule = Object.keys(modules).map((name) => `module ${name}`)

/** What every module builds on. */
const foundation = ['api base', 'api db', 'api http', 'api jobs']

const api: Zone[] = [
  {
    name: 'api env',
    files: /^apps\/api\/src\/env\.ts$/,
    mayUse: [...domain, 'postgres'],
    advice: 'env.ts reads the environment and nothing else.',
  },
  {
    name: 'api base',
    files: /^apps\/api\/src\/(shop-error|fault-points)\.ts$/,
    mayUse: domain,
    advice: 'Every part of the api uses these two files: they know none of it.',
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
    mayUse: [...domain, 'postgres', 'api env', 'api base', 'api db'],
    mayUseTypesOf: ['api tables'],
    advice: 'http is how requests come in: what knows a module lives in that module, or is passed in.',
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

/** Both single-page apps are built alike: copy, lib ← features (cart first) ← routes ← the files that boot the app. */
function app(folder: string): Zone[] {
  const browser = [...domain, 'ui', 'api-client']
  const base = ['copy', 'boot', 'lib'].map((each) => `${folder} ${each}`)
  const cart = `${folder} feature cart`
  const zone = (name: string, path: string, mayUse: string[], advice: string): Zone => ({
    name: `${folder} ${name}`,
    files: new RegExp(`^apps/${folder}/src/${path}`),
    mayUse: [...browser, ...base, ...mayUse],
    mayUseTypesOf: name === 'shell' ? ['api router', 'api http'] : [],
    mayNotUse: name === 'shell' ? serverPackages : beyondBrowser,
    advice,
  })
  const inward = 'What features share lives in lib, wording in copy; neither imports a feature or a route.'
  return [
    ...['copy', 'boot', 'lib', 'fonts'].map((each) => zone(each, `${each}/`, [], inward)),
    zone(
      'feature',
      'features/',
      [cart],
      'A feature may import cart and no other: compose features in a route, or share through lib.',
    ),
    zone('routes', 'routes/', [`${folder} feature`, `${folder} shell`], 'A route composes features of its own app.'),
    zone(
      'shell',
      '[^/]+$',
      [`${folder} feature`, `${folder} routes`, `${folder} fonts`],
      'The app imports types of the api alone: write `import type`.',
    ),
  ]
}

const outside: Zone[] = [
  {
    name: 'e2e',
    files: /^packages\/e2e\/src\//,
    mayUse: [...domain, 'postgres', 'gateway-simulator', 'api env', 'api host', ...foundation],
    advice: 'A journey uses the shop as a shopper does, through the browser: only start it and look.',
  },
]

export const zones: readonly Zone[] = [...shared, ...api, ...app('storefront'), ...app('admin'), ...outside]

/** The zone of a file; each feature of an app is a zone of its own. Undefined where no rule holds. */
export function zoneOf(file: string): Zone | undefined {
  const zone = zones.find((each) => each.files.test(file))
  const feature = /\/features\/([^/]+)\//.exec(file)?.[1]
  return zone && feature ? { ...zone, name: `${zone.name} ${feature}` } : zone
}
