import { Input } from '@marashi/ui/field'
import { Search } from 'lucide-react'
import styles from './search-box.module.css'
import { useSearchBox } from './use-search-box.ts'

/** Searches a list while one types; `label` says what for, `/` leads here. */
export function SearchBox({
  label,
  placeholder,
  term,
  onSearch,
}: {
  label: string
  /** A word or two; small screens cut more. */
  placeholder: string
  term: string | undefined
  onSearch: (term: string | undefined) => void
}) {
  const { value, onChange, sendNow } = useSearchBox(term, (text) => onSearch(text || undefined))
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than the browsers some owners have
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        sendNow()
      }}
    >
      <Search size={18} aria-hidden="true" className={styles.sign} />
      <Input
        type="search"
        name="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        className={styles.input}
        value={value}
        onChange={onChange}
      />
    </form>
  )
}
