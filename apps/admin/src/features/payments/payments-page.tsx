import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { Plus } from 'lucide-react'
import { paymentsCopy } from '../../copy/payments.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { useRecordDialog } from '../../lib/forms/use-record-dialog.ts'
import { CsvLink } from '../../lib/lists/csv-link.tsx'
import { ListPages } from '../../lib/lists/list-pages.tsx'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentFormDialog } from './payment-form-dialog.tsx'
import { PaymentStats } from './payment-stats.tsx'
import { PaymentTable } from './payment-table.tsx'
import { PaymentsError } from './payments-error.tsx'
import { type ListedPayment, type PaymentSearch, paymentsPerPage, usePaymentList } from './use-payment-list.ts'

/** Payment management: every payment attempt and its outcome, and payments entered manually. */
export function PaymentsPage({
  search,
  onSearch,
}: {
  search: PaymentSearch
  onSearch: (change: Partial<PaymentSearch>) => Promise<void>
}) {
  const { list, analytics, error } = usePaymentList(search)
  const utils = trpc.useUtils()

  const { onAdd, onEdit, dialog } = useRecordDialog<ListedPayment>(async ({ id }) => {
    await utils.admin.payments.invalidate()
    // Not by its order: somebody may have moved it to another one.
    const { payments } = await utils.admin.payments.list.fetch({ search: id })
    return payments.find((payment) => payment.id === id)
  })

  return (
    <>
      <PageHeading
        title={paymentsCopy.title}
        subtitle={analytics.data && paymentsCopy.subtitle(analytics.data.totalPayments)}
      >
        {!error && (
          <>
            <CsvLink
              list="payments"
              filters={{ method: search.method, status: search.status, search: search.search }}
            />
            <Button onClick={onAdd}>
              <Plus size={18} aria-hidden="true" />
              {paymentsCopy.create}
            </Button>
          </>
        )}
      </PageHeading>
      <PageData failure={error && <PaymentsError error={error} />}>
        <PaymentStats analytics={analytics.data} />
        <PaymentFilters search={search} onSearch={onSearch} />
        <ListPages
          list={{ total: list.data?.total, isFetching: list.isFetching }}
          page={search.page}
          pageSize={paymentsPerPage}
          range={paymentsCopy.range}
          position={paymentsCopy.position}
        >
          <PaymentTable list={list} onEdit={onEdit} />
        </ListPages>
      </PageData>
      {dialog && (
        <PaymentFormDialog
          key={dialog.record?.updatedAt}
          payment={dialog.record}
          onClose={dialog.onClose}
          onReload={dialog.onReload}
        />
      )}
    </>
  )
}
