import { SearchField } from '@marashi/ui/search-field'
import { useSearchBox } from '@marashi/ui/use-search-box'
import styles from './search-box.module.css'

/** Searches a list while somebody types; `/` focuses it. `onSearch` resolves when the address has changed. */
export function SearchBox({
  label,
  placeholder,
  term,
  onSearch,
}: {
  label: string
  placeholder: string
  term: string | undefined
  onSearch: (term: string | undefined) => Promise<void>
}) {
  const { field, sendNow } = useSearchBox(term, (text) => onSearch(text || undefined))
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than the browsers some owners have
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        sendNow()
      }}
    >
      <SearchField label={label} placeholder={placeholder} field={field} />
    </form>
  )
}
