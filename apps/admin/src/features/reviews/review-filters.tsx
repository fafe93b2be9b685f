import { type ReviewCounts, reviewStatuses } from '@marashi/domain/contracts/admin-reviews'
import { reviewsCopy } from '../../copy/reviews.ts'
import { statusCopy } from '../../copy/statuses.ts'
import { FilterBar } from '../../lib/lists/filter-bar.tsx'
import { FilterSelect } from '../../lib/lists/filter-select.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import { QuickFilters } from './quick-filters.tsx'
import type { ReviewFilter, ReviewSearch } from './use-review-list.ts'

/** Search and status of the list of reviews; every change starts at page 1. */
export function ReviewFilters({
  counts,
  search,
  onSearch,
}: {
  counts: ReviewCounts | undefined
  search: ReviewSearch
  onSearch: (change: Partial<ReviewSearch>) => Promise<void>
}) {
  const choose = (status: ReviewFilter) => onSearch({ status, page: undefined })
  return (
    <>
      <QuickFilters counts={counts} status={search.status} onChoose={choose} />
      <FilterBar>
        <SearchBox
          label={reviewsCopy.search}
          placeholder={reviewsCopy.searchHint}
          term={search.search}
          onSearch={(term) => onSearch({ search: term, page: undefined })}
        />
        <FilterSelect
          label={reviewsCopy.statusFilter}
          allLabel={reviewsCopy.allStatuses}
          value={search.status === 'all' ? undefined : search.status}
          options={reviewStatuses.map((status) => ({ value: status, label: statusCopy[status] }))}
          onChange={(status) => choose(status ?? 'all')}
        />
      </FilterBar>
    </>
  )
}
