import { latePart } from '@marashi/ui/late-part'
import type { ComponentType } from 'react'
import { MissingPage } from './missing-code.tsx'

/**
 * A page whose code is fetched when it is first opened. Stands in for the router's own, which answers a lost connection
 * by loading the whole document anew: without a connection that is the browser's error page.
 */
export function lazyRouteComponent(load: () => Promise<Record<string, ComponentType>>, name = 'default') {
  return latePart(() => load().then((module) => module[name] as ComponentType), { Missing: MissingPage })
}
