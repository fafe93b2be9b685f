import { trpc } from '@marashi/api-client/trpc'
import { paymentMethods } from '@marashi/domain/contracts/payment-methods'
import { paymentStatuses } from '@marashi/domain/rules/settlement'
import { Button } from '@marashi/ui/button'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { paymentsCopy } from '../../copy/payments.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { CsvLink } from '../../lib/lists/csv-link.tsx'
import { FilterBar } from '../../lib/lists/filter-bar.tsx'
import { FilterSelect } from '../../lib/lists/filter-select.tsx'
import { ListPages } from '../../lib/lists/list-pages.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import { useLoadNewest } from '../../lib/lists/use-load-newest.ts'
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
  const [open, setOpen] = useState<{ payment?: ListedPayment }>()
  const edit = useCallback((payment: ListedPayment) => setOpen({ payment }), [])
  const { method, status, search: term } = search

  const loadNewest = useLoadNewest({
    load: async ({ id, orderNumber }: ListedPayment) => {
      await utils.admin.payments.invalidate()
      const { payments } = await utils.admin.payments.list.fetch({ search: orderNumber, limit: 100 })
      return payments.find((payment) => payment.id === id)
    },
    show: (payment) => setOpen({ payment }),
  })

  return (
    <>
      <PageHeading
        title={paymentsCopy.title}
        subtitle={analytics.data && paymentsCopy.subtitle(analytics.data.totalPayments)}
      >
        {!error && (
          <>
            <CsvLink list="payments" filters={{ method, status, search: term }} />
            <Button onClick={() => setOpen({})}>
              <Plus size={18} aria-hidden="true" />
              {paymentsCopy.create}
            </Button>
          </>
        )}
      </PageHeading>
      {error ? (
        <PaymentsError error={error} />
      ) : (
        <>
          <PaymentStats analytics={analytics.data} />
          <FilterBar>
            <SearchBox
              label={paymentsCopy.search}
              placeholder={paymentsCopy.searchHint}
              term={term}
              onSearch={(text) => onSearch({ search: text, page: undefined })}
            />
            <FilterSelect
              label={paymentsCopy.method}
              allLabel={paymentsCopy.allMethods}
              value={method}
              options={paymentMethods.map((value) => ({ value, label: paymentsCopy.methods[value] }))}
              onChange={(value) => onSearch({ method: value, page: undefined })}
            />
            <FilterSelect
              label={paymentsCopy.status}
              allLabel={paymentsCopy.allStatuses}
              value={status}
              options={paymentStatuses.map((value) => ({ value, label: statusCopy[value] }))}
              onChange={(value) => onSearch({ status: value, page: undefined })}
            />
          </FilterBar>
          <ListPages
            list={{ total: list.data?.total, isFetching: list.isFetching }}
            page={search.page}
            pageSize={paymentsPerPage}
            range={paymentsCopy.range}
            position={paymentsCopy.position}
          >
            <PaymentTable list={list} onEdit={edit} />
          </ListPages>
        </>
      )}
      {open && (
        <PaymentFormDialog
          key={open.payment?.updatedAt}
          payment={open.payment}
          onClose={() => setOpen(undefined)}
          onReload={() => open.payment && void loadNewest(open.payment)}
        />
      )}
    </>
  )
}
