import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { CashUpPage } from '../../features/cash-up/cash-up-page.tsx'

export const Route = createFileRoute('/_admin/cash-up')({
  staticData: { title: cashUpCopy.title },
  validateSearch: z.object({ day: z.iso.date().optional().catch(undefined) }),
  component: CashUpRoute,
})

function CashUpRoute() {
  return <CashUpPage day={Route.useSearch().day} />
}
