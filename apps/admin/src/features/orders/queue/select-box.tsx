import type { Ref } from 'react'
import styles from './select-box.module.css'

/** A box of 44 px that selects one order, or all of a page. */
export function SelectBox({
  id,
  label,
  isSelected,
  onSelect,
  ref,
}: {
  id?: string
  label: string
  isSelected: boolean
  onSelect: () => void
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <label className={styles.box}>
      <input ref={ref} id={id} type="checkbox" aria-label={label} checked={isSelected} onChange={onSelect} />
    </label>
  )
}
