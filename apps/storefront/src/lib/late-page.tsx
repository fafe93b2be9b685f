import { latePart } from '@marashi/ui/late-part'
import type { ComponentType } from 'react'
import { MissingPage } from './missing-code.tsx'

/**
 * A page whose code is loaded when it is first opened. It replaces the router's own, which reloads the document when
 * the connection is lost and so shows the browser's error page.
 */
export function lazyRouteComponent(load: () => Promise<Record<string, ComponentType>>, name = 'default') {
  return latePart(() => load().then((module) => module[name] as ComponentType), { Missing: MissingPage })
}
