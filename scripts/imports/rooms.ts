/** A part of the tree with one task, and whom it may import. */
export interface Room {
  name: string
  /** Matches the path, from the project's folder, of every file in the room. */
  files: RegExp
  /** Names of rooms; a room may always import from itself. */
  mayUse: readonly string[]
  /** Names of rooms from which only types may come. */
  mayUseTypesOf?: readonly string[]
  /** Packages that have no business here. */
  shuns?: RegExp
  /** Where the thing belongs that somebody tried to import, or how to do without. */
  advice: string
}

const domain = ['rules', 'contracts']
const serverPackages = /^(pg|@mikro-orm\/.*|fastify|@fastify\/.*|@trpc\/server|stripe|sharp|pino)$/
const beyondBrowser = /^(node:.*|pg|@mikro-orm\/.*|fastify|@fastify\/.*|@trpc\/server|stripe|sharp|pino)$/

const shared: Room[] = [
  {
    name: 'rules',
    files: /^packages\/domain\/src\/rules\//,
    mayUse: [],
    shuns: beyondBrowser,
    advice:
      'A rule takes plain values and returns plain values: what it shares with a contract lives in domain/src/rules.',
  },
  {
    name: 'contracts',
    files: /^packages\/domain\/src\/contracts\//,
    mayUse: ['rules'],
    shuns: beyondBrowser,
    advice: 'A contract describes the wire for browser and server alike: what only one of them knows stays there.',
  },
  {
    name: 'ui',
    files: /^packages\/ui\/src\//,
    mayUse: [],
    shuns: beyondBrowser,
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
    shuns: beyondBrowser,
    advice:
      'The api reaches the browser as the type AppRouter and over HTTP: write `import type`, or share a rule or contract.',
  },
]

/** catalogue ← orders ← payments ← checkout ← admin; catalogue, orders ← reviews ← admin. */
const modules: Record<string, readonly string[]> = {
  catalogue: [],
  orders: ['catalogue'],
  payments: ['catalogue', 'orders'],
  checkout: ['catalogue', 'orders', 'payments'],
  reviews: ['catalogue', 'orders'],
  admin: ['catalogue', 'orders', 'payments', 'checkout', 'reviews'],
}
const everyModule = Object.keys(modules).map((name) => `module ${name}`)

const api: Room[] = [
  {
    name: 'api env',
    files: /^apps\/api\/src\/env\.ts$/,
    mayUse: [...domain, 'postgres'],
    advice: 'env.ts reads the environment and nothing else.',
  },
  {
    name: 'api kernel',
    files: /^apps\/api\/src\/kernel\//,
    mayUse: [...domain, 'postgres', 'api env'],
    mayUseTypesOf: ['api tables'],
    advice:
      'The kernel is what every module needs and none owns: what knows a module lives in that module, or is passed in.',
  },
  ...Object.entries(modules).map(([name, earlier]) => ({
    name: `module ${name}`,
    files: new RegExp(`^apps/api/src/modules/${name}/`),
    mayUse: [...domain, 'api kernel', 'api env', ...earlier.map((each) => `module ${each}`)],
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
    mayUse: [...domain, 'api kernel', ...everyModule],
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
      'api kernel',
      'api tables',
      'api router',
      ...everyModule,
    ],
    advice: 'The api serves the apps and imports none: it loads their builds from dist.',
  },
]

/** Both single-page apps are built alike: copy, lib ← features (cart first) ← routes ← the files that boot the app. */
function app(folder: string): Room[] {
  const browser = [...domain, 'ui', 'api-client']
  const base = ['copy', 'boot', 'lib'].map((each) => `${folder} ${each}`)
  const cart = `${folder} feature cart`
  const room = (name: string, path: string, mayUse: string[], advice: string): Room => ({
    name: `${folder} ${name}`,
    files: new RegExp(`^apps/${folder}/src/${path}`),
    mayUse: [...browser, ...base, ...mayUse],
    mayUseTypesOf: name === 'shell' ? ['api router', 'api kernel'] : [],
    shuns: name === 'shell' ? serverPackages : beyondBrowser,
    advice,
  })
  const inward = 'What features share lives in lib, wording in copy; neither imports a feature or a route.'
  return [
    ...['copy', 'boot', 'lib', 'fonts'].map((each) => room(each, `${each}/`, [], inward)),
    room(
      'feature',
      'features/',
      [cart],
      'A feature may import cart and no other: compose features in a route, or share through lib.',
    ),
    room('routes', 'routes/', [`${folder} feature`, `${folder} shell`], 'A route composes features of its own app.'),
    room(
      'shell',
      '[^/]+$',
      [`${folder} feature`, `${folder} routes`, `${folder} fonts`],
      'The app imports types of the api alone: write `import type`.',
    ),
  ]
}

const outside: Room[] = [
  {
    name: 'e2e',
    files: /^packages\/e2e\/src\//,
    mayUse: [...domain, 'postgres', 'gateway-simulator', 'api env', 'api host', 'api kernel'],
    advice: 'A journey uses the shop as a shopper does, through the browser: only start it and look.',
  },
]

export const rooms: readonly Room[] = [...shared, ...api, ...app('storefront'), ...app('admin'), ...outside]

/** The room a file is in; each feature of an app is a room of its own. Undefined where no rule holds. */
export function roomOf(file: string): Room | undefined {
  const room = rooms.find((each) => each.files.test(file))
  const feature = /\/features\/([^/]+)\//.exec(file)?.[1]
  return room && feature ? { ...room, name: `${room.name} ${feature}` } : room
}
