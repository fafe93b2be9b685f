import { Toaster } from '@marashi/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { sessionCopy } from '../copy/session.ts'
import { LoginPage } from '../features/session/login-page.tsx'
import { returnPath } from '../lib/session/return-path.ts'

export const Route = createFileRoute('/login')({
  staticData: { title: sessionCopy.title },
  validateSearch: z.object({ from: z.string().optional().catch(undefined) }),
  component: LoginRoute,
})

function LoginRoute() {
  const { from } = Route.useSearch()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <LoginPage
        onDone={() => {
          // Queries that were refused without a session are sent again.
          queryClient.clear()
          void navigate(returnPath(from))
        }}
      />
      <Toaster />
    </>
  )
}
