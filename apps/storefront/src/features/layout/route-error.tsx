import { isUnanswered } from '@marashi/api-client/failure'
import { useRouter } from '@tanstack/react-router'
import { PageFailure } from '../../lib/page-failure.tsx'

/** Stands in for a page that failed; Retry asks for everything again. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  return <PageFailure isUnreachable={isUnanswered(error)} onRetry={() => router.invalidate()} />
}
