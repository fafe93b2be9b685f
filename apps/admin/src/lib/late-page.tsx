import { latePart } from '@marashi/ui/late-part'
import type { ComponentType } from 'react'
import { MissingPage } from './missing-code.tsx'

/**
 * A page whose code is fetched when it is first opened. It replaces the router's own function, which reloads the document
 * when the connection is lost: the owner would then see the browser's error page.
 */
export function lazyRouteComponent(load: () => Promise<Record<string, ComponentType>>, name = 'default') {
  return latePart(() => load().then((module) => module[name] as ComponentType), { Missing: MissingPage })
}
