import { apiZones, foundation } from './api-zones.ts'
import { appZones } from './app-zones.ts'
import { beyondBrowser, domain, type Zone } from './zone.ts'

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
  {
    name: 'sdk',
    files: /^packages\/sdk\/src\//,
    mayUse: [],
    mayNotUse: beyondBrowser,
    advice: 'The client is published by itself: it knows the document of the API, and runs in browsers too.',
  },
]

const outside: Zone[] = [
  {
    name: 'e2e',
    files: /^packages\/e2e\/src\//,
    mayUse: [...domain, 'postgres', 'gateway-simulator', 'api env', 'api host', ...foundation],
    advice: 'A journey uses the shop as a shopper does, through the browser: only start it and look.',
  },
]

export const zones: readonly Zone[] = [
  ...shared,
  ...apiZones,
  ...appZones('storefront'),
  ...appZones('admin'),
  ...outside,
]

/** The zone of a file; each feature of an app is a zone of its own. Undefined where no rule holds. */
export function zoneOf(file: string): Zone | undefined {
  const zone = zones.find((each) => each.files.test(file))
  const feature = /\/features\/([^/]+)\//.exec(file)?.[1]
  return zone && feature ? { ...zone, name: `${zone.name} ${feature}` } : zone
}
