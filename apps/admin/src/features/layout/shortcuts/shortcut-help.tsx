import { Dialog } from '@marashi/ui/dialog'
import { shortcutsCopy } from '../../../copy/shortcuts.ts'
import { switchShortcuts, useShortcutsAreOn } from '../../../lib/shortcuts.ts'
import { pages } from '../navigation/pages.ts'
import styles from './shortcut-help.module.css'

const rows: readonly { keys: readonly string[]; act: string; isSequence?: boolean }[] = [
  { keys: ['Ctrl', 'K'], act: shortcutsCopy.palette },
  { keys: ['/'], act: shortcutsCopy.search },
  ...pages.map(({ key, label }) => ({ keys: ['g', key], act: shortcutsCopy.goTo(label), isSequence: true })),
  { keys: ['a'], act: shortcutsCopy.approve },
  { keys: ['r'], act: shortcutsCopy.reject },
  { keys: ['?'], act: shortcutsCopy.help },
]

/** Every shortcut, and the switch that turns single-key shortcuts off. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isOn = useShortcutsAreOn()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={shortcutsCopy.title} description={shortcutsCopy.description}>
      <div className={styles.body}>
        <label className={styles.switch}>
          <input type="checkbox" checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
          <span>
            {shortcutsCopy.switch}
            <span className={styles.hint}>{shortcutsCopy.switchHint}</span>
          </span>
        </label>
        <table className={styles.table}>
          <thead className={styles.head}>
            <tr>
              <th scope="col">{shortcutsCopy.columns.keys}</th>
              <th scope="col">{shortcutsCopy.columns.act}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ keys, act, isSequence }) => (
              <tr key={act}>
                <td>
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 && isSequence && <span className={styles.then}> {shortcutsCopy.between} </span>}
                      <kbd className={styles.key}>{key}</kbd>
                    </span>
                  ))}
                </td>
                <td>{act}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
