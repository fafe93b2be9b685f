import { paymentMethods } from '@marashi/domain/contracts/payment-methods'
import { paymentStatuses } from '@marashi/domain/rules/payment-status'
import { paymentsCopy } from '../../copy/payments.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { FilterBar } from '../../lib/lists/filter-bar.tsx'
import { FilterSelect } from '../../lib/lists/filter-select.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import type { PaymentSearch } from './use-payment-list.ts'

/** Search, method and status of the list of payments; every change starts at page 1. */
export function PaymentFilters({
  search,
  onSearch,
}: {
  search: PaymentSearch
  onSearch: (change: Partial<PaymentSearch>) => Promise<void>
}) {
  return (
    <FilterBar>
      <SearchBox
        label={paymentsCopy.search}
        placeholder={paymentsCopy.searchHint}
        term={search.search}
        onSearch={(term) => onSearch({ search: term, page: undefined })}
      />
      <FilterSelect
        label={paymentsCopy.method}
        allLabel={paymentsCopy.allMethods}
        value={search.method}
        options={paymentMethods.map((value) => ({ value, label: paymentsCopy.methods[value] }))}
        onChange={(method) => onSearch({ method, page: undefined })}
      />
      <FilterSelect
        label={paymentsCopy.status}
        allLabel={paymentsCopy.allStatuses}
        value={search.status}
        options={paymentStatuses.map((value) => ({ value, label: statusCopy[value] }))}
        onChange={(status) => onSearch({ status, page: undefined })}
      />
    </FilterBar>
  )
}
