import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { slipsCopy } from '../copy/slips.ts'
import { SlipsPage } from '../features/slips/slips-page.tsx'

/** Without the frame of the administration, so that nothing else is printed. */
export const Route = createFileRoute('/slips')({
  staticData: { title: slipsCopy.title },
  validateSearch: z.object({ orders: z.string().max(4_000).catch('') }),
  component: SlipsRoute,
})

function SlipsRoute() {
  return <SlipsPage orders={Route.useSearch().orders} />
}
