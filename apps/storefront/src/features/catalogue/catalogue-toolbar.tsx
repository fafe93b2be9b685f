import { Button, buttonClass } from '@marashi/ui/button'
import { SearchField } from '@marashi/ui/search-field'
import { useSearchBox } from '@marashi/ui/use-search-box'
import { SlidersHorizontal } from 'lucide-react'
import { useEarlyEvents } from '../../boot/early-events.ts'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { countFilters } from './catalogue-query.ts'
import styles from './catalogue-toolbar.module.css'
import { FilterFields } from './filter-fields.tsx'
import { useCatalogueSearch } from './use-catalogue-search.ts'

const sheetId = 'filter-sheet'

/**
 * Search box and filters. On small screens the filters are a sheet behind the Filters button; the button that closes it
 * shows the number of matches. The form has an action, so that it also works without scripts. The sheet is a native
 * popover, which Escape, a tap outside and Android's Back close.
 */
export function CatalogueToolbar({ total }: { total: number | undefined }) {
  const { search, change } = useCatalogueSearch()
  const box = useSearchBox(search.search, (term) => change({ search: term }, { replaces: true }))
  useEarlyEvents()
  const filterCount = countFilters(search)
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know the element <search>
    <form
      role="search"
      action="/shop"
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault()
        box.sendNow()
      }}
    >
      <SearchField label={catalogueCopy.searchLabel} placeholder={catalogueCopy.searchPlaceholder} field={box.field} />
      {/* Without scripts typing sends nothing, and a phone's keyboard may have no key to submit. */}
      <noscript>
        <button type="submit" className={buttonClass({}, styles.send)}>
          {catalogueCopy.search}
        </button>
      </noscript>
      <button type="button" popoverTarget={sheetId} className={buttonClass({ variant: 'outline' }, styles.toggle)}>
        <SlidersHorizontal size={18} aria-hidden="true" />
        <span>{filterCount > 0 ? `${catalogueCopy.filters} (${filterCount})` : catalogueCopy.filters}</span>
      </button>
      <div id={sheetId} popover="auto" className={styles.sheet}>
        <h2 className={styles.sheetTitle}>{catalogueCopy.filters}</h2>
        <FilterFields />
        <div className={styles.sheetActions}>
          {/* Without filters it stays, because the focus is on it once it has cleared them. */}
          <Button
            variant="outline"
            isBusy={filterCount === 0}
            onClick={() => change({ category: undefined, audience: undefined, sort: undefined })}
          >
            {catalogueCopy.clear}
          </Button>
          <button type="button" popoverTarget={sheetId} popoverTargetAction="hide" className={buttonClass({})}>
            {total === undefined ? catalogueCopy.filters : catalogueCopy.show(total)}
          </button>
        </div>
      </div>
    </form>
  )
}
