import { orderViews } from '@marashi/domain/contracts/admin-orders'
import { Button } from '@marashi/ui/button'
import { Tabs } from '@marashi/ui/tabs'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ordersCopy } from '../../copy/orders.ts'
import { shellCopy } from '../../copy/shell.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { CsvLink } from '../../lib/lists/csv-link.tsx'
import { FilterBar } from '../../lib/lists/filter-bar.tsx'
import { FilterSelect } from '../../lib/lists/filter-select.tsx'
import { ListPages } from '../../lib/lists/list-pages.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import { useTabStrip } from '../../lib/lists/use-tab-strip.ts'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { OrderFormDialog } from './create/order-form-dialog.tsx'
import styles from './orders-page.module.css'
import { OrderQueue } from './queue/order-queue.tsx'
import { OrderSheet } from './sheet/order-sheet.tsx'
import { useOpenOrder } from './use-open-order.ts'
import { type OrderSearch, ordersPerPage, useOrderList } from './use-order-list.ts'

/** Order management. The address holds search, status and page; a change of search or status starts at page 1. */
export function OrdersPage({
  search,
  onSearch,
}: {
  search: OrderSearch
  onSearch: (change: Partial<OrderSearch>) => Promise<void>
}) {
  const list = useOrderList(search)
  const open = useOpenOrder({ id: search.order, orders: list.data?.orders, onSearch })
  const [isCreating, setIsCreating] = useState(false)
  const { data } = list
  const choose = (status: OrderSearch['status']) => onSearch({ status, page: undefined })
  const tabs = ['all', ...orderViews] as const
  const selected = search.status ?? 'all'
  const wordsOf = (key: (typeof tabs)[number]) =>
    `${key === 'all' ? ordersCopy.all : ordersCopy.views[key]}${data ? ` (${data.counts[key]})` : ''}`
  const strip = useTabStrip(wordsOf(selected))

  return (
    <>
      <PageHeading isCompact title={ordersCopy.title} subtitle={data && ordersCopy.count(data.counts.all)}>
        {!list.isError && (
          <>
            <CsvLink list="orders" filters={{ status: search.status, search: search.search }} />
            <Button className={styles.create ?? ''} onClick={() => setIsCreating(true)}>
              <Plus size={18} aria-hidden="true" />
              <span className={styles.word}>{ordersCopy.create}</span>
            </Button>
          </>
        )}
      </PageHeading>
      <PageData
        failure={
          list.isError && <AuthRequired explanation={ordersCopy.loginHint} onRetry={() => void list.refetch()} />
        }
      >
        <div className={styles.page}>
          <FilterBar>
            <SearchBox
              label={ordersCopy.search}
              placeholder={ordersCopy.searchHint}
              term={search.search}
              onSearch={(term) => onSearch({ search: term, page: undefined })}
            />
            <FilterSelect
              label={ordersCopy.statusFilter}
              allLabel={ordersCopy.allStatuses}
              value={search.status}
              options={orderViews.map((status) => ({ value: status, label: ordersCopy.views[status] }))}
              onChange={choose}
            />
          </FilterBar>
          <Tabs
            strip={strip}
            label={ordersCopy.tabs}
            selected={selected}
            failed={shellCopy.failedPart}
            onSelect={(key) => choose(orderViews.find((status) => status === key))}
            tabs={tabs.map((key) => ({
              key,
              label: wordsOf(key),
              content: key === selected && (
                <ListPages
                  list={{ total: data?.total, isFetching: list.isFetching }}
                  page={search.page}
                  pageSize={ordersPerPage}
                  range={ordersCopy.range}
                  position={ordersCopy.position}
                >
                  <OrderQueue list={list} isNarrowed={Boolean(search.search || search.status)} />
                </ListPages>
              ),
            }))}
          />
        </div>
      </PageData>
      {isCreating && (
        <OrderFormDialog onClose={() => setIsCreating(false)} onCreated={(order) => void onSearch({ order })} />
      )}
      {open && <OrderSheet {...open} />}
    </>
  )
}
