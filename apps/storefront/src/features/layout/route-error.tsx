import { failureOf, isUnanswered } from '@marashi/api-client/failure'
import { useRouter } from '@tanstack/react-router'
import { PageFailure } from '../../lib/page-failure.tsx'

/** Shown instead of a page that failed; Retry loads everything again. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  const { status, text } = failureOf(error)
  return (
    <PageFailure
      isUnreachable={isUnanswered(error)}
      whyAway={status === 503 ? text : undefined}
      onRetry={() => router.invalidate()}
    />
  )
}
