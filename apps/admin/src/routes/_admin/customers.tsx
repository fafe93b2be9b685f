import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { customersCopy } from '../../copy/customers.ts'
import { CustomersPage } from '../../features/customers/customers-page.tsx'
import { searchParam } from '../../lib/lists/list-search.ts'
import { useListSearch } from '../../lib/lists/use-list-search.ts'

export const Route = createFileRoute('/_admin/customers')({
  staticData: { title: customersCopy.title },
  validateSearch: z.object({ search: searchParam }),
  component: CustomersRoute,
})

function CustomersRoute() {
  return <CustomersPage search={Route.useSearch().search} onSearch={useListSearch()} />
}
