import type { Environment } from '../env.ts'
import type { ResponseCache } from '../http/cache/response-cache.ts'
import type { FairSlots } from '../http/limits/fair-slots.ts'
import type { CreateContext } from '../http/request-context.ts'
import type { BrowserHosts } from '../modules/payments/providers/provider.ts'
import type { Settings } from '../modules/shop-settings/settings-of.ts'
import type { AppRouter } from '../router.ts'
import type { StorefrontBundle } from './storefront-bundle.ts'

/** What the pages of the shop are rendered and served with. */
export interface PagesOptions {
  env: Environment
  settings: Settings
  cache: ResponseCache
  /** Hosts that the pages may load payment forms from. */
  hosts: BrowserHosts
  api: AppRouter
  createContext: CreateContext
  /** The queue in which pages wait to be rendered. */
  renders: FairSlots
  storefront: StorefrontBundle
}
