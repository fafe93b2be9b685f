import { trpc } from '@marashi/api-client/trpc'
import type { Customer } from '@marashi/domain/contracts/admin-customers'
import { Button } from '@marashi/ui/button'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { customersCopy } from '../../copy/customers.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { useRecordDialog } from '../../lib/forms/use-record-dialog.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { SearchBox } from '../../lib/lists/search-box.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { CustomerCard } from './customer-card.tsx'
import styles from './customers-page.module.css'
import { EraseDialog } from './erase-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'

/** Who ordered, newest order first: what they paid, the owner's note, and their data on request. */
export function CustomersPage({
  search,
  onSearch,
}: {
  search: string | undefined
  onSearch: (change: { search: string | undefined }) => Promise<void>
}) {
  const list = trpc.admin.customers.list.useInfiniteQuery(
    { search },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: (before) => before },
  )
  const [erasing, setErasing] = useState<Customer>()
  const utils = trpc.useUtils()
  const { onEdit: writeNote, dialog } = useRecordDialog<Customer>(async ({ phone }) => {
    const found = await utils.admin.customers.list.fetch({ search: phone })
    // The id is that of the newest order, and another one once they order again.
    return found.customers.find((customer) => customer.phone === phone)
  })
  const customers = list.data?.pages.flatMap((page) => page.customers)
  return (
    <>
      <PageHeading title={customersCopy.title} subtitle={customersCopy.subtitle} />
      <div className={styles.search}>
        <SearchBox
          label={customersCopy.search}
          placeholder={customersCopy.searchShort}
          term={search}
          onSearch={(term) => onSearch({ search: term })}
        />
      </div>
      <VisuallyHidden>
        <span role="status">
          {customers && (list.hasNextPage ? commonCopy.foundMore : commonCopy.found)(customers.length)}
        </span>
      </VisuallyHidden>
      {list.isError && <AuthRequired explanation={customersCopy.loginHint} onRetry={() => void list.refetch()} />}
      {!customers && !list.isError && <CardSkeletons count={6} />}
      {customers?.length === 0 && (
        <EmptyState
          title={search ? customersCopy.noneFor : customersCopy.none}
          hint={search ? customersCopy.noneForHint : customersCopy.noneHint}
        />
      )}
      {customers && customers.length > 0 && (
        <RecordList label={customersCopy.list} isDimmed={list.isPlaceholderData}>
          {customers.map((customer) => (
            <li key={customer.phone}>
              <CustomerCard
                customer={customer}
                onNote={() => writeNote(customer)}
                onErase={() => setErasing(customer)}
              />
            </li>
          ))}
        </RecordList>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button variant="outline" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {customersCopy.more}
          </Button>
        </div>
      )}
      {dialog?.record && (
        <NoteDialog
          key={dialog.record.note}
          customer={dialog.record}
          onClose={dialog.onClose}
          onReload={dialog.onReload}
        />
      )}
      {erasing && <EraseDialog customer={erasing} onClose={() => setErasing(undefined)} />}
    </>
  )
}
