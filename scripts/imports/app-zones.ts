import { beyondBrowser, domain, serverPackages, type Zone } from './zone.ts'

/** Both single-page apps are built alike: copy, lib ← features (cart first) ← routes ← the files that boot the app. */
export function appZones(folder: string): Zone[] {
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
    ...['copy', 'boot', 'lib', 'fonts', 'worker'].map((each) => zone(each, `${each}/`, [], inward)),
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
