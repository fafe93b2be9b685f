import { FailedPart } from '@marashi/ui/failed-part'
import type { MissingPartProps } from '@marashi/ui/late-part'
import { useReloadForMissingCode } from '@marashi/ui/use-reload-for-missing-code'
import { useMatches } from '@tanstack/react-router'
import { shellCopy } from '../copy/shell.ts'
import { PageHeading } from './display/page-heading.tsx'

/** Replaces a part whose code cannot be fetched. */
export function MissingPart(props: MissingPartProps) {
  useReloadForMissingCode(props)
  return <FailedPart words={shellCopy.failedPart} {...props} />
}

/** Replaces a page whose code cannot be fetched; the heading still says which page it is. */
export function MissingPage(props: MissingPartProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <>
      {title && <PageHeading title={title} />}
      <MissingPart {...props} />
    </>
  )
}
