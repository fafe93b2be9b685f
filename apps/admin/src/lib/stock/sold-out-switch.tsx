import { stockCopy } from '../../copy/stock.ts'
import { useAtOnce } from '../forms/use-at-once.ts'
import styles from './stock-control.module.css'

/** The owner's switch, whatever the count is. */
export function SoldOutSwitch({
  soldOut,
  onSwitch,
}: {
  soldOut: boolean
  onSwitch: (soldOut: boolean) => Promise<unknown>
}) {
  const [isOn, choose] = useAtOnce(soldOut, onSwitch)
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => void choose(event.target.checked)}
      />
      {stockCopy.soldOut}
    </label>
  )
}
