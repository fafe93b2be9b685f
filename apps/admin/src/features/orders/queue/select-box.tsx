import styles from './select-box.module.css'

/** A box of 44 px that selects one order, or all of a page. */
export function SelectBox({
  id,
  label,
  isSelected,
  onSelect,
}: {
  id?: string
  label: string
  isSelected: boolean
  onSelect: () => void
}) {
  return (
    <label className={styles.box}>
      <input id={id} type="checkbox" aria-label={label} checked={isSelected} onChange={onSelect} />
    </label>
  )
}
