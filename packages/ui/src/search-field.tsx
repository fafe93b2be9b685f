import { Search } from 'lucide-react'
import { Input } from './field.tsx'
import styles from './search-field.module.css'
import type { useSearchBox } from './use-search-box.ts'

/** A search input; `label` names what is searched, `field` comes from `useSearchBox`. */
export function SearchField({
  label,
  placeholder,
  field,
}: {
  label: string
  /** One or two words; small screens cut more. */
  placeholder: string
  field: ReturnType<typeof useSearchBox>['field']
}) {
  return (
    <div className={styles.box}>
      <Search size={20} aria-hidden="true" />
      <Input
        type="search"
        name="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label={label}
        placeholder={placeholder}
        className={styles.input}
        {...field}
      />
    </div>
  )
}
