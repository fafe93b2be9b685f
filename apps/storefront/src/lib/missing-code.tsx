import { FailedPart } from '@marashi/ui/failed-part'
import type { MissingPartProps } from '@marashi/ui/late-part'
import { useReloadForMissingCode } from '@marashi/ui/use-reload-for-missing-code'
import { siteCopy } from '../copy/site.ts'
import { PageFailure } from './page-failure.tsx'

/** Shown instead of a part whose code cannot be loaded. */
export function MissingPart(props: MissingPartProps) {
  useReloadForMissingCode(props)
  return <FailedPart words={siteCopy.failedPart} {...props} />
}

/** Shown instead of a page whose code cannot be loaded. */
export function MissingPage(props: MissingPartProps) {
  useReloadForMissingCode(props)
  return <PageFailure isUnreachable {...props} />
}
